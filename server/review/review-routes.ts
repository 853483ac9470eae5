import { type ReviewClip, reviewCalls } from '../../src/contract/review'
import { isoTime } from '../../src/lib/date-time'
import { labelsIn } from '../db/label-text'
import { presentEvent } from '../events/event-presenter'
import type { Handler, Route } from '../http/contract'
import { mediaUrls, type UrlOf } from '../storage/media-urls'
import type { StorageServices } from '../storage/services'
import { clipLengthMs } from './lanes'
import { readReview, readReviewClips } from './review'
import type { ReviewClipRow } from './review-rows'

export function reviewRoutes(route: Route<StorageServices>): void {
  route(reviewCalls.read, read)
  route(reviewCalls.clips, clips)
}

const read: Handler<typeof reviewCalls.read, StorageServices> = async (services, { member, query }) => {
  const { fromMs, untilMs, isCut, lanes } = await readReview(services, member.workspaceId, periodOf(query))
  return { from: isoTime(fromMs), until: isoTime(untilMs), isCut, lanes: [...lanes] }
}

const clips: Handler<typeof reviewCalls.clips, StorageServices> = async (services, { member, query, request }) => {
  const asked = { ...periodOf(query), cameraId: query.cameraId ?? null }
  const found = await readReviewClips(services, member.workspaceId, asked)
  const urlOf = mediaUrls(services, request)
  return {
    clips: found.clips.map((row) => presentClip(row, nextOf(found.clips, row), urlOf)),
    unrecorded: found.unrecorded.map((row) => presentEvent(row, urlOf)),
    isCut: found.isCut,
  }
}

function periodOf({ from, to }: { readonly from: string; readonly to: string }) {
  return { fromMs: Date.parse(from), toMs: Date.parse(to) }
}

/** The next recording of the same camera. */
function nextOf(rows: readonly ReviewClipRow[], row: ReviewClipRow): ReviewClipRow | undefined {
  return rows.slice(rows.indexOf(row) + 1).find(({ camera_id }) => camera_id === row.camera_id)
}

function presentClip(row: ReviewClipRow, next: ReviewClipRow | undefined, urlOf: UrlOf): ReviewClip {
  return {
    videoId: row.id,
    cameraId: row.camera_id,
    title: row.title,
    type: row.event_type,
    labels: labelsIn(row.labels),
    startedAt: isoTime(row.created_at),
    lengthMs: clipLengthMs(row, next?.created_at),
    size: row.size_bytes,
    thumbnailUrl: row.thumbnail_key === null ? null : urlOf(row.thumbnail_key),
    videoUrl: urlOf(row.blob_key),
  }
}
