import type { SecurityEvent } from '../../src/contract/event'
import { labelsIn } from '../db/label-text'
import type { UrlOf } from '../storage/media-urls'
import { presentDescription } from './descriptions/description-presenter'
import { presentThumbnailDetections } from './detections'
import type { EventRow } from './event-rows'

export function presentEvent(row: EventRow, urlOf: UrlOf): SecurityEvent {
  const thumbnailUrl = row.thumbnail_key === null ? null : urlOf(row.thumbnail_key)
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    createdAt: new Date(row.created_at).toISOString(),
    videoId: row.video_id,
    labels: labelsIn(row.labels),
    ...presentDescription(row),
    // Also where there is no clip (an alert) or none any more: a row names its camera (EVT-07). `videoId` says which.
    video: { thumbnailUrl, camera: { name: row.camera_name }, ...presentThumbnailDetections(row) },
  }
}
