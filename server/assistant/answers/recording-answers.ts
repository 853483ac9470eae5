import { type EventType, eventType } from '../../../src/contract/event'
import { formatBytes } from '../../../src/lib/bytes'
import { lengthWords, pictureWords } from '../../../src/lib/film-words'
import { presentFacts } from '../../recordings/facts/facts-presenter'
import { clipLink } from '../clip-links'
import type { IntentOf, RecordingOrder } from '../question/intent'
import type { Kinds } from '../question/kinds'
import type { FoundVideo, VideoSums } from '../search/search-rows'
import { timeOf } from '../times/period'
import { type Asked, wantedOf } from './asked'
import { noneOf } from './none-answers'
import { besideEnd, isAnyMotion, LISTED, listed, numberOf, scopeOf, thereWere, thingsOf } from './phrases'

export async function aboutRecordings(
  { filter, order, count, asksLength, ...passing }: IntentOf<'recordings'>,
  asked: Asked,
): Promise<string> {
  const wanted = wantedOf(filter)
  const sums = await asked.search.sumRecordings(wanted)
  const name = recordingName(filter)
  const heading = `${thereWere(sums.count, name)}${scopeOf(filter, asked)}`
  if (sums.count === 0) return noneOf(`${heading}.`, filter, asked)
  const real = orderOf(order, sums)
  const { passed } = passing
  const limit = Math.min(count ?? LISTED, 3 * LISTED)
  const found = (await asked.search.recordings(wanted, real, limit + passed)).slice(passed)
  // Of several it would hide the times.
  const lines = found.map((video) =>
    [...lineOf(video, asked), ...(found.length === 1 ? pictureWords(presentFacts(video)) : [])].join(', '),
  )
  if (count === null)
    return [
      `${heading}, ${totalOf(sums, asksLength)} in all.`,
      ...untimedNote(sums, asksLength),
      ...listed(sums.count, lines, real),
    ].join('\n')
  const [only] = found
  const { place, beside } = besideEnd(passing, order === 'oldest' ? 'first' : 'last')
  if (only === undefined && passed > 0)
    return `${thereWere(0, `${place === '' ? '' : `${place}${real} `}${name}`)}${beside}${scopeOf(filter, asked)}.`
  const which = `The ${place}${real} ${found.length === 1 ? name : numberOf(found.length, name)}${beside}`
  const isSaid = asksLength && found.length === 1 && only?.duration_ms != null
  const length = isSaid ? ` is ${lengthWords(only?.duration_ms ?? 0)} long` : ''
  const isOfAll = order === 'longest' || order === 'shortest'
  return [
    `${which}${scopeOf(filter, asked)}${length}:`,
    ...lines.map((line) => `- ${line}`),
    ...untimedNote(isOfAll ? sums : untimedOf(found), asksLength),
  ].join('\n')
}

/** Where no length is known yet, the sizes tell most of it. */
function orderOf(order: RecordingOrder, { durationMs }: VideoSums): RecordingOrder {
  if (durationMs > 0) return order
  return order === 'longest' ? 'largest' : order === 'shortest' ? 'smallest' : order
}

/** Who does not ask is not told a length that lacks some. */
function totalOf({ durationMs, sizeBytes, unread }: VideoSums, asksLength: boolean): string {
  const isTold = durationMs > 0 && (asksLength || unread === 0)
  return isTold ? `${lengthWords(durationMs)} and ${formatBytes(sizeBytes)}` : formatBytes(sizeBytes)
}

type Untimed = Pick<VideoSums, 'count' | 'unread' | 'unplayable'>

function untimedOf(found: readonly FoundVideo[]): Untimed {
  const untimed = found.filter(({ duration_ms }) => duration_ms === null)
  const unread = untimed.filter(({ facts_at }) => facts_at === null).length
  return { count: found.length, unread, unplayable: untimed.length - unread }
}

/** Which of them have no length: said where lengths are asked for. */
function untimedNote({ count, unread, unplayable }: Untimed, asksLength: boolean): string[] {
  if (!asksLength) return []
  const ofThem = (some: number) => (some === count ? (count === 1 ? 'it' : 'they') : `${some} of them`)
  const isOne = (some: number) => some === 1
  return [
    ...(unread === 0
      ? []
      : [
          `How long ${ofThem(unread)} ${isOne(unread) ? 'is' : 'are'} is not known yet: the hub has still to read that.`,
        ]),
    ...(unplayable === 0
      ? []
      : [
          `${capital(ofThem(unplayable))} cannot be played: the hub found no film in ${isOne(unplayable) ? 'its file' : 'their files'}.`,
        ]),
  ]
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const typeWords: Readonly<Record<EventType, string>> = { PERSON: 'a person', MOTION: 'motion', ALERT: 'an alert' }

export function recordingName({ types, labels }: Kinds): string {
  if (labels !== null) {
    if (labels.length === 0) return `recording of unrecognised ${typeWords.MOTION}`
    return thingsOf(labels)
      .map((thing) => `recording of ${thing}`)
      .join(' or ')
  }
  if (types === null || types.length === eventType.options.length) return 'recording'
  if (isAnyMotion(types)) return `recording of ${typeWords.MOTION}`
  return types.map((type) => `recording of ${typeWords[type]}`).join(' or ')
}

function lineOf(video: FoundVideo, { zone }: Asked): string[] {
  const { id, created_at, camera_name, size_bytes } = video
  return [clipLink(`${timeOf(created_at, zone)}, ${camera_name}`, id), ...lengthOf(video), formatBytes(size_bytes)]
}

function lengthOf({ facts_at, duration_ms }: FoundVideo): string[] {
  if (facts_at === null) return []
  return [duration_ms === null ? 'cannot be played' : lengthWords(duration_ms)]
}
