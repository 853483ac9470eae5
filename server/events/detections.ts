import { type Detection, detection, detectionsOfThumbnail } from '../../src/contract/detection'
import type { Video } from '../../src/contract/video'
import { listOf } from '../../src/contract/wire'
import type { VideoTable } from '../db/schema'

/** As it stands in the database: oldest first, whatever order they came in; null for none. */
export function detectionsText(all: readonly Detection[]): string | null {
  return all.length === 0 ? null : JSON.stringify(all.toSorted((a, b) => a.atMs - b.atMs))
}

const stored = listOf(detection)

/** Who and what was seen in a recording, oldest first. */
export function detectionsOf(video: Pick<VideoTable, 'detections'>): Detection[] {
  return video.detections === null ? [] : stored.parse(JSON.parse(video.detections))
}

/** Left out where nothing was (extension `detections`). */
export function presentDetections(row: Pick<VideoTable, 'detections'>): Pick<Video, 'detections'> {
  return row.detections === null ? {} : { detections: detectionsOf(row) }
}

/** What its thumbnail shows, and no more: a page of a hundred events is read every few seconds by each open dashboard. */
export function presentThumbnailDetections(row: Pick<VideoTable, 'detections'>): Pick<Video, 'detections'> {
  return row.detections === null ? {} : { detections: [...detectionsOfThumbnail(detectionsOf(row))] }
}
