import type { RetentionClockTable } from '../db/plan-tables'
import type { Db, VideoTable } from '../db/schema'
import { noteRemovedClips } from './removed-clip-rows'

export type StoredVideo = Pick<VideoTable, 'id' | 'size_bytes' | 'blob_key' | 'thumbnail_key'>

export async function listWorkspacesWithVideos(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('videos').select('workspace_id').distinct().orderBy('workspace_id').execute()
  return rows.map((row) => row.workspace_id)
}

/** Whose recordings, how many at most, and the time that is believed (`retention-clock.ts`): until then a share spares one. */
export interface Oldest {
  readonly workspaceId: string
  readonly limit: number
  readonly byMs: number
}

/** Those that began before a time, oldest first. */
export async function listVideosBefore(db: Db, beforeMs: number, oldest: Oldest): Promise<StoredVideo[]> {
  return oldestVideos(db, oldest).where('created_at', '<', beforeMs).execute()
}

/** Bytes of those that began before a time. */
export async function sumVideosBefore(db: Db, workspaceId: string, beforeMs: number): Promise<number> {
  const row = await db
    .selectFrom('videos')
    .select((video) => video.fn.sum('size_bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '<', beforeMs)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** The oldest that nobody marked as kept. */
export async function listOldestVideos(db: Db, oldest: Oldest): Promise<StoredVideo[]> {
  return oldestVideos(db, oldest).where('is_kept', '=', 0).execute()
}

/** Bytes of all that nobody marked as kept. */
export async function sumRemovableVideos(db: Db, of: Omit<Oldest, 'limit'>): Promise<number> {
  const row = await unsharedVideos(db, of)
    .select((video) => video.fn.sum('size_bytes').as('bytes'))
    .where('is_kept', '=', 0)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Removes recordings for good: a repeat of the upload does not bring them back. Call it inside a transaction. */
export async function removeVideos(db: Db, videos: readonly StoredVideo[], nowMs: number): Promise<void> {
  if (videos.length === 0) return
  await noteRemovedClips(
    db,
    videos.map(({ id }) => id),
    nowMs,
  )
  await takeVideoRows(db, videos, nowMs)
}

/**
 * Takes the rows, unties their events, which stay, and notes the files for removal. Call it inside a transaction: what
 * happens to the hub afterwards, the files go.
 */
export async function takeVideoRows(db: Db, videos: readonly StoredVideo[], nowMs: number): Promise<void> {
  const ids = videos.map(({ id }) => id)
  await db.updateTable('events').set({ video_id: null }).where('video_id', 'in', ids).execute()
  await db.deleteFrom('videos').where('id', 'in', ids).execute()
  const keys = videos.flatMap(({ blob_key, thumbnail_key }) => [blob_key, thumbnail_key])
  const removals = keys.filter((key) => key !== null).map((key) => ({ blob_key: key, asked_at: nowMs }))
  await db
    .insertInto('blob_removals')
    .values(removals)
    // Somebody else deleted the same recording a moment before.
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .execute()
}

const CLOCK_ID = 'retention'

export async function findRetentionClock(db: Db): Promise<RetentionClockTable | undefined> {
  return db.selectFrom('retention_clock').selectAll().where('id', '=', CLOCK_ID).executeTakeFirst()
}

export async function putRetentionClock(db: Db, reading: Omit<RetentionClockTable, 'id'>): Promise<void> {
  await db
    .insertInto('retention_clock')
    .values({ id: CLOCK_ID, ...reading })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(reading))
    .execute()
}

/** When the newest recording of all came; null: there is none. */
export async function newestArrival(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('videos')
    .select((video) => video.fn.max('received_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

function oldestVideos(db: Db, { limit, ...of }: Oldest) {
  return unsharedVideos(db, of)
    .select(['id', 'size_bytes', 'blob_key', 'thumbnail_key'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
}

/** Without those that somebody may still watch by a link (SHARE-22). */
function unsharedVideos(db: Db, { workspaceId, byMs }: Omit<Oldest, 'limit'>) {
  return db
    .selectFrom('videos')
    .where('workspace_id', '=', workspaceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shares')
            .select('shares.id')
            .whereRef('shares.video_id', '=', 'videos.id')
            .where('shares.expires_at', '>', byMs),
        ),
      ),
    )
}
