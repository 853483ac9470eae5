import type { DeliveryKind } from '../db/notification-tables'
import type { CameraTable, Db } from '../db/schema'
import { mayTell } from '../modes/mode-gate'
import { channelsFor } from '../notifications/channels'
import { newsTag } from '../notifications/delivery-rows'
import { tell } from '../notifications/outbound'
import { findWorkspaceConfig } from '../notifications/settings-rows'

/** How a camera is, or what runs it. */
export interface CameraNews {
  readonly kind: Extract<DeliveryKind, 'offline' | 'online' | 'power-back'>
  /** Since when. */
  readonly atMs: number
  /** When it was certain: the mode of that moment says whether it is told; of one that is gone, that of its last picture too. */
  readonly knownAtMs: number
}

/** Writes messages under System Status. Call it in the transaction of what it tells of; true: there is something to send. */
export async function tellStatus(db: Db, camera: CameraTable, news: CameraNews, nowMs: number): Promise<boolean> {
  const { id, workspace_id, name, location } = camera
  const { kind, atMs, knownAtMs } = news
  const tellable = { workspaceId: workspace_id, cameraId: id, isUrgent: true, happenedAtMs: knownAtMs }
  const isToldNow = await mayTell(db, tellable, nowMs)
  const isToldThen = kind === 'offline' && (await mayTell(db, { ...tellable, happenedAtMs: atMs }, nowMs))
  if (!isToldNow && !isToldThen) return false
  const channels = await channelsFor(db, await findWorkspaceConfig(db, workspace_id), ['STATUS'])
  const told = {
    workspace_id,
    kind,
    event_type: null,
    camera_id: id,
    camera_name: name,
    camera_location: location,
    occurred_at: atMs,
    from_at: atMs,
    event_count: 1,
    thumbnail_key: null,
    tag: newsTag(id, kind),
  } as const
  await tell(db, told, channels, nowMs)
  return channels.length > 0
}
