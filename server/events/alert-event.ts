import { randomUUID } from 'node:crypto'
import type { AlertKind } from '../db/notification-tables'
import type { CameraTable, Db } from '../db/schema'
import { alertWords } from '../notifications/event-words'
import { noteEvent } from '../notifications/incidents'
import { noteHappenings } from '../webhooks/happenings'
import { insertEvent } from './event-rows'

export interface AlertEvent {
  readonly eventId: string
  /** There is a notification to send. */
  readonly isTold: boolean
  /** There is a webhook to call. */
  readonly isCalled: boolean
}

/** Writes an alert's event, its messages and what webhooks are called with. Call it in the transaction of what it tells of. */
export async function recordAlertEvent(
  db: Db,
  camera: CameraTable,
  kind: AlertKind,
  occurredAtMs: number,
  nowMs: number,
): Promise<AlertEvent> {
  const event = {
    id: randomUUID(),
    workspace_id: camera.workspace_id,
    camera_id: camera.id,
    video_id: null,
    type: 'ALERT',
    ...alertWords(kind, camera),
    created_at: occurredAtMs,
    labels: null,
    is_by_hand: 0,
  } as const
  await insertEvent(db, event)
  const isTold = await noteEvent(db, { event, camera, thumbnailKey: null, alertKind: kind }, nowMs)
  const isCalled = await noteHappenings(db, camera, [{ kind: 'event.created', event, alertKind: kind }], nowMs)
  return { eventId: event.id, isTold, isCalled }
}
