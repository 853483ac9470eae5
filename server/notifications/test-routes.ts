import { eventCalls } from '../../src/contract/event'
import type { Handler, Route } from '../http/contract'
import type { NotificationServices } from './services'
import { testChannel } from './test-channel'

export function notificationTestRoutes(route: Route<NotificationServices>): void {
  route(eventCalls.test, sendTest)
}

const sendTest: Handler<typeof eventCalls.test, NotificationServices> = async (services, { member, body }) => {
  const { workspaceId, email } = member
  await testChannel(services, { workspaceId, askedBy: email, channel: body.type, typed: body.connectionValue })
  return {}
}
