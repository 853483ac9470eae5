import type { OutageTable, OutageWatchTable } from '../db/notification-tables'
import type { CameraTable, Db } from '../db/schema'

/** Cameras of all workspaces whose last snapshot came before or after a span, and whose outage is not known yet. */
export async function listSilentCameras(
  db: Db,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<CameraTable[]> {
  return db
    .selectFrom('cameras')
    .leftJoin('outages', (join) =>
      join.onRef('outages.camera_id', '=', 'cameras.id').on('outages.ended_at', 'is', null),
    )
    .selectAll('cameras')
    .where((row) =>
      row.or([row('cameras.last_snapshot_at', '<', fromMs), row('cameras.last_snapshot_at', '>', untilMs)]),
    )
    .where('cameras.removed_at', 'is', null)
    .where('outages.id', 'is', null)
    .execute()
}

/** Of all workspaces. */
export async function listOpenOutages(db: Db): Promise<OutageTable[]> {
  return db.selectFrom('outages').selectAll().where('ended_at', 'is', null).execute()
}

/** The latest outage of a camera, over or not. */
export async function findLatestOutage(db: Db, cameraId: string): Promise<OutageTable | undefined> {
  return db
    .selectFrom('outages')
    .selectAll()
    .where('camera_id', '=', cameraId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertOutage(db: Db, outage: OutageTable): Promise<void> {
  await db.insertInto('outages').values(outage).execute()
}

/** Changes an outage that is not over; false: it is. */
export async function updateOpenOutage(
  db: Db,
  id: string,
  change: Partial<Pick<OutageTable, 'back_since' | 'ended_at'>>,
): Promise<boolean> {
  const result = await db
    .updateTable('outages')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function deleteOldOutages(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('outages').where('ended_at', '<', beforeMs).execute()
}

const WATCH_ID = 'cameras'

export async function findOutageWatch(db: Db): Promise<OutageWatchTable | undefined> {
  return db.selectFrom('outage_watch').selectAll().where('id', '=', WATCH_ID).executeTakeFirst()
}

export async function putOutageWatch(db: Db, watch: Omit<OutageWatchTable, 'id'>): Promise<void> {
  await db
    .insertInto('outage_watch')
    .values({ ...watch, id: WATCH_ID })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(watch))
    .execute()
}
