import { type Detection, personCountOf } from '../../src/contract/detection'
import type { EventType } from '../../src/contract/event'
import type { CameraTable, EventTable } from '../db/schema'
import { personsSeen } from '../notifications/event-words'

/** What a clip's event says. */
export type ClipEvent = Pick<EventTable, 'type' | 'title' | 'message'> & {
  /** Title of the recording itself. */
  readonly videoTitle: string
  /** Most people at one moment; null: nobody was seen. */
  readonly personCount: number | null
}

type ClipCamera = Pick<CameraTable, 'name' | 'location'>

/** A clip in which the camera saw somebody is a PERSON, any other MOTION (HUB-11). */
export function eventOfClip({ name, location }: ClipCamera, detections: readonly Detection[]): ClipEvent {
  const personCount = personCountOf(detections)
  if (personCount === 0) {
    return {
      ...wordsOf('MOTION', name),
      message: `Motion was detected at ${name} (${location}).`,
      personCount: null,
    }
  }
  return { ...wordsOf('PERSON', name), message: `${personsSeen(personCount)} at ${name} (${location}).`, personCount }
}

function wordsOf(type: Extract<EventType, 'MOTION' | 'PERSON'>, cameraName: string) {
  return type === 'PERSON'
    ? { type, title: `Person at ${cameraName}`, videoTitle: `${cameraName} · person` }
    : { type, title: `Motion at ${cameraName}`, videoTitle: `${cameraName} · motion` }
}
