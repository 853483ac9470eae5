import type Stripe from 'stripe'
import { InTurn } from '../../../src/lib/in-turn'
import type { Ground } from '../../db/ground'
import type { Db } from '../../db/schema'
import { billingUnavailable, invalidInput } from '../../lib/errors'
import type { Job } from '../../lib/job'
import { lockWorkspace } from '../../members/people-rows'
import type { Billing } from '../billing'
import {
  deleteStripeEventsBefore,
  findBilling,
  findBillingByCustomer,
  hasStripeEvent,
  insertStripeEvent,
  updateBilling,
} from '../billing-rows'
import { changePlan, type PlanChange } from '../plan-changes'
import type { BillingServices } from '../services'
import { isFromStripe } from './checkout'
import { liveSubscriptions, planChangesOf, priceIdsOf } from './subscriptions'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>
type WebhookServices = Pick<BillingServices, 'db' | 'clock' | 'log' | 'config'>

/** Age in seconds beyond which a signed event is taken for a replay. */
const TOLERANCE_SECONDS = 300

/**
 * Takes Stripe's events, one after the other. An event only says that something changed: what holds is read from Stripe,
 * so that events may come twice, late and in any order. A failure is answered with an error: Stripe then sends again.
 */
export class StripeWebhook {
  readonly #services: WebhookServices
  readonly #billing: StripeBilling
  readonly #readings = new InTurn()

  constructor(services: WebhookServices, billing: StripeBilling) {
    this.#services = services
    this.#billing = billing
  }

  /** `body`: the bytes that were signed. */
  async take(body: Buffer, signature: string): Promise<void> {
    const event = this.#verified(body, signature)
    const customer = customerOf(event)
    if (customer === null) return
    // Two readings at once could be written in the wrong order.
    return this.#readings.run(() => this.#act(event, customer))
  }

  #verified(body: Buffer, signature: string): Stripe.Event {
    const { client, config } = this.#billing
    const nowMs = this.#services.clock.now()
    try {
      return client.webhooks.constructEvent(body, signature, config.webhookSecret, TOLERANCE_SECONDS, undefined, nowMs)
    } catch {
      throw invalidInput('The signature of this event is missing, wrong or too old.')
    }
  }

  async #act(event: Stripe.Event, customer: string): Promise<void> {
    const { db, clock, log, config } = this.#services
    if (await hasStripeEvent(db, event.id)) return
    const row = await findBillingByCustomer(db, customer)
    if (row === undefined) return log.warn({ event: event.id }, 'an event of a customer that is none of ours')
    if (event.type === 'invoice.payment_failed') log.warn({ workspaceId: row.workspace_id }, 'a payment failed')
    const readAtMs = clock.now()
    const unpaidTier = config.defaultTier === 'FREE' ? 'BASIC' : config.defaultTier
    const subscriptions = await this.#read(customer)
    const changes = planChangesOf(subscriptions, this.#billing.config, unpaidTier)
    if (changes === null) {
      log.error(
        { workspaceId: row.workspace_id, prices: priceIdsOf(subscriptions) },
        'a workspace pays for a price that STRIPE_PRICES does not name: its plan stays as it is. Name it there, one that is no longer sold behind the one that is: PRO_MONTHLY=price_new+price_old',
      )
    }
    const reading = { eventId: event.id, workspaceId: row.workspace_id, readAtMs, changes }
    await db.transaction().execute((transaction) => write(transaction, reading))
  }

  async #read(customer: string): Promise<Stripe.Subscription[]> {
    try {
      return await liveSubscriptions(this.#billing, customer)
    } catch (problem) {
      if (!isFromStripe(problem)) throw problem
      this.#services.log.error({ problem: problem.message }, 'Stripe did not tell what a workspace pays for')
      throw billingUnavailable()
    }
  }
}

interface Reading {
  readonly eventId: string
  readonly workspaceId: string
  readonly readAtMs: number
  /** null: the plan stays as it is. */
  readonly changes: readonly PlanChange[] | null
}

/** The event's id and what it led to stand or fall together. */
async function write(db: Db, { eventId, workspaceId, readAtMs, changes }: Reading): Promise<void> {
  await lockWorkspace(db, workspaceId)
  if (!(await insertStripeEvent(db, eventId, readAtMs))) return
  const billing = await findBilling(db, workspaceId)
  // Another hub has read it since, by its own clock: Stripe sends the event again, and what holds then is read anew.
  if ((billing?.stripe_read_at ?? 0) > readAtMs) throw billingUnavailable()
  for (const change of changes ?? []) await changePlan(db, workspaceId, change, readAtMs)
  await updateBilling(db, workspaceId, { stripe_read_at: readAtMs })
}

/** null: an event that plans do not depend on. */
function customerOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'invoice.payment_failed': {
      const { customer } = event.data.object
      return typeof customer === 'string' ? customer : (customer?.id ?? null)
    }
    default:
      return null
  }
}

const DAY_MS = 24 * 3_600_000
/** Stripe sends an event again for three days, and on request for a month. */
const KEPT_MS = 60 * DAY_MS

/** Forgets events that cannot come again. */
export function stripeEventJob({ db, clock }: Pick<Ground, 'db' | 'clock'>): Job {
  return {
    name: 'stripe-events',
    everyMs: DAY_MS,
    run: () => deleteStripeEventsBefore(db, clock.now() - KEPT_MS),
  }
}
