import type { EventType } from '../../src/contract/event'
import type { Db, EventTable, VideoTable } from '../db/schema'

/** What a question is about; null leaves that open. */
export interface Search {
  readonly workspaceId: string
  /** From the first moment up to and without the second. */
  readonly fromMs: number
  readonly toMs: number
  readonly type: EventType | null
  readonly cameraId: string | null
}

export type FoundEvent = Pick<EventTable, 'type' | 'title' | 'created_at' | 'video_id'>
export type FoundVideo = Pick<VideoTable, 'id' | 'created_at' | 'size_bytes'> & { camera_name: string }

export async function countFoundEvents(db: Db, search: Search): Promise<number> {
  const row = await foundEvents(db, search)
    .select((event) => event.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Newest first. */
export async function listFoundEvents(db: Db, search: Search, limit: number): Promise<FoundEvent[]> {
  return foundEvents(db, search)
    .select(['type', 'title', 'created_at', 'video_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function sumFoundVideos(db: Db, search: Search): Promise<{ count: number; sizeBytes: number }> {
  const row = await foundVideos(db, search)
    .select((video) => [video.fn.countAll().as('count'), video.fn.sum('size_bytes').as('size_bytes')])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), sizeBytes: Number(row.size_bytes ?? 0) }
}

/** Newest first. */
export async function listFoundVideos(db: Db, search: Search, limit: number): Promise<FoundVideo[]> {
  return foundVideos(db, search)
    .innerJoin('cameras', 'cameras.id', 'videos.camera_id')
    .select(['videos.id', 'videos.created_at', 'videos.size_bytes', 'cameras.name as camera_name'])
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(limit)
    .execute()
}

/** Where the recordings are that a workspace has of these. */
export async function findClipKeys(
  db: Db,
  workspaceId: string,
  videoIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'blob_key'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', videoIds)
    .execute()
  return new Map(rows.map(({ id, blob_key }) => [id, blob_key]))
}

function foundEvents(db: Db, { workspaceId, fromMs, toMs, type, cameraId }: Search) {
  const all = db
    .selectFrom('events')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', fromMs)
    .where('created_at', '<', toMs)
  const ofType = type === null ? all : all.where('type', '=', type)
  return cameraId === null ? ofType : ofType.where('camera_id', '=', cameraId)
}

function foundVideos(db: Db, { workspaceId, fromMs, toMs, cameraId }: Search) {
  const all = db
    .selectFrom('videos')
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.created_at', '>=', fromMs)
    .where('videos.created_at', '<', toMs)
  return cameraId === null ? all : all.where('videos.camera_id', '=', cameraId)
}
