import { eventCalls } from '../../src/contract/event'
import type { Handler, Route } from '../http/contract'
import { notificationUsageOf } from '../notifications/notification-usage'
import { presentEvent } from '../recordings/video-presenter'
import { mediaUrls } from '../storage/media-urls'
import { listEvents } from './event-rows'

export function notificationRoutes(route: Route): void {
  route(eventCalls.list, listNotifications)
  route(eventCalls.usage, notificationUsage)
}

const listNotifications: Handler<typeof eventCalls.list> = async (services, { member, query, request }) => {
  const period = { fromMs: timeOf(query.dateStart), toMs: timeOf(query.dateEnd) }
  const { rows, total } = await listEvents(services.db, member.workspaceId, period, query)
  const urlOf = mediaUrls(services, request)
  return { events: rows.map((row) => presentEvent(row, urlOf)), total }
}

const notificationUsage: Handler<typeof eventCalls.usage> = async (services, { member }) =>
  notificationUsageOf(services, member)

function timeOf(isoTime: string | undefined): number | null {
  return isoTime === undefined ? null : Date.parse(isoTime)
}
