import type { QueryKey } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { type EventType, eventType, type SecurityEvent } from '../../contract/event'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import { allDates, boundsOf, type DateRange } from '../../lib/date-range'
import { groupsOf } from '../../lib/label'
import { extensionsAtom } from '../http/extensions'
import { EVENTS_POLL_MS } from '../http/polling'
import { reportFailure, unwrap } from '../http/request-error'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { seenInEvent } from './seen'

/** Pages count from 0 on the wire. */
export const eventsPageAtom = atom(0)
export const eventsSearchAtom = atom('')

/** Beside the types, what is seen in events whatever their type (LABEL-06); people have a type of their own. */
const filterGroups = ['animal', 'vehicle'] as const
export type EventFilter = 'all' | EventType | (typeof filterGroups)[number]

const chosenFilterAtom = atom<EventFilter>('all')

/** The filter by type. What the provider does not tell of cannot be chosen, nor stay chosen. */
export const eventsTypeAtom = atom(
  (get): EventFilter => {
    const chosen = get(chosenFilterAtom)
    return groupOfFilter(chosen) === null || get(extensionsAtom).has('facts') ? chosen : 'all'
  },
  (_get, set, filter: EventFilter) => set(chosenFilterAtom, filter),
)

function groupOfFilter(filter: EventFilter) {
  return filterGroups.find((group) => group === filter) ?? null
}

/** The filter as the hub's search takes it. */
export function sentFilter(filter: EventFilter) {
  const group = groupOfFilter(filter)
  const type = eventType.options.find((one) => one === filter)
  return { ...(group !== null && { group }), ...(type !== undefined && { type }) }
}

const chosenRangeAtom = atom(allDates)

/** The Date Range; another one begins at its first page. */
export const eventsRangeAtom = atom(
  (get) => get(chosenRangeAtom),
  (_get, set, range: DateRange) => {
    set(chosenRangeAtom, range)
    set(eventsPageAtom, 0)
  },
)

/** Bounds as the calls take them (API-15); without a range they take none. */
export function sentBounds(range: DateRange, nowMs: number) {
  const bounds = boundsOf(range, nowMs)
  if (bounds === null) return {}
  return { dateStart: new Date(bounds.startMs).toISOString(), dateEnd: new Date(bounds.endMs).toISOString() }
}

/** What showed stays until the next page of the same list has come, but never what was asked for otherwise, or by another user. */
export function keptWithin(list: QueryKey) {
  return <T>(shown: T | undefined, before?: { readonly queryKey: QueryKey }) =>
    list.every((part, index) => before?.queryKey[index] === part) ? shown : undefined
}

export const eventsQueryAtom = atomWithQuery((get) => {
  const page = get(eventsPageAtom)
  const range = get(eventsRangeAtom)
  const list = [...get(keysAtom).events, 'page', range]
  const hubNowMs = get(hubNowMsAtom)
  return {
    queryKey: [...list, page],
    enabled: get(isSignedInAtom),
    placeholderData: keptWithin(list),
    refetchInterval: get(extensionsAtom).has('polling') ? EVENTS_POLL_MS : false,
    queryFn: async () => {
      const { http } = get(servicesAtom)
      const query = { page, pageSize: EVENTS_PAGE_SIZE, ...sentBounds(range, hubNowMs()) }
      return unwrap(await http.send(calls.events.list, { query }))
    },
  }
})

/** Pages follow the total, whatever the filters say; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The page that shows: the last one where the list has become shorter. */
export const shownPageAtom = atom((get) => {
  const total = get(eventsQueryAtom).data?.total
  const page = get(eventsPageAtom)
  return total === undefined ? page : Math.min(page, pageCount(total, EVENTS_PAGE_SIZE) - 1)
})

/**
 * Search over title, message and camera name without regard to case (EVT-16), and over what a model says of the event where
 * the provider has that (VIS-11), and the type filter, on the loaded page only. The specification notes that the original compared lower with upper case and likely matched nothing; the
 * intended filter is built.
 */
export function filterEvents(
  events: readonly SecurityEvent[],
  search: string,
  filter: EventFilter,
): readonly SecurityEvent[] {
  const wanted = search.trim().toLowerCase()
  const group = groupOfFilter(filter)
  const isMeant = (event: SecurityEvent) =>
    filter === 'all' || (group === null ? event.type === filter : groupsOf(seenInEvent(event)).includes(group))
  return events.filter((event) => {
    const described = event.description?.phase === 'written' ? event.description.text : ''
    const texts = [event.title, event.message, event.video?.camera?.name ?? '', described]
    return isMeant(event) && texts.some((text) => text.toLowerCase().includes(wanted))
  })
}

const loadedEventsAtom = atom((get) => get(eventsQueryAtom).data?.events)

/** One list for as long as the events are the same (LESS-12). */
export const shownEventsAtom = atom((get) =>
  filterEvents(get(loadedEventsAtom) ?? [], get(eventsSearchAtom), get(eventsTypeAtom)),
)

/** Whether search or type were looked for in one page of several: the others may hold more. */
export const isPageNarrowedAtom = atom((get) => {
  const isNarrowed = get(eventsSearchAtom).trim() !== '' || get(eventsTypeAtom) !== 'all'
  return isNarrowed && (get(eventsQueryAtom).data?.total ?? 0) > EVENTS_PAGE_SIZE
})

/** Opens a clip in a new tab (EVT-10, X-65). */
export const viewClipAtom = atom(null, async (get, _set, videoId: string) => {
  const { http, openTab, reporter } = get(servicesAtom)
  const tab = openTab()
  const result = await http.send(calls.videos.one, { params: { videoId } })
  if (result.ok) {
    tab.go(result.value.videoUrl)
    return
  }
  tab.close()
  reportFailure(reporter, result.failure)
})
