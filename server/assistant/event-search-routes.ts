import { eventSearchCalls } from '../../src/contract/event-search'
import { presentEvent } from '../events/event-presenter'
import type { Handler, Route } from '../http/contract'
import { zoneOf } from '../lib/zone'
import { mediaUrls } from '../storage/media-urls'
import type { AssistantServices } from './services'

export function eventSearchRoutes(route: Route<AssistantServices>): void {
  route(eventSearchCalls.search, searchEvents)
}

const searchEvents: Handler<typeof eventSearchCalls.search, AssistantServices> = async (
  services,
  { member, query, request },
) => {
  // Loaded with the first search, as the assistant is with the first question.
  const { findByWords } = await import('./search/search-by-words')
  const { q: words, timeZone, type = null, group = null, dateStart, dateEnd, page, pageSize } = query
  const limits = { type, group, fromMs: timeOf(dateStart), toMs: timeOf(dateEnd) }
  const asked = { workspaceId: member.workspaceId, words, zone: zoneOf(timeZone), limits, page, pageSize }
  const { events, total, readAs } = await findByWords(services, asked)
  const urlOf = mediaUrls(services, request)
  return { events: events.map((row) => presentEvent(row, urlOf)), total, readAs }
}

function timeOf(isoTime: string | undefined): number | null {
  return isoTime === undefined ? null : Date.parse(isoTime)
}
