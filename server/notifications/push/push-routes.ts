import { pushCalls } from '../../../src/contract/notifications/push'
import type { Handler, Route } from '../../http/contract'
import { floodLimit } from '../../lib/request-limits'
import type { NotificationServices } from '../services'
import { snoozeBy } from './push-snooze'
import { listDevices, subscribe, testPush, unsubscribeOne, unsubscribeThis } from './push-subscriptions'
import { renewSubscription } from './renew-subscription'

export function pushRoutes(route: Route<NotificationServices>): void {
  route(pushCalls.key, key)
  route(pushCalls.list, list)
  route(pushCalls.subscribe, subscribeThis)
  route(pushCalls.renew, renew, floodLimit)
  route(pushCalls.end, end)
  route(pushCalls.endOne, endOne)
  route(pushCalls.test, test)
  route(pushCalls.snooze, snooze, floodLimit)
}

const key: Handler<typeof pushCalls.key, NotificationServices> = async ({ push }) => ({ publicKey: push.publicKey })

const list: Handler<typeof pushCalls.list, NotificationServices> = async (services, { member }) =>
  listDevices(services, member)

const subscribeThis: Handler<typeof pushCalls.subscribe, NotificationServices> = async (services, { member, body }) =>
  subscribe(services, member, body)

const renew: Handler<typeof pushCalls.renew, NotificationServices> = async (services, { body }) => {
  await renewSubscription(services, body)
  return {}
}

const end: Handler<typeof pushCalls.end, NotificationServices> = async (services, { member }) => {
  await unsubscribeThis(services, member)
  return {}
}

const endOne: Handler<typeof pushCalls.endOne, NotificationServices> = async (services, { member, params }) => {
  await unsubscribeOne(services, member, params.pushId)
  return {}
}

const test: Handler<typeof pushCalls.test, NotificationServices> = async (services, { member }) => {
  await testPush(services, member)
  return {}
}

const snooze: Handler<typeof pushCalls.snooze, NotificationServices> = async (services, { body }) =>
  snoozeBy(services, body)
