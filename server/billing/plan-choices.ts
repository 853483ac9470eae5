import type { Product } from '../../src/contract/billing'
import { planPrices, type Tier } from '../../src/contract/plans'
import type { BillingPeriod } from '../../src/contract/workspace'
import type { WorkspaceBillingTable } from '../db/plan-tables'
import { monthOf, utcDay } from '../lib/month'
import { isLower, type PlanChange } from './plan-changes'
import type { PlanOrder } from './plan-page-links'

/** One button of the hub's own page. */
export interface PlanChoice {
  /** What the button sends. */
  readonly id: string
  readonly label: string
  readonly change: PlanChange
}

const names: Readonly<Record<Tier, string>> = { FREE: 'Basic', BASIC: 'Basic', PRO: 'Pro', TEAM: 'Team' }

export function planNameOf(tier: Tier): string {
  return names[tier]
}

const AT_PERIOD_END_ID = 'BASIC-AT-PERIOD-END'

export interface PlanNow {
  /** By which limits are enforced. */
  readonly usageTier: Tier
  readonly billing: WorkspaceBillingTable
}

/** Team is coming soon: only who has it may change how it is billed. */
export function isOffered(product: Product, usageTier: Tier): boolean {
  return product !== 'TEAM' || usageTier === 'TEAM'
}

/** What the page offers: the plan it was opened for, or every change there is (BILL-04). */
export function choicesFor({ wanted }: PlanOrder, now: PlanNow, nowMs: number): readonly PlanChoice[] {
  const { usageTier, billing } = now
  // The plan that the page was opened for may have ended since.
  if (wanted !== null) return isOffered(wanted.product, usageTier) ? [atOnce(wanted.product, wanted.billingCycle)] : []
  const paid = (['PRO', 'TEAM'] as const).filter((tier) => isOffered(tier, usageTier))
  const choices = paid.flatMap((tier) => [atOnce(tier, 'MONTHLY'), atOnce(tier, 'YEARLY')])
  const others = choices.filter(({ change }) => !isPresent(change, now))
  if (!isLower('BASIC', usageTier)) return others
  const isAlreadyEnding = isLower(billing.tier, usageTier)
  return [...(isAlreadyEnding ? [] : [atPeriodEnd(nowMs, billing)]), atOnce('BASIC', 'MONTHLY'), ...others]
}

/** Whether what a button asks for is so already: it was pressed twice, and the first press did it. */
export function isTaken(choiceId: string | undefined, { usageTier, billing }: PlanNow): boolean {
  if (choiceId === AT_PERIOD_END_ID) return isLower(billing.tier, usageTier)
  return usageTier === billing.tier && choiceId === `${billing.tier}-${billing.billing_period}`
}

function isPresent(change: PlanChange, { usageTier, billing }: PlanNow): boolean {
  return change.tier === usageTier && change.tier === billing.tier && change.billingPeriod === billing.billing_period
}

/** Both tiers at once (KEEP-09). */
function atOnce(tier: Product, billingPeriod: BillingPeriod): PlanChoice {
  const price = tier === 'BASIC' ? '$0' : priceOf(tier, billingPeriod)
  return {
    id: `${tier}-${billingPeriod}`,
    label: `Switch to ${names[tier]} now (${price})`,
    change: { tier, billingPeriod, periodEndMs: null, isDeferred: false },
  }
}

/** The usual way down: the app shows the notice of BILL-02 until then. */
function atPeriodEnd(nowMs: number, { billing_period }: WorkspaceBillingTable): PlanChoice {
  const { untilMs } = monthOf(nowMs)
  return {
    id: AT_PERIOD_END_ID,
    label: `Switch to Basic on ${utcDay(untilMs)}, when the period ends`,
    change: { tier: 'BASIC', billingPeriod: billing_period, periodEndMs: untilMs, isDeferred: true },
  }
}

function priceOf(tier: Exclude<Product, 'BASIC'>, period: BillingPeriod): string {
  const { monthlyCents, yearlyCents } = planPrices[tier]
  const cents = period === 'YEARLY' ? yearlyCents : monthlyCents
  return `$${(cents / 100).toFixed(2)} a month, billed ${period === 'YEARLY' ? 'by the year' : 'monthly'}`
}
