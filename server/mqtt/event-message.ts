import { groupsOf, type LabelGroup, labelGroups } from '../../src/lib/label'
import { labelsIn } from '../db/label-text'
import type { CameraTable, EventTable } from '../db/schema'

/** What a camera senses: that something moved, and what that was. */
export const sensors = ['motion', ...labelGroups] as const
export type Sensor = (typeof sensors)[number]

/** What an event is called here: what it shows first, people before all else. */
export const eventKinds = [...sensors, 'by-hand', 'alert'] as const
export type EventKind = (typeof eventKinds)[number]

type Shown = Pick<EventTable, 'type' | 'labels' | 'is_by_hand'>

function eventKindOf(event: Shown): EventKind {
  if (event.type === 'ALERT') return 'alert'
  return groupsIn(event)[0] ?? (event.is_by_hand === 1 ? 'by-hand' : 'motion')
}

/**
 * Which sensors of its camera it sets off: motion each time something moved, and whoever was seen. An alert sets off none, and
 * a clip that somebody had recorded no motion (LIVE-98): a siren must not sound because somebody looked.
 */
export function sensorsOf(event: Shown): readonly Sensor[] {
  if (event.type === 'ALERT') return []
  return event.is_by_hand === 1 ? groupsIn(event) : ['motion', ...groupsIn(event)]
}

/** Clips of before there were labels say PERSON alone. */
function groupsIn({ type, labels }: Shown): readonly LabelGroup[] {
  const groups = groupsOf(labelsIn(labels))
  return groups.length === 0 && type === 'PERSON' ? ['person'] : groups
}

/** The JSON of an event (MQTT-05). No link and no token: whoever reads the broker is not asked who they are. */
export function eventText(event: EventTable, camera: CameraTable): string {
  return JSON.stringify({
    event_type: eventKindOf(event),
    id: event.id,
    camera_id: camera.id,
    camera: camera.name,
    location: camera.location,
    title: event.title,
    message: event.message,
    labels: labelsIn(event.labels),
    at: new Date(event.created_at).toISOString(),
    video_id: event.video_id,
  })
}
