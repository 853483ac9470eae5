import type { EventType } from '../../../src/contract/event'
import type { LabelGroup } from '../../../src/lib/label'
import type { EventRow } from '../../events/event-rows'
import { wantedOf } from '../answers/asked'
import { eventName, placeOf, pluralOf, scopeOf } from '../answers/phrases'
import { plainText } from '../clip-links'
import { beyondSearch, type Unsearchable } from '../question/beyond'
import { HOLE } from '../question/camera-names'
import { filterOf } from '../question/intent'
import { knownWords } from '../question/known-words'
import { readParts } from '../question/question-parts'
import { seenWords, toldWords } from '../question/sought-words'
import { withNoneLeftOut } from '../question/type-words'
import type { SearchSources } from '../services'
import { type Wanted, WorkspaceSearch } from './workspace-search'

/** What must hold beside the words; null leaves that side open. */
export interface SearchLimits {
  readonly type: EventType | null
  /** What they show. */
  readonly group: LabelGroup | null
  /** Both ends belong to the period. */
  readonly fromMs: number | null
  readonly toMs: number | null
}

export interface WordsSearch {
  readonly workspaceId: string
  /** Such as "people at the garage last night". */
  readonly words: string
  /** IANA name of the zone that times are meant in. */
  readonly zone: string
  readonly limits: SearchLimits
  readonly page: number
  readonly pageSize: number
}

export interface FoundByWords {
  /** Newest first. */
  readonly events: readonly EventRow[]
  readonly total: number
  /** Or why nothing was looked for. */
  readonly readAs: string
}

/** Finds events by time, type and camera as the assistant reads them; words that mean none of these must stand in the text. */
export async function findByWords(sources: SearchSources, asked: WordsSearch): Promise<FoundByWords> {
  const { workspaceId, words, zone, limits, page, pageSize } = asked
  const search = new WorkspaceSearch(sources, workspaceId)
  const nowMs = sources.clock.now()
  const parts = readParts(withNoneLeftOut(words), { cameras: await search.camerasEver(), nowMs, zone })
  const beyond = beyondSearch(parts)
  if (beyond !== null) return { events: [], total: 0, readAs: refusalOf(beyond) }
  const filter = filterOf(parts, nowMs)
  const found = within(limits, wantedOf(filter))
  // Only descriptions tell of these: without any, such words are passed over as ever.
  const isDescribed = (await search.countDescribed(found)) > 0
  const isSought = (word: string) =>
    !knownWords.has(word) || toldWords.has(word) || (isDescribed && seenWords.has(word))
  const text = parts.words
    .split(' ')
    .filter((word) => word !== HOLE && isSought(word))
    .join(' ')
  const wanted = { ...found, text }
  const events = await search.events(wanted, { order: 'newest', limit: pageSize, offset: page * pageSize })
  const isOfDates = filter.period.isAll && (limits.fromMs !== null || limits.toMs !== null)
  const where = isOfDates ? placeOf(filter.cameras) : scopeOf(filter, { nowMs, zone })
  const scope = `${pluralOf(eventName(filter))}${where}`
  return { events, total: await search.countEvents(wanted), readAs: text === '' ? scope : `${scope}, with "${text}"` }
}

function refusalOf(beyond: Unsearchable): string {
  switch (beyond.why) {
    case 'time':
      return `the time "${plainText(beyond.word)}" cannot be read`
    case 'future':
      return 'what is to come was not recorded'
    case 'narrow':
      return 'a search cannot be narrowed down like that'
  }
}

function within({ type, group, fromMs, toMs }: SearchLimits, wanted: Wanted): Wanted {
  return {
    ...wanted,
    ranges: wanted.ranges.map((range) => ({
      fromMs: Math.max(range.fromMs, fromMs ?? range.fromMs),
      untilMs: Math.min(range.untilMs, toMs === null ? range.untilMs : toMs + 1),
    })),
    group,
    ofType: type,
  }
}
