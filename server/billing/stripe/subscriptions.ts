import type Stripe from 'stripe'
import { planLimits, type Tier } from '../../../src/contract/plans'
import type { BillingPeriod } from '../../../src/contract/workspace'
import type { Billing } from '../billing'
import type { PlanChange } from '../plan-changes'
import { type StripeConfig, stripePriceNames } from './stripe-config'
import { isMissing, isUnknownCustomer } from './stripe-problems'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>

/** While Stripe tries a failed payment again the plan goes on. */
const live: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])
/** Not charged for now; once what is owed is paid, or it is taken up again, at Stripe, it is. */
const resting: ReadonlySet<string> = new Set(['unpaid', 'paused', 'incomplete'])

/** How long Stripe is waited for in ms, and how often it is asked again. */
export type Patience = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>

/** What a customer has that is not over. */
export interface Standing {
  /** What plans follow. */
  readonly subscriptions: readonly Stripe.Subscription[]
  /** Those that bring no plan, and may again. */
  readonly restingIds: readonly string[]
}

/**
 * What a customer has now, whatever the events said that are still on their way. One that was deleted has nothing: with it
 * its subscriptions ended.
 */
export async function standingOf(billing: StripeBilling, customer: string, patience: Patience = {}): Promise<Standing> {
  try {
    const { data } = await billing.client.subscriptions.list({ customer, status: 'all', limit: 100 }, patience)
    return {
      subscriptions: data.filter(({ status }) => live.has(status)),
      restingIds: data.filter(({ status }) => resting.has(status)).map(({ id }) => id),
    }
  } catch (problem) {
    if (!isUnknownCustomer(problem) || !(await isDeleted(billing, customer, patience))) throw problem
    return { subscriptions: [], restingIds: [] }
  }
}

/** false for one of another account too, who goes on paying there. */
export async function isDeleted(
  { client }: StripeBilling,
  customer: string,
  patience: Patience = {},
): Promise<boolean> {
  try {
    return (await client.customers.retrieve(customer, {}, patience)).deleted === true
  } catch (problem) {
    if (!isMissing(problem, 'id')) throw problem
    return false
  }
}

/**
 * The steps that lead to what the subscriptions say: one that ends with its period first has its plan, and then waits
 * for the lower one (KEEP-10). `unpaidTier` is what a workspace has that pays for nothing. null: it pays for something
 * of which the hub was not told what it is.
 */
export function planChangesOf(
  subscriptions: readonly Stripe.Subscription[],
  { prices }: StripeConfig,
  unpaidTier: Tier,
): readonly PlanChange[] | null {
  const [best] = subscriptions
    .flatMap((subscription) => paidPlans(subscription, prices))
    .sort((a, b) => rankOf(b) - rankOf(a))
  if (best === undefined) {
    if (subscriptions.length > 0) return null
    return [{ tier: unpaidTier, billingPeriod: 'MONTHLY', periodEndMs: null, isDeferred: false }]
  }
  const { tier, billingPeriod, periodEndMs, isEnding } = best
  const paid: PlanChange = { tier, billingPeriod, periodEndMs, isDeferred: false }
  return isEnding ? [paid, { ...paid, tier: unpaidTier, isDeferred: true }] : [paid]
}

interface PaidPlan {
  readonly tier: Tier
  readonly billingPeriod: BillingPeriod
  readonly periodEndMs: number
  readonly isEnding: boolean
}

function paidPlans(subscription: Stripe.Subscription, prices: StripeConfig['prices']): PaidPlan[] {
  const { cancel_at, cancel_at_period_end, items } = subscription
  return items.data.flatMap(({ price, current_period_end }) => {
    const name = stripePriceNames.find((candidate) => prices[candidate]?.includes(price.id))
    if (name === undefined) return []
    return [
      {
        tier: name.startsWith('TEAM') ? 'TEAM' : 'PRO',
        billingPeriod: name.endsWith('YEARLY') ? 'YEARLY' : 'MONTHLY',
        periodEndMs: (cancel_at ?? current_period_end) * 1000,
        isEnding: cancel_at_period_end || cancel_at !== null,
      },
    ]
  })
}

/** Whether it is charged for again, unless somebody ends it: one that ends with what is paid for needs nobody. */
export function goesOn({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): boolean {
  if (cancel_at_period_end) return false
  return cancel_at === null || items.data.some(({ current_period_end }) => current_period_end < cancel_at)
}

/** All prices that are paid for, for the operator to look up. */
export function priceIdsOf(subscriptions: readonly Stripe.Subscription[]): string[] {
  return subscriptions.flatMap(({ items }) => items.data.map(({ price }) => price.id))
}

/** The higher plan counts; of two alike the one that goes on. */
function rankOf({ tier, isEnding }: PaidPlan): number {
  return planLimits[tier].storageBytes * 2 + (isEnding ? 0 : 1)
}
