import type { EventType } from '../../../src/contract/event'
import { MINUTE_MS } from '../../../src/lib/durations'
import { countedLabels } from '../../../src/lib/label'
import { offsetMs, wallTimeMs } from '../../../src/lib/zone-time'
import { labelsIn } from '../../db/label-text'
import type { DeliveryTable } from '../../db/notification-tables'
import { alertWords, clipWords, partlyUnrecordedWords, unrecordedWords } from '../event-words'

/** What a message says, for every channel alike. Its texts hold names as people typed them: each format escapes them. */
export interface Message {
  readonly title: string
  readonly text: string
  /** Said where its picture shows; null: the picture speaks for itself. */
  readonly aboutPicture: string | null
  readonly facts: readonly Fact[]
  /** The events screen; for what is about the hub or a camera itself, the screen that it belongs to. */
  readonly link: { readonly label: string; readonly url: string }
  /** Where a chat's server may fetch the picture for some minutes; null: there is none, or the hub is not public. */
  readonly pictureUrl: string | null
  readonly tone: Tone
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export type Tone = 'motion' | 'person' | 'alert' | 'status'

/** What a message needs to know of the hub. */
export interface Sender {
  /** Origin under which people reach the hub. */
  readonly origin: string
  readonly pictureUrl: string | null
  /** Whose clocks its times are told by (`zone.ts`). */
  readonly zone: string
}

const words: Readonly<Record<EventType, { one: string; many: string; tone: Tone }>> = {
  MOTION: { one: 'Motion', many: 'motions', tone: 'motion' },
  PERSON: { one: 'Person', many: 'sightings of a person', tone: 'person' },
  ALERT: { one: 'Alert', many: 'alerts', tone: 'alert' },
}

/** What it says where its picture shows, or where it does not. */
export function wordsOf({ text, aboutPicture }: Message, hasPicture: boolean): string {
  return hasPicture && aboutPicture !== null ? `${text} ${aboutPicture}` : text
}

export function messageOf(told: DeliveryTable, sender: Sender): Message {
  const place = `${told.camera_name} (${told.camera_location})`
  switch (told.kind) {
    case 'event':
      return eventMessage(told, place, sender)
    case 'digest':
      return digestMessage(told, place, sender)
    case 'offline':
      return statusMessage(told, place, sender, {
        title: `${told.camera_name} went offline`,
        text: `${place} went offline at ${timeIn(sender.zone, told.occurred_at)}: no picture has come since. Check the browser tab that films, its power and its network.`,
      })
    case 'online':
      return statusMessage(told, place, sender, {
        title: `${told.camera_name} is back online`,
        text: `${place} is back: pictures have been coming again since ${timeIn(sender.zone, told.occurred_at)}.`,
      })
    case 'power-back':
      return statusMessage(told, place, sender, {
        title: `Power is back at ${told.camera_name}`,
        text: `The device behind ${place} has been plugged in again since ${timeIn(sender.zone, told.occurred_at)}.`,
      })
  }
}

function eventMessage(told: DeliveryTable, place: string, sender: Sender): Message {
  const { one, tone } = words[told.event_type ?? 'MOTION']
  const camera = { name: told.camera_name, location: told.camera_location }
  const said = told.alert_kind === null ? clipWords(labelsIn(told.labels), camera) : alertWords(told.alert_kind, camera)
  return {
    title: said.title,
    text: said.message + unrecordedOf(told),
    aboutPicture: null,
    facts: [
      { label: 'Camera', value: place },
      { label: 'Type', value: one },
      ...seenFact(told),
      { label: 'Time', value: timeIn(sender.zone, told.occurred_at) },
    ],
    link: { label: 'Open the events', url: momentUrl(sender, told) },
    pictureUrl: sender.pictureUrl,
    tone,
  }
}

function digestMessage(told: DeliveryTable, place: string, sender: Sender): Message {
  const { one, many, tone } = words[told.event_type ?? 'MOTION']
  const count = `${told.event_count} more ${told.event_count === 1 ? one.toLowerCase() : many}`
  return {
    title: `${count} at ${told.camera_name}`,
    text: `${count} at ${place}, the last at ${timeIn(sender.zone, told.occurred_at)}.${unrecordedOf(told)}`,
    aboutPicture: 'The picture is of the newest clip.',
    facts: [
      { label: 'Camera', value: place },
      { label: 'Type', value: one },
      { label: 'Count', value: String(told.event_count) },
      ...seenFact(told),
      { label: 'First', value: timeIn(sender.zone, told.from_at) },
      { label: 'Last', value: timeIn(sender.zone, told.occurred_at) },
    ],
    link: { label: 'Open the events', url: momentUrl(sender, told) },
    pictureUrl: sender.pictureUrl,
    tone,
  }
}

/** The screen of events at the moment: what came since is not what the message is of (MSG-13). */
function momentUrl({ origin }: Sender, { occurred_at, camera_id }: DeliveryTable): string {
  const camera = camera_id === null ? '' : `&camera=${camera_id}`
  return `${origin}/events?at=${new Date(occurred_at).toISOString()}${camera}`
}

/** Behind what was seen; empty where all of it was recorded. */
function unrecordedOf({ unrecorded_why: why, event_count: count }: DeliveryTable): string {
  if (why === null) return ''
  return ` ${count === 1 ? unrecordedWords[why] : partlyUnrecordedWords[why]}`
}

/** None where nothing was recognised. */
function seenFact({ labels }: DeliveryTable): Fact[] {
  return labels === null ? [] : [{ label: 'Seen', value: countedLabels(labelsIn(labels)) }]
}

function statusMessage(
  told: DeliveryTable,
  place: string,
  sender: Sender,
  said: Pick<Message, 'title' | 'text'>,
): Message {
  return {
    ...said,
    aboutPicture: null,
    facts: [
      { label: 'Camera', value: place },
      { label: 'Type', value: 'System Status' },
      { label: 'Time', value: timeIn(sender.zone, told.occurred_at) },
    ],
    link: { label: 'Open the cameras', url: `${sender.origin}/cameras` },
    pictureUrl: null,
    tone: 'status',
  }
}

/** What Test Integration sends. */
export function testMessage(askedBy: string, nowMs: number, { origin, zone }: Sender): Message {
  return {
    title: 'Test message from Nightjar',
    text: 'This channel works: notifications of your cameras will look like this. The test does not count as one.',
    aboutPicture: null,
    facts: [
      { label: 'Asked for by', value: askedBy },
      { label: 'Type', value: 'Test' },
      { label: 'Time', value: timeIn(zone, nowMs) },
    ],
    link: { label: 'Open the notification settings', url: `${origin}/notifications` },
    pictureUrl: null,
    tone: 'status',
  }
}

/** By the clocks of a zone, with how far they are ahead: in autumn they show an hour of the night twice. */
export function timeIn(zone: string, atMs: number): string {
  const wall = new Date(wallTimeMs(zone, atMs)).toISOString()
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)} ${offsetName(offsetMs(zone, atMs))}`
}

/** `UTC`, `UTC+1`, `UTC-3:30`. */
function offsetName(aheadMs: number): string {
  const minutes = Math.abs(Math.round(aheadMs / MINUTE_MS))
  if (minutes === 0) return 'UTC'
  const past = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${aheadMs < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${past}`
}
