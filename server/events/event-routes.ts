import { eventCalls } from '../../src/contract/event'
import type { Handler, Route } from '../http/contract'
import { notificationUsageOf } from '../notifications/notification-usage'
import { mediaUrls } from '../storage/media-urls'
import type { StorageServices } from '../storage/services'
import { presentEvent } from './event-presenter'
import { listEvents } from './event-rows'

export function eventRoutes(route: Route<StorageServices>): void {
  route(eventCalls.list, listNotifications)
  route(eventCalls.usage, notificationUsage)
}

const listNotifications: Handler<typeof eventCalls.list, StorageServices> = async (
  services,
  { member, query, request },
) => {
  const period = { fromMs: timeOf(query.dateStart), toMs: timeOf(query.dateEnd) }
  const { rows, total } = await listEvents(services.db, member.workspaceId, period, query)
  const urlOf = mediaUrls(services, request)
  return { events: rows.map((row) => presentEvent(row, urlOf)), total }
}

const notificationUsage: Handler<typeof eventCalls.usage, StorageServices> = async (services, { member }) =>
  notificationUsageOf(services, member)

function timeOf(isoTime: string | undefined): number | null {
  return isoTime === undefined ? null : Date.parse(isoTime)
}
