import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { NewWebhook, Webhook, WebhookDelivery } from '../../../../src/contract/notifications/webhooks'
import { type Caller, send } from '../../support/calls'
import type { ReceivedPost } from '../../support/webhook-receiver'

export type MadeWebhook = Webhook & { readonly secret: string }

/** Adds a webhook for everything of all cameras, but for what is given. */
export async function makeWebhook(
  fastify: FastifyInstance,
  user: Caller,
  wanted: Partial<NewWebhook> & Pick<NewWebhook, 'url'>,
): Promise<MadeWebhook> {
  const all = ['event.created', 'clip.created', 'camera.offline', 'camera.online']
  const body = { name: 'Lights in the hall', kinds: all, cameraIds: null, ...wanted }
  const answer = await send(fastify, user, 'POST', '/webhooks', body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<MadeWebhook>()
}

export async function listWebhooks(fastify: FastifyInstance, user: Caller): Promise<Webhook[]> {
  return (await send(fastify, user, 'GET', '/webhooks')).json()
}

export async function listDeliveries(fastify: FastifyInstance, user: Caller, id: string): Promise<WebhookDelivery[]> {
  return (await send(fastify, user, 'GET', `/webhooks/${id}/deliveries`)).json()
}

/** As a receiver checks it by the letter of Standard Webhooks. */
export function isSignedBy(secret: string, { headers, text }: ReceivedPost): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
