import { videoCalls } from '../../src/contract/video'
import { storageUsageOf } from '../billing/plan-rules'
import type { Db, VideoTable } from '../db/schema'
import { sumVideos } from '../events/day-rows'
import { presentDetections } from '../events/detections'
import { proofMarks } from '../evidence/clip-proofs'
import type { Handler, Route } from '../http/contract'
import { notFound } from '../lib/errors'
import { zoneOf } from '../lib/zone'
import { lockWorkspace } from '../members/people-rows'
import { BLOB_REMOVAL_JOB, withRoomToRemove } from '../storage/blob-removals'
import { mediaUrls } from '../storage/media-urls'
import { removeVideos } from './retention-rows'
import type { RecordingServices } from './services'
import { sharedUntil } from './shared-clip-rows'
import { sumStorageParts } from './storage-part-rows'
import { presentVideo } from './video-presenter'
import type { VideoRow } from './video-rows'
import * as videos from './video-rows'
import { searchVideos } from './video-search-rows'
import { uploadVideo } from './video-upload'

export function videoRoutes(route: Route<RecordingServices>): void {
  route(videoCalls.upload, uploadVideo)
  route(videoCalls.list, listVideos)
  route(videoCalls.storageUsage, storageUsage)
  route(videoCalls.one, oneVideo)
  route(videoCalls.download, downloadVideo)
  route(videoCalls.remove, removeVideo)
  route(videoCalls.keep, keepVideo)
}

const listVideos: Handler<typeof videoCalls.list, RecordingServices> = async (services, { member, query, request }) => {
  const { q = '', ...page } = query
  const { rows, total } =
    q === ''
      ? await videos.listVideos(services.db, member.workspaceId, page)
      : await searchVideos(services.db, member.workspaceId, q, page)
  const urlOf = mediaUrls(services, request)
  const ids = rows.map(({ id }) => id)
  const shared = await sharedUntil(services.db, ids, services.clock.now())
  const marks = await proofMarks(services.db, ids)
  const present = (row: VideoRow) => ({
    ...presentVideo(row, urlOf, shared.get(row.id) ?? null),
    proof: marks.get(row.id),
  })
  return { videos: rows.map(present), total }
}

const storageUsage: Handler<typeof videoCalls.storageUsage, RecordingServices> = async ({ db }, { member, query }) => {
  const { workspaceId, tier } = member
  const usage = storageUsageOf(tier, (await sumVideos(db, workspaceId)).sizeBytes)
  if (query.timeZone === undefined) return usage
  return { ...usage, parts: await sumStorageParts(db, workspaceId, zoneOf(query.timeZone)) }
}

const oneVideo: Handler<typeof videoCalls.one, RecordingServices> = async (services, { member, params, request }) => {
  const video = await loadVideo(services, member.workspaceId, params.videoId)
  return { videoUrl: mediaUrls(services, request)(video.blob_key), ...presentDetections(video) }
}

const downloadVideo: Handler<typeof videoCalls.download, RecordingServices> = async (
  services,
  { member, params, request },
) => {
  const video = await loadVideo(services, member.workspaceId, params.videoId)
  return { url: mediaUrls(services, request)(video.blob_key, { download: '1' }) }
}

const removeVideo: Handler<typeof videoCalls.remove, RecordingServices> = async (services, { member, params }) => {
  const { db, clock, jobs } = services
  const video = await loadVideo(services, member.workspaceId, params.videoId)
  const remove = async (transaction: Db) => {
    // First, as everybody does who changes what a day counts: two of them then wait, and never for each other.
    await lockWorkspace(transaction, member.workspaceId)
    await removeVideos(transaction, [video], clock.now())
  }
  await withRoomToRemove(services, () => db.transaction().execute(remove))
  jobs.nudge(BLOB_REMOVAL_JOB)
  return {}
}

const keepVideo: Handler<typeof videoCalls.keep, RecordingServices> = async ({ db }, { member, params, body }) => {
  const isThere = await db.transaction().execute(async (transaction) => {
    // Whoever makes room chooses behind this lock what nobody keeps: an answer that it is kept then holds.
    await lockWorkspace(transaction, member.workspaceId)
    return videos.setVideoKept(transaction, member.workspaceId, params.videoId, body.isKept)
  })
  if (!isThere) throw notFound('video')
  return {}
}

async function loadVideo({ db }: RecordingServices, workspaceId: string, videoId: string): Promise<VideoTable> {
  const video = await videos.findVideo(db, workspaceId, videoId)
  if (video === undefined) throw notFound('video')
  return video
}
