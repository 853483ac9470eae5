import type { PushMessage } from '../../../src/contract/notifications/push'
import { MINUTE_MS } from '../../../src/lib/durations'
import type { DeliveryTable } from '../../db/notification-tables'
import type { MediaLinks } from '../../storage/media-links'
import { messageOf, testMessage, timeIn, wordsOf } from '../sending/message'
import type { Urgency } from './push-sender'
import type { SnoozeLinks } from './snooze-links'

/** Push services take 4,096 bytes; encryption and its head take 103 of them. */
const MAX_BYTES = 3072
/** All are as long as the next of these, so that their length says nothing of what they say. */
const STEP_BYTES = 1024
const MAX_TITLE_LENGTH = 200
const MAX_BODY_LENGTH = 500
/** An event of longer ago, whose clip waited in a camera, is of another time than a notification without one seems to be. */
const LATE_MS = 10 * MINUTE_MS

/** Addresses in a push are paths: the browser knows the hub by the address that it was opened by there. */
const ORIGIN = 'https://hub.invalid'

interface PushPorts {
  readonly links: MediaLinks
  readonly snoozes: SnoozeLinks
  /** Whose clocks its times are told by. */
  readonly zone: string
  readonly nowMs: number
}

/** What a push says of a message that is told. It holds no token: its links are good for some minutes, and the snooze once. */
export function pushMessageOf(told: DeliveryTable, { links, snoozes, zone, nowMs }: PushPorts): PushMessage {
  const message = messageOf(told, { origin: ORIGIN, pictureUrl: null, zone })
  const picture = told.thumbnail_key === null ? null : links.sign(told.thumbnail_key)
  return {
    title: shortened(message.title, MAX_TITLE_LENGTH),
    body: shortened(wordsOf(message, picture !== null) + lateWords(told, zone, nowMs), MAX_BODY_LENGTH),
    path: message.link.url.slice(ORIGIN.length),
    tag: told.tag ?? told.id,
    at: new Date(told.occurred_at).toISOString(),
    picture,
    snooze: snoozes.sign(told.id),
  }
}

/** Not every system shows the time of a notification; mails and chats have it as a fact, and all else in its words. */
function lateWords({ kind, occurred_at }: DeliveryTable, zone: string, nowMs: number): string {
  const isLate = kind === 'event' && nowMs - occurred_at > LATE_MS
  return isLate ? ` This was at ${timeIn(zone, occurred_at)}.` : ''
}

export function testPushMessage(nowMs: number, askedBy: string): PushMessage {
  const { title, link } = testMessage(askedBy, nowMs, { origin: ORIGIN, pictureUrl: null, zone: 'UTC' })
  return {
    title,
    body: 'Pushes arrive on this device: notifications of your cameras will look like this. The test does not count as one.',
    path: link.url.slice(ORIGIN.length),
    tag: 'test',
    at: new Date(nowMs).toISOString(),
    picture: null,
    snooze: null,
  }
}

/** Motion and people are worth waking a sleeping telephone for; that something goes on is not. */
export function urgencyOf({ kind }: Pick<DeliveryTable, 'kind'>): Urgency {
  return kind === 'event' ? 'high' : 'normal'
}

/** JSON, filled up with blanks. */
export function payloadOf(message: PushMessage): Buffer {
  const plain = Buffer.from(JSON.stringify(message))
  // Names have limits far below this: only texts of many bytes a letter get here.
  if (plain.length > MAX_BYTES) return payloadOf({ ...message, body: '', picture: null })
  return Buffer.concat([plain, Buffer.alloc((STEP_BYTES - (plain.length % STEP_BYTES)) % STEP_BYTES, ' ')])
}

function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${[...text].slice(0, maxLength - 1).join('')}…`
}
