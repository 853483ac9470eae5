import type Stripe from 'stripe'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/durations'
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
} from '../billing-rows'
import { isReadLater, type Reading, type ReadingServices, writeReading } from './plan-reading'
import { isFromStripe } from './stripe-problems'
import { type Standing, standingOf } from './subscriptions'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>

/** Age in seconds beyond which a signed event is taken for a replay. */
const TOLERANCE_SECONDS = 300
/** A stranger may send what he likes: the log is not to be filled by him. */
const WARNED_APART_MS = 10 * MINUTE_MS

/**
 * Takes Stripe's events, one after the other. An event only says that something changed: what holds is read from Stripe,
 * so that events may come twice, late and in any order. A failure is answered with an error: Stripe then sends again.
 */
export class StripeWebhook {
  readonly #services: ReadingServices
  readonly #billing: StripeBilling
  readonly #readings = new InTurn()
  #warnedAtMs: number | null = null

  constructor(services: ReadingServices, billing: StripeBilling) {
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
    } catch (problem) {
      if (signature !== '') this.#warn(problem, nowMs)
      throw invalidInput('The signature of this event is missing, wrong or too old.')
    }
  }

  /** It may be Stripe's, of which nobody else hears. */
  #warn(problem: unknown, nowMs: number): void {
    if (this.#warnedAtMs !== null && Math.abs(nowMs - this.#warnedAtMs) < WARNED_APART_MS) return
    this.#warnedAtMs = nowMs
    const [said] = String(problem).split('\n')
    this.#services.log.warn(
      { problem: said },
      'an event was refused that may be of Stripe: compare STRIPE_WEBHOOK_SECRET with the secret of this address there, and see that the clock is right',
    )
  }

  async #act(event: Stripe.Event, customer: string): Promise<void> {
    const { db, clock, log, believedTime } = this.#services
    if (await hasStripeEvent(db, event.id)) return
    const row = await findBillingByCustomer(db, customer)
    if (row === undefined) return log.warn({ event: event.id }, 'an event of a customer that is none of ours')
    if (event.type === 'invoice.payment_failed') log.warn({ workspaceId: row.workspace_id }, 'a payment failed')
    const readAtMs = clock.now()
    const byMs = await believedTime()
    const reading = { workspaceId: row.workspace_id, readAtMs, byMs, ...(await this.#read(customer)) }
    await db.transaction().execute((transaction) => this.#write(transaction, event.id, reading))
  }

  async #read(customer: string): Promise<Standing> {
    try {
      return await standingOf(this.#billing, customer)
    } catch (problem) {
      if (!isFromStripe(problem)) throw problem
      this.#services.log.error({ problem: problem.message }, 'Stripe did not tell what a workspace pays for')
      throw billingUnavailable()
    }
  }

  /** The event's id and what it led to stand or fall together. */
  async #write(db: Db, eventId: string, reading: Reading): Promise<void> {
    const { workspaceId, readAtMs } = reading
    await lockWorkspace(db, workspaceId)
    if (!(await insertStripeEvent(db, eventId, readAtMs))) return
    const row = await findBilling(db, workspaceId)
    // Another hub has read it since, by its own clock: Stripe sends the event again, and what holds then is read anew.
    if (row !== undefined && isReadLater(row, readAtMs)) throw billingUnavailable()
    await writeReading(db, this.#services, this.#billing, reading)
  }
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
