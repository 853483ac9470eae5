import type { Product } from '../../contract/billing'
import { planPrices, type Tier } from '../../contract/plans'
import type { BillingPeriod, Workspace } from '../../contract/workspace'

export const planNames: Readonly<Record<Product, string>> = { BASIC: 'Basic', PRO: 'Pro', TEAM: 'Team' }

/** What a plan brings, in the words of PLAN-02 to PLAN-06; in one order, so that the cards compare line by line. */
export const planFeatures: Readonly<Record<Product, readonly string[]>> = {
  BASIC: [
    '1 camera without audio',
    '200 MB recorded video/month',
    '14-day storage',
    '10 notifications/month',
    '5 AI chats/month',
    '15 s segments',
  ],
  PRO: [
    'Up to 3 cameras with audio',
    '5 GB/month of recorded video',
    '3-month storage',
    '100 notifications/month',
    '30 AI chats/month',
    '1-minute segments',
  ],
  TEAM: [
    'Up to 10 cameras with audio',
    '20 GB/month of recorded video',
    '1-year storage',
    '500 notifications/month',
    '100 AI chats/month',
    'Segments up to 1 minute',
    'Up to 5 users',
  ],
}

/** The plan of a tier: FREE and BASIC are one level. */
export function planOf(tier: Tier): Product {
  return tier === 'FREE' ? 'BASIC' : tier
}

const order: readonly Product[] = ['BASIC', 'PRO', 'TEAM']

/**
 * The tier whose limits hold: until the period ends the usage's, which a downgrade leaves as it was, and an upgrade
 * counts at once. An unknown workspace counts as FREE.
 */
export function limitsTierOf(workspace: Workspace | undefined): Tier {
  const billing = workspace?.stripeCustomer?.tier ?? 'FREE'
  const usage = workspace?.workspaceUsagePeriod?.tier ?? billing
  return order.indexOf(planOf(usage)) > order.indexOf(planOf(billing)) ? usage : billing
}

export function isPaid(tier: Tier): boolean {
  return planOf(tier) !== 'BASIC'
}

export type PlanButton = 'Current Plan' | 'Coming Soon' | 'Downgrade' | 'Upgrade'

/** The current plan first, so that a TEAM workspace reads Current Plan; FREE counts as BASIC. */
export function planButton(product: Product, tier: Tier): PlanButton {
  const current = planOf(tier)
  if (product === current) return 'Current Plan'
  if (product === 'TEAM') return 'Coming Soon'
  return order.indexOf(product) < order.indexOf(current) ? 'Downgrade' : 'Upgrade'
}

export function isAvailable(button: PlanButton): boolean {
  return button === 'Upgrade' || button === 'Downgrade'
}

/** Price per month, as '$9.99'. */
export function priceOf(product: Product, period: BillingPeriod): string {
  const { monthlyCents, yearlyCents } = planPrices[product]
  const cents = period === 'YEARLY' ? yearlyCents : monthlyCents
  return cents === 0 ? '$0' : `$${(cents / 100).toFixed(2)}`
}

/** The query parameter `period`: yearly or YEARLY preselects Yearly, anything else Monthly. */
export function periodFrom(search: string): BillingPeriod {
  return new URLSearchParams(search).get('period')?.toUpperCase() === 'YEARLY' ? 'YEARLY' : 'MONTHLY'
}

export interface TierChange {
  readonly to: string
  readonly from: string
  /** ISO time; null where the provider leaves it out. */
  readonly at: string | null
}

const tierNames: Readonly<Record<Tier, string>> = { FREE: 'Free', ...planNames }

/** Differing tiers mean a coming downgrade (BILL-02); FREE and BASIC count as equal. */
export function tierChangeOf(workspace: Workspace | undefined): TierChange | null {
  const { stripeCustomer: billing, workspaceUsagePeriod: usage } = workspace ?? {}
  if (!billing || !usage || planOf(billing.tier) === planOf(usage.tier)) return null
  return { to: tierNames[billing.tier], from: tierNames[usage.tier], at: usage.billingEnd }
}
