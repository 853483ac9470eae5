import { type Detection, labelCountsOf } from '../../contract/detection'
import type { SecurityEvent } from '../../contract/event'
import type { LabelCount } from '../../lib/label'

interface Seen {
  readonly labels?: readonly LabelCount[] | undefined
  readonly detections?: readonly Detection[] | undefined
}

/** What a recording shows, people first: as the provider says (EXT-18), else counted from what it sends (EXT-04). */
export function seenIn({ labels, detections }: Seen): readonly LabelCount[] {
  return labels ?? labelCountsOf(detections ?? [])
}

/** What an event shows; it outlives the recording that it was seen in. */
export function seenInEvent({ labels, video }: Pick<SecurityEvent, 'labels' | 'video'>): readonly LabelCount[] {
  return seenIn({ labels, detections: video?.detections })
}
