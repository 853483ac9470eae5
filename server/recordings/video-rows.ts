import type { SelectQueryBuilder } from 'kysely'
import type { CameraTable, Database, Db, VideoTable } from '../db/schema'
import { listDays, type Page, type PagePlace, placeOf, totalOf } from '../events/day-rows'
import { type DescribedRow, descriptionColumns } from '../events/descriptions/description-presenter'

export type VideoRow = VideoTable & DescribedRow & { camera_name: CameraTable['name'] }

/** Newest first. Its day is found by the days' counts, its place in the index alone: whole rows are read only of what is shown. */
export async function listVideos(
  db: Db,
  workspaceId: string,
  { page, pageSize }: Page,
): Promise<{ readonly rows: VideoRow[]; readonly total: number }> {
  const days = await listDays(db, workspaceId, 'videos', { from: null, to: null })
  const place = placeOf(days, page * pageSize, pageSize)
  const rows = place === null ? [] : await videosFrom(db, workspaceId, place, pageSize)
  return { rows, total: totalOf(days) }
}

function videosFrom(db: Db, workspaceId: string, place: PagePlace, pageSize: number): Promise<VideoRow[]> {
  const shown = db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', place.fromMs)
    .where('created_at', '<', place.beforeMs)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(place.offset)
  return wholeRows(db, shown)
}

/** Everything of the recordings that a query finds, newest first. */
export function wholeRows(
  db: Db,
  shown: SelectQueryBuilder<Database, 'videos', Pick<VideoTable, 'id'>>,
): Promise<VideoRow[]> {
  return db
    .selectFrom(shown.as('shown'))
    .innerJoin('videos', 'videos.id', 'shown.id')
    .innerJoin('cameras', 'cameras.id', 'videos.camera_id')
    .leftJoin('event_descriptions', 'event_descriptions.video_id', 'videos.id')
    .selectAll('videos')
    .select(['cameras.name as camera_name', ...descriptionColumns])
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id', 'desc')
    .execute()
}

export async function findVideo(db: Db, workspaceId: string, videoId: string): Promise<VideoTable | undefined> {
  return db
    .selectFrom('videos')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', videoId)
    .executeTakeFirst()
}

/** The recording that a clip has become, or was, if it was removed since; undefined: it has not come yet. */
export async function findStoredClip(
  db: Db,
  workspaceId: string,
  clipId: string,
): Promise<Pick<VideoTable, 'id' | 'clip_id'> | undefined> {
  return db
    .selectFrom('videos')
    .select(['id', 'clip_id'])
    .where('workspace_id', '=', workspaceId)
    .where('clip_id', '=', clipId)
    .unionAll(
      db
        .selectFrom('removed_clips')
        .select(['video_id as id', 'clip_id'])
        .where('workspace_id', '=', workspaceId)
        .where('clip_id', '=', clipId),
    )
    .executeTakeFirst()
}

export async function insertVideo(db: Db, video: VideoTable): Promise<void> {
  await db.insertInto('videos').values(video).execute()
}

/** Kept ones stay when room is made for new recordings; false: the workspace has no such recording. */
export async function setVideoKept(db: Db, workspaceId: string, videoId: string, isKept: boolean): Promise<boolean> {
  const result = await db
    .updateTable('videos')
    .set({ is_kept: Number(isKept) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', videoId)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Of all workspaces, for the start-up check of stored files. */
export async function listVideoKeys(db: Db): Promise<Pick<VideoTable, 'blob_key' | 'thumbnail_key'>[]> {
  return db.selectFrom('videos').select(['blob_key', 'thumbnail_key']).execute()
}
