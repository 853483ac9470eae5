import { type EventType, eventType } from '../../../src/contract/event'
import { formatBytes } from '../../../src/lib/bytes'
import { clipLink } from '../clip-links'
import type { Intent, RecordingOrder } from '../question/intent'
import type { Kinds } from '../question/topic'
import type { FoundVideo } from '../search/search-rows'
import { timeOf } from '../times/period'
import { type Asked, wantedOf } from './asked'
import { noneOf } from './none-answers'
import { isAnyMotion, LISTED, listed, numberOf, scopeOf, thereWere, thingsOf } from './phrases'

const NO_LENGTH = 'How long recordings are is not kept; their sizes are.'

export async function aboutRecordings(
  { filter, order, count, asksLength }: Extract<Intent, { kind: 'recordings' }>,
  asked: Asked,
): Promise<string> {
  const wanted = wantedOf(filter)
  const { count: total, sizeBytes } = await asked.search.sumRecordings(wanted)
  const name = recordingName(filter)
  const heading = `${thereWere(total, name)}${scopeOf(filter, asked)}`
  if (total === 0) return noneOf(`${heading}.`, filter, asked)
  const found = await asked.search.recordings(wanted, order, Math.min(count ?? LISTED, 3 * LISTED))
  const lines = found.map((video) => lineOf(video, asked))
  const note = asksLength ? [NO_LENGTH] : []
  if (count === null)
    return [...note, `${heading}, ${formatBytes(sizeBytes)} in all.`, ...listed(total, lines, words[order])].join('\n')
  const which =
    found.length === 1 ? `The ${words[order]} ${name}` : `The ${words[order]} ${numberOf(found.length, name)}`
  return [...note, `${which}${scopeOf(filter, asked)}:`, ...lines.map((line) => `- ${line}`)].join('\n')
}

const words: Readonly<Record<RecordingOrder, string>> = {
  newest: 'newest',
  oldest: 'oldest',
  largest: 'largest',
  smallest: 'smallest',
}

const typeWords: Readonly<Record<EventType, string>> = { PERSON: 'a person', MOTION: 'motion', ALERT: 'an alert' }

function recordingName({ types, labels }: Kinds): string {
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

function lineOf({ id, created_at, camera_name, size_bytes }: FoundVideo, { zone }: Asked): string {
  return `${clipLink(`${timeOf(created_at, zone)}, ${camera_name}`, id)}, ${formatBytes(size_bytes)}`
}
