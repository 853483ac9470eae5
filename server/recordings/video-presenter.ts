import type { SecurityEvent } from '../../src/contract/event'
import type { Video } from '../../src/contract/video'
import { detectionsOf } from '../events/detections'
import type { EventRow } from '../events/event-rows'
import type { BlobKey } from '../storage/blobs'
import type { VideoRow } from './video-rows'

/** Makes a link that a browser can open for some minutes. */
export type UrlOf = (key: BlobKey) => string

export function presentVideo(row: VideoRow, urlOf: UrlOf): Video {
  return {
    id: row.id,
    title: row.title,
    type: row.media_type,
    notificationType: row.event_type,
    quality: row.quality,
    size: row.size_bytes,
    createdAt: isoTimeOf(row.created_at),
    thumbnailUrl: row.thumbnail_key === null ? null : urlOf(row.thumbnail_key),
    videoUrl: urlOf(row.blob_key),
    camera: { name: row.camera_name },
    isKept: row.is_kept === 1,
    ...presentDetections(row),
  }
}

export function presentEvent(row: EventRow, urlOf: UrlOf): SecurityEvent {
  const thumbnailUrl = row.thumbnail_key === null ? null : urlOf(row.thumbnail_key)
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    createdAt: isoTimeOf(row.created_at),
    videoId: row.video_id,
    // Also where there is no clip (an alert) or none any more: a row names its camera (EVT-07). `videoId` says which.
    video: { thumbnailUrl, camera: { name: row.camera_name }, ...presentDetections(row) },
  }
}

/** Left out where nobody was seen (extension `detections`). */
function presentDetections(row: Pick<VideoRow, 'detections'>): Pick<Video, 'detections'> {
  return row.detections === null ? {} : { detections: detectionsOf(row) }
}

function isoTimeOf(ms: number): string {
  return new Date(ms).toISOString()
}
