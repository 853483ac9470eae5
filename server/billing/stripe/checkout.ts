import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Product } from '../../../src/contract/billing'
import type { BillingPeriod } from '../../../src/contract/workspace'
import { MINUTE_MS } from '../../../src/lib/durations'
import { billingUnavailable, planNotSold, subscriptionRuns, unusable } from '../../lib/errors'
import type { Billing } from '../billing'
import { findBilling } from '../billing-rows'
import type { BillingServices } from '../services'
import { forCustomer, type Payer, requireUncharged } from './customers'
import { lookUp, type ReadingServices } from './plan-reading'
import type { StripePriceName } from './stripe-config'
import { isFromStripe, isUnknownCustomer } from './stripe-problems'
import { goesOn } from './subscriptions'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>

/** Who pays for which workspace, and where the browser goes afterwards. */
export interface ReturningPayer extends Payer {
  readonly returnUrl: string
}

/**
 * Address of a Stripe Checkout for a plan; of the portal where the workspace pays already. Earlier checkouts are closed
 * before that is asked, so that it never pays twice.
 */
export async function openCheckout(
  services: ReadingServices,
  billing: StripeBilling,
  payer: ReturningPayer,
  wanted: { readonly product: Product; readonly billingCycle: BillingPeriod },
): Promise<string> {
  const price = wanted.product === 'BASIC' ? undefined : billing.config.prices[priceNameOf(wanted)]?.[0]
  if (wanted.product !== 'BASIC' && price === undefined) {
    throw planNotSold()
  }
  const open = async (customer: string) => {
    const order = orderOf(services, payer, customer, priceNameOf(wanted))
    const all = await openCheckouts(billing, customer)
    const same = all.find(({ metadata }) => metadata?.['order'] === order)
    const earlier = all.filter((checkout) => checkout !== same)
    await closeCheckouts(billing, earlier)
    const { subscriptions } = await lookUp(services, billing, { workspaceId: payer.workspaceId, customer })
    if (subscriptions.length > 0) return portalOf(billing, customer, payer.returnUrl)
    if (price === undefined) throw unusable('product: Basic costs nothing: there is nothing to pay for.')
    if (same?.url != null) return same.url
    const { client } = billing
    const { workspaceId, returnUrl } = payer
    const session = await client.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: workspaceId,
        line_items: [{ price, quantity: 1 }],
        success_url: returnUrl,
        cancel_url: returnUrl,
        metadata: { workspaceId, order },
        subscription_data: { metadata: { workspaceId } },
      },
      // What followed a closed one is another: Stripe would answer with the one that it made first, which may be closed.
      { idempotencyKey: [order, ...earlier.slice(0, 1).map(({ id }) => id)].join('-') },
    )
    if (session.url === null) throw billingUnavailable()
    return session.url
  }
  return asking(services, () => forCustomer(services, billing, payer, open))
}

/** Address of Stripe's portal, where plans are changed, paused and ended. */
export async function openPortal(
  services: ReadingServices,
  billing: StripeBilling,
  payer: ReturningPayer,
): Promise<string> {
  const open = (customer: string) => portalOf(billing, customer, payer.returnUrl)
  return asking(services, () => forCustomer(services, billing, payer, open))
}

async function portalOf({ client }: StripeBilling, customer: string, returnUrl: string): Promise<string> {
  const session = await client.billingPortal.sessions.create({ customer, return_url: returnUrl })
  return session.url
}

/** Two clicks within a minute are one checkout. */
function orderOf(
  { clock }: Pick<ReadingServices, 'clock'>,
  { workspaceId, userId, returnUrl }: ReturningPayer,
  customer: string,
  price: StripePriceName,
): string {
  const minute = Math.floor(clock.now() / MINUTE_MS)
  // Stripe takes 255 characters of a key.
  const place = createHash('sha256').update(`${customer} ${returnUrl}`).digest('base64url')
  return `nightjar-checkout-${workspaceId}-${userId}-${price}-${minute}-${place}`
}

function priceNameOf(wanted: { readonly product: Product; readonly billingCycle: BillingPeriod }): StripePriceName {
  return `${wanted.product === 'TEAM' ? 'TEAM' : 'PRO'}_${wanted.billingCycle}`
}

/** Whatever Stripe says no to is told to the operator, and to the user as a failure that may pass. */
async function asking<T>({ log }: Pick<ReadingServices, 'log'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (problem) {
    if (!isFromStripe(problem)) throw problem
    log.error({ problem: problem.message }, 'Stripe did not do what it was asked for')
    throw billingUnavailable()
  }
}

/** What Stripe has of a workspace that may go. */
export interface LeftAtStripe {
  /** When it was asked; what is read of it later may say more. */
  readonly readAtMs: number
  /** Subscriptions that end by themselves with their paid time, and those that are not charged for as long as nobody acts. */
  readonly endingIds: readonly string[]
}

/**
 * Rejects while Stripe will charge for a workspace again, whatever the events said that are still on their way, and
 * leaves no checkout that could be paid for later: with the workspace the customer's id goes.
 */
export async function leaveStripe(
  services: ReadingServices & Pick<BillingServices, 'billing'>,
  workspaceId: string,
): Promise<LeftAtStripe> {
  const { db, clock, billing } = services
  const nothing = { readAtMs: clock.now(), subscriptions: [], restingIds: [] }
  if (billing.kind !== 'stripe') return { readAtMs: nothing.readAtMs, endingIds: [] }
  const customer = (await findBilling(db, workspaceId))?.stripe_customer_id ?? null
  if (customer === null) return { readAtMs: nothing.readAtMs, endingIds: [] }
  const { readAtMs, subscriptions, restingIds } = await asking(services, async () => {
    try {
      await closeCheckouts(billing, await openCheckouts(billing, customer))
      return await lookUp(services, billing, { workspaceId, customer })
    } catch (problem) {
      if (!isUnknownCustomer(problem)) throw problem
      await requireUncharged(services, billing, { workspaceId, customer })
      return nothing
    }
  })
  if (subscriptions.some(goesOn)) throw subscriptionRuns()
  return { readAtMs, endingIds: [...subscriptions.map(({ id }) => id), ...restingIds] }
}

/**
 * Ends subscriptions of a workspace that is gone, before somebody takes them up again at Stripe: nobody could end them
 * in the app. What Stripe does not end here ends with its paid time.
 */
export async function endSubscriptions(
  { billing, log }: Pick<BillingServices, 'billing' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  if (billing.kind !== 'stripe') return
  for (const id of ids) {
    try {
      await billing.client.subscriptions.cancel(id)
    } catch (problem) {
      if (!isFromStripe(problem)) throw problem
      log.error(
        { subscription: id, problem: problem.message },
        'Stripe did not end a subscription of a removed workspace',
      )
    }
  }
}

/** What a customer could still pay for: Stripe keeps a checkout for a day. */
async function openCheckouts({ client }: StripeBilling, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await client.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  return data
}

/** Ask for the customer's subscriptions afterwards: one of these may have been paid for a moment before. */
async function closeCheckouts(
  { client }: StripeBilling,
  checkouts: readonly Pick<Stripe.Checkout.Session, 'id'>[],
): Promise<void> {
  for (const { id } of checkouts) {
    try {
      await client.checkout.sessions.expire(id)
    } catch (problem) {
      const { status } = await client.checkout.sessions.retrieve(id)
      // Paid or given up since it was listed.
      if (status === 'open') throw problem
    }
  }
}
