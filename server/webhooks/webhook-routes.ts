import { webhookCalls } from '../../src/contract/notifications/webhooks'
import type { Handler, Route } from '../http/contract'
import { perHour } from '../lib/request-limits'
import type { WebhookServices } from './services'
import { changeWebhook, makeWebhook, readDeliveries, readWebhooks, removeWebhook, testWebhook } from './webhooks'

/** Per client address: nobody needs more webhooks than the workspace may have. */
const rateLimited = perHour(100)

export function webhookRoutes(route: Route<WebhookServices>): void {
  route(webhookCalls.list, list)
  route(webhookCalls.create, create, rateLimited)
  route(webhookCalls.change, change)
  route(webhookCalls.remove, remove)
  route(webhookCalls.deliveries, deliveries)
  route(webhookCalls.test, test)
}

const list: Handler<typeof webhookCalls.list, WebhookServices> = async (services, { member }) =>
  readWebhooks(services, member)

const create: Handler<typeof webhookCalls.create, WebhookServices> = async (services, { member, body }) =>
  makeWebhook(services, member, body)

const change: Handler<typeof webhookCalls.change, WebhookServices> = async (services, { member, params, body }) =>
  changeWebhook(services, member, params.webhookId, body)

const remove: Handler<typeof webhookCalls.remove, WebhookServices> = async (services, { member, params }) => {
  await removeWebhook(services, member, params.webhookId)
  return {}
}

const deliveries: Handler<typeof webhookCalls.deliveries, WebhookServices> = async (services, { member, params }) =>
  readDeliveries(services, member, params.webhookId)

const test: Handler<typeof webhookCalls.test, WebhookServices> = async (services, { member, params }) =>
  testWebhook(services, member, params.webhookId)
