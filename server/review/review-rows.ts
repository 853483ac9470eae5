import type { OutageTable } from '../db/notification-tables'
import type { CameraTable, Db, EventTable, VideoTable } from '../db/schema'

/** Both ends belong to it. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

export type ReviewEventRow = Pick<EventTable, 'camera_id' | 'type' | 'labels' | 'created_at' | 'video_id'> &
  Pick<VideoTable, 'duration_ms'>

/** The oldest first. */
export async function listReviewEvents(
  db: Db,
  workspaceId: string,
  { fromMs, toMs }: Period,
  limit: number,
): Promise<ReviewEventRow[]> {
  return db
    .selectFrom('events')
    .leftJoin('videos', 'videos.id', 'events.video_id')
    .select(['events.camera_id', 'events.type', 'events.labels', 'events.created_at', 'events.video_id'])
    .select('videos.duration_ms')
    .where('events.workspace_id', '=', workspaceId)
    .where('events.created_at', '>=', fromMs)
    .where('events.created_at', '<=', toMs)
    .orderBy('events.created_at')
    .orderBy('events.id')
    .limit(limit)
    .execute()
}

export type ReviewCameraRow = Pick<CameraTable, 'id' | 'name' | 'created_at' | 'removed_at' | 'last_snapshot_at'>

/** All that the workspace ever had, in their order. */
export async function listReviewCameras(db: Db, workspaceId: string): Promise<ReviewCameraRow[]> {
  return db
    .selectFrom('cameras')
    .select(['id', 'name', 'created_at', 'removed_at', 'last_snapshot_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .execute()
}

export type ReviewOutageRow = Pick<OutageTable, 'camera_id' | 'seen_at' | 'back_since' | 'ended_at'>

/** Outages that reach into the period. */
export async function listReviewOutages(db: Db, workspaceId: string, period: Period): Promise<ReviewOutageRow[]> {
  return db
    .selectFrom('outages')
    .select(['camera_id', 'seen_at', 'back_since', 'ended_at'])
    .where('workspace_id', '=', workspaceId)
    .where('seen_at', '<=', period.toMs)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>=', period.fromMs)]))
    .orderBy('seen_at')
    .execute()
}

export type ReviewClipRow = Pick<
  VideoTable,
  | 'id'
  | 'camera_id'
  | 'title'
  | 'event_type'
  | 'labels'
  | 'created_at'
  | 'size_bytes'
  | 'thumbnail_key'
  | 'blob_key'
  | 'duration_ms'
>

/** Recordings that began in the period, the oldest first; of one camera, or of all. */
export async function listReviewClips(
  db: Db,
  workspaceId: string,
  { fromMs, toMs }: Period,
  { cameraId, limit }: { readonly cameraId: string | null; readonly limit: number },
): Promise<ReviewClipRow[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'camera_id', 'title', 'event_type', 'labels', 'created_at', 'size_bytes'])
    .select(['thumbnail_key', 'blob_key', 'duration_ms'])
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', fromMs)
    .where('created_at', '<=', toMs)
    .$if(cameraId !== null, (query) => query.where('camera_id', '=', cameraId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
