import type { OutageTable } from '../../db/notification-tables'
import type { Db } from '../../db/schema'
import type { Range } from '../times/period'

/** Outages of cameras that touch a time, in their order. */
export async function listOutagesWithin(
  db: Db,
  workspaceId: string,
  cameraIds: readonly string[],
  { fromMs, untilMs }: Range,
): Promise<OutageTable[]> {
  if (cameraIds.length === 0) return []
  return db
    .selectFrom('outages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('camera_id', 'in', cameraIds)
    .where('seen_at', '<', untilMs)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', fromMs)]))
    .orderBy('seen_at')
    .execute()
}

/** When a camera last recorded by motion; undefined: never. */
export async function findLastMotion(db: Db, workspaceId: string, cameraId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('camera_id', '=', cameraId)
    .where('type', '!=', 'ALERT')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
