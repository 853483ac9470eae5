import { type Detection, labelCountsOf } from '../../src/contract/detection'
import { groupsOf } from '../../src/lib/label'
import { labelsText } from '../db/label-text'
import type { CameraTable, EventTable } from '../db/schema'
import { clipWords } from '../notifications/event-words'

/** What a clip's event says. */
export type ClipEvent = Pick<EventTable, 'type' | 'title' | 'message' | 'labels'> & {
  /** Title of the recording itself. */
  readonly videoTitle: string
}

/** A clip in which the camera saw somebody is a PERSON, any other MOTION, whatever else it shows (HUB-11, LABEL-01). */
export function eventOfClip(
  camera: Pick<CameraTable, 'name' | 'location'>,
  detections: readonly Detection[],
): ClipEvent {
  const seen = labelCountsOf(detections)
  return {
    type: groupsOf(seen).includes('person') ? 'PERSON' : 'MOTION',
    ...clipWords(seen, camera),
    videoTitle: `${camera.name} · ${seen[0]?.label ?? 'motion'}`,
    labels: labelsText(seen),
  }
}
