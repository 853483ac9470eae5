import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { API_PREFIX } from '../../../src/contract/limits'
import { floodLimit, HeldBodies } from '../../lib/request-limits'
import type { Billing } from '../billing'
import type { BillingServices } from '../services'
import { StripeWebhook } from './webhook'

/** Events are small; a whole invoice is some 20 kB. */
const MAX_EVENT_BYTES = 512 * 1024
/** Of all that send: what is Stripe's is known once it is whole. */
const MOST_HELD = 16

/** Where Stripe sends its events: no session, but a signature over the raw bytes. */
export function stripeWebhookRoute(
  fastify: FastifyInstance,
  services: BillingServices,
  billing: Extract<Billing, { kind: 'stripe' }>,
): void {
  const webhook = new StripeWebhook(services, billing)
  const held = new HeldBodies(MOST_HELD)
  // In a scope of its own: the signature covers the bytes, so nothing may read them as JSON before.
  const scoped: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      held.hold('', request)
      done(null, payload)
    })
    scope.post(`${API_PREFIX}/billing/stripe-webhook`, floodLimit, async (request) => {
      const { 'stripe-signature': signature } = request.headers
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await webhook.take(body, typeof signature === 'string' ? signature : '')
      return { received: true }
    })
  }
  void fastify.register(scoped)
}
