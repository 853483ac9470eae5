import type { FilmColumns } from '../../db/film-columns'
import { relaxed } from '../../db/relaxed'
import type { Db, VideoTable } from '../../db/schema'
import { lockWorkspace } from '../../members/people-rows'

/** A recording whose film is to be read. */
export type UnreadVideo = Pick<VideoTable, 'id' | 'workspace_id' | 'blob_key' | 'facts_tries'>

/** Of all workspaces, the newest first: people look at those. */
export async function listUnreadVideos(db: Db, limit: number): Promise<UnreadVideo[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'workspace_id', 'blob_key', 'facts_tries'])
    .where('facts_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
}

/** Nothing happens where it was deleted meanwhile. Its commit does not wait for the disk: what is lost is read again. */
export async function noteFilm(
  db: Db,
  { id, workspace_id }: UnreadVideo,
  columns: Partial<FilmColumns>,
): Promise<void> {
  await relaxed(db, (connection, condition) =>
    connection.transaction().execute(async (transaction) => {
      // First, as everybody does who changes what a day counts.
      await lockWorkspace(transaction, workspace_id)
      await transaction.updateTable('videos').set(columns).where('id', '=', id).where(condition).execute()
    }),
  )
}

/** How many recordings are still to be read, and how many of those that were cannot be played; of all workspaces. */
export async function countFilms(db: Db): Promise<{ readonly unread: number; readonly unplayable: number }> {
  const unread = db.selectFrom('videos').where('facts_at', 'is', null)
  const unplayable = db.selectFrom('videos').where('facts_at', 'is not', null).where('duration_ms', 'is', null)
  const rows = await Promise.all(
    [unread, unplayable].map((query) =>
      query.select((video) => video.fn.countAll().as('count')).executeTakeFirstOrThrow(),
    ),
  )
  return { unread: Number(rows[0]?.count ?? 0), unplayable: Number(rows[1]?.count ?? 0) }
}
