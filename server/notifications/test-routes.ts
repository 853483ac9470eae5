import { eventCalls } from '../../src/contract/event'
import type { Handler, Route } from '../http/contract'
import { testChannel } from './test-channel'

export function notificationTestRoutes(route: Route): void {
  route(eventCalls.test, sendTest)
}

const sendTest: Handler<typeof eventCalls.test> = async (services, { member, body }) => {
  const { workspaceId, email } = member
  await testChannel(services, { workspaceId, askedBy: email, channel: body.type, typed: body.connectionValue })
  return {}
}
