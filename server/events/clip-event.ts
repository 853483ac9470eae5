import { labelCountsOf } from '../../src/contract/detection'
import type { VideoFields } from '../../src/contract/video'
import { groupsOf } from '../../src/lib/label'
import { labelsText } from '../db/label-text'
import type { CameraTable, EventTable } from '../db/schema'
import { byHandWords, clipWords } from '../notifications/event-words'

/** What a clip's event says. */
export type ClipEvent = Pick<EventTable, 'type' | 'title' | 'message' | 'labels' | 'is_by_hand'> & {
  /** Title of the recording itself. */
  readonly videoTitle: string
  /** Whether anybody is to be told: of motion that somebody watched, nobody. */
  readonly notifies: boolean
}

/** A clip in which the camera saw somebody is a PERSON, any other MOTION, whatever else it shows (HUB-11, LABEL-01). */
export function eventOfClip(
  camera: Pick<CameraTable, 'name' | 'location'>,
  { detections = [], isByHand = false }: Pick<VideoFields, 'detections' | 'isByHand'>,
): ClipEvent {
  const seen = labelCountsOf(detections)
  return {
    type: groupsOf(seen).includes('person') ? 'PERSON' : 'MOTION',
    ...(isByHand ? byHandWords : clipWords)(seen, camera),
    videoTitle: `${camera.name} · ${seen[0]?.label ?? (isByHand ? 'by hand' : 'motion')}`,
    labels: labelsText(seen),
    is_by_hand: isByHand ? 1 : 0,
    notifies: !isByHand || seen.length > 0,
  }
}
