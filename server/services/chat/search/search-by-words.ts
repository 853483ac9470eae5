import type { EventRow } from '../../../repositories/events'
import { wantedOf } from '../answers/asked'
import { eventName, scopeOf } from '../answers/phrases'
import { HOLE } from '../question/camera-names'
import { filterOf } from '../question/intent'
import { knownWords } from '../question/known-words'
import { readParts } from '../question/question-parts'
import { type SearchSources, WorkspaceSearch } from './workspace-search'

export interface WordsSearch {
  readonly workspaceId: string
  /** Such as "people at the garage last night". */
  readonly words: string
  /** IANA name of the zone that times are meant in. */
  readonly zone: string
  readonly page: number
  readonly pageSize: number
}

export interface FoundByWords {
  /** Newest first. */
  readonly events: readonly EventRow[]
  readonly total: number
  readonly readAs: string
}

/** Finds events by time, type and camera as the assistant reads them; words that mean none of these must stand in the text. */
export async function findByWords(sources: SearchSources, asked: WordsSearch): Promise<FoundByWords> {
  const { workspaceId, words, zone, page, pageSize } = asked
  const search = new WorkspaceSearch(sources, workspaceId)
  const nowMs = sources.clock.now()
  const parts = readParts(words, { cameras: await search.camerasEver(), nowMs, zone })
  const filter = filterOf(parts, nowMs)
  const text = parts.words
    .split(' ')
    .filter((word) => word !== HOLE && !knownWords.has(word))
    .join(' ')
  const wanted = { ...wantedOf(filter), text }
  const events = await search.events(wanted, { order: 'newest', limit: pageSize, offset: page * pageSize })
  const scope = `${eventName(filter.types)}s${scopeOf(filter, { nowMs, zone })}`
  return { events, total: await search.countEvents(wanted), readAs: text === '' ? scope : `${scope}, with "${text}"` }
}
