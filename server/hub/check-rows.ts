import type { CameraTable, Db, VideoTable } from '../db/schema'

const BATCH = 500

export type CheckedVideo = Pick<
  VideoTable,
  'id' | 'workspace_id' | 'size_bytes' | 'sha256' | 'blob_key' | 'thumbnail_key'
>

/** Of all workspaces. */
export async function countVideos(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('videos')
    .select((video) => video.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of all workspaces, in order of their ids, the next after one id; empty behind the last. */
export async function listVideosAfter(db: Db, afterId: string): Promise<CheckedVideo[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'workspace_id', 'size_bytes', 'sha256', 'blob_key', 'thumbnail_key'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/** The picture is gone: lists show the recording without one. */
export async function forgetThumbnail(db: Db, videoId: string): Promise<void> {
  await db.updateTable('videos').set({ thumbnail_key: null }).where('id', '=', videoId).execute()
}

/** The camera counts as one that sent no snapshot, until its next. */
export async function forgetSnapshot(db: Db, camera: Pick<CameraTable, 'id'>): Promise<void> {
  await db
    .updateTable('cameras')
    .set({ last_snapshot_at: null, snapshot_version: null })
    .where('id', '=', camera.id)
    .execute()
}
