import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { MAX_SEARCH_LENGTH } from '../../contract/event-search'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import { allDates, type DateRange } from '../../lib/date-range'
import { extensionsAtom } from '../http/extensions'
import { myZone } from '../http/my-zone'
import { unwrap } from '../http/request-error'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom, userAtom } from '../sign-in/session'
import {
  type EventFilter,
  eventsRangeAtom,
  eventsSearchAtom,
  eventsTypeAtom,
  keptWithin,
  sentBounds,
  sentFilter,
} from './events'

/** The search as the hub would be asked; '' where there is nothing to ask. */
const wordsAtom = atom((get) => get(eventsSearchAtom).trim().slice(0, MAX_SEARCH_LENGTH))

/**
 * Whether the provider can be asked for what the loaded page does not hold (EXT-17). The
 * search over the loaded page stays as it is specified (EVT-16).
 */
export const canSearchHubAtom = atom((get) => get(extensionsAtom).has('event-search') && get(wordsAtom) !== '')

interface Asked {
  readonly user: string | null
  readonly words: string
  readonly type: EventFilter
  readonly range: DateRange
  /** Counts from 0. */
  readonly page: number
}

const askedAtom = atom<Asked | null>(null)

/**
 * What the hub is asked; null while the loaded page shows. Other words, or another person, begin with that, and other
 * filters with the first page of what is found.
 */
export const hubSearchAtom = atom((get): Asked | null => {
  const asked = get(askedAtom)
  const holds = asked !== null && asked.user === get(userAtom) && asked.words === get(wordsAtom)
  if (!holds || !get(canSearchHubAtom)) return null
  const [type, range] = [get(eventsTypeAtom), get(eventsRangeAtom)]
  return type === asked.type && range === asked.range ? asked : { ...asked, type, range, page: 0 }
})

/** Whether filters narrow what is found. */
export const isHubSearchFilteredAtom = atom((get) => {
  const asked = get(hubSearchAtom)
  return asked !== null && (asked.type !== 'all' || asked.range.kind !== 'all')
})

/** Asks the hub for a page of what it finds; null: back to the loaded page. */
export const searchHubAtom = atom(null, (get, set, page: number | null) => {
  const filters = { type: get(eventsTypeAtom), range: get(eventsRangeAtom) }
  set(askedAtom, page === null ? null : { user: get(userAtom), words: get(wordsAtom), ...filters, page })
})

export const hubEventsQueryAtom = atomWithQuery((get) => {
  const asked = get(hubSearchAtom)
  const { words = '', type = 'all', range = allDates, page = 0 } = asked ?? {}
  const list = [...get(keysAtom).events, 'hub', words, type, range]
  const hubNowMs = get(hubNowMsAtom)
  return {
    queryKey: [...list, page],
    enabled: get(isSignedInAtom) && asked !== null,
    placeholderData: keptWithin(list),
    queryFn: async () => {
      const { http } = get(servicesAtom)
      const filters = { ...sentFilter(type), ...sentBounds(range, hubNowMs()) }
      const query = { q: words, page, pageSize: EVENTS_PAGE_SIZE, ...myZone(), ...filters }
      return unwrap(await http.send(calls.eventSearch.search, { query }))
    },
  }
})
