import type { Video } from '../../src/contract/video'
import { labelsIn } from '../db/label-text'
import { presentDescription } from '../events/descriptions/description-presenter'
import { presentDetections } from '../events/detections'
import type { UrlOf } from '../storage/media-urls'
import { presentFacts, qualityOf } from './facts/facts-presenter'
import type { VideoRow } from './video-rows'

/** `sharedUntilMs`: null where it is not shared. */
export function presentVideo(row: VideoRow, urlOf: UrlOf, sharedUntilMs: number | null): Video {
  return {
    id: row.id,
    title: row.title,
    type: row.media_type,
    notificationType: row.event_type,
    quality: qualityOf(row) ?? row.quality,
    size: row.size_bytes,
    createdAt: new Date(row.created_at).toISOString(),
    thumbnailUrl: row.thumbnail_key === null ? null : urlOf(row.thumbnail_key),
    videoUrl: urlOf(row.blob_key),
    camera: { name: row.camera_name },
    isKept: row.is_kept === 1,
    sharedUntil: sharedUntilMs === null ? null : new Date(sharedUntilMs).toISOString(),
    labels: labelsIn(row.labels),
    ...presentFacts(row),
    ...presentDetections(row),
    ...presentDescription(row),
  }
}
