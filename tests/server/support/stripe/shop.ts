import { expect } from 'vitest'
import { send } from '../calls'
import { type SignedInUser, startTestHub, type TestHub, type TestHubOptions } from '../hub'
import { type FakeStripe, type FakeSubscription, startFakeStripe, stripeEnvironment, stripeEvent } from './fake-stripe'

/** A hub that is paid through Stripe, and Ann, who owns a workspace there. Whoever starts it calls `close`. */
export class Shop {
  readonly hub: TestHub
  readonly stripe: FakeStripe
  ann: SignedInUser
  #eventCount = 0

  private constructor(hub: TestHub, stripe: FakeStripe, ann: SignedInUser) {
    this.hub = hub
    this.stripe = stripe
    this.ann = ann
  }

  static async start(options: Pick<TestHubOptions, 'tier' | 'environment'> = {}): Promise<Shop> {
    const stripe = await startFakeStripe()
    const hub = await startTestHub({
      ...options,
      environment: { ...stripeEnvironment, ...options.environment },
      deps: { stripeAddress: stripe.address },
      logLevel: 'warn',
    })
    return new Shop(hub, stripe, await hub.signIn())
  }

  async close(): Promise<void> {
    await this.hub.close()
    await this.stripe.close()
  }

  /** Time in which access tokens end. */
  async pass(ms: number): Promise<void> {
    this.hub.clock.advance(ms)
    this.ann = await this.hub.signIn()
  }

  checkout(product = 'PRO', billingCycle = 'MONTHLY', user = this.ann) {
    const { workspaceId } = user
    return send(this.hub.fastify, user, 'POST', '/billing/subscription/checkout', {
      workspaceId,
      product,
      billingCycle,
    })
  }

  portal(returnUrl = 'http://localhost/billing') {
    return send(this.hub.fastify, this.ann, 'POST', '/billing/portal', { returnUrl })
  }

  remove() {
    const { email, workspaceId } = this.ann
    return send(this.hub.fastify, this.ann, 'DELETE', `/workspaces/${workspaceId}`, { email })
  }

  async workspace() {
    return (await send(this.hub.fastify, this.ann, 'GET', `/workspaces/${this.ann.workspaceId}`)).json()
  }

  /** What is paid for and how often; what limits follow and until when. */
  async plan() {
    const { stripeCustomer: paid, workspaceUsagePeriod: used } = await this.workspace()
    return [paid.tier, paid.billingPeriod, used.tier, used.billingEnd]
  }

  deliver({ payload, signature }: { readonly payload: string; readonly signature: string }) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    return this.hub.fastify.inject({ method: 'POST', url: '/v1/billing/stripe-webhook', headers, payload })
  }

  /** The workspace's customer at Stripe, made by a first checkout. */
  async makeCustomer(): Promise<string> {
    await this.checkout()
    const [checkedOut] = this.stripe.checkouts
    this.stripe.requests.length = 0
    return checkedOut?.customer ?? ''
  }

  /** An event of Stripe, which the hub takes. */
  async tell(customer: string, type = 'customer.subscription.updated', id = `evt_${++this.#eventCount}`) {
    const answer = await this.deliver(stripeEvent({ id, type, customer }, this.hub.clock.now()))
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
  }

  subscribed(customer: string, ...subscriptions: Partial<FakeSubscription>[]): void {
    const usual = { id: 'sub_1', status: 'active', price: 'price_pm', periodEndMs: Date.parse('2026-04-10T12:00:00Z') }
    this.stripe.subscriptions.set(
      customer,
      subscriptions.map((subscription) => ({ ...usual, ...subscription })),
    )
  }
}
