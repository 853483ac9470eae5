import type Stripe from 'stripe'
import type { Clock } from '../lib/clock'
import type { Keys } from '../storage/secret'
import { createPlanPageLinks, type PlanPageLinks } from './plan-page-links'
import type { StripeConfig } from './stripe/stripe-config'

/** How plans are paid for: through Stripe where its keys are set (KEEP-11), else not at all, on a page of ours (KEEP-09). */
export type Billing =
  | { readonly kind: 'page'; readonly links: PlanPageLinks }
  | { readonly kind: 'stripe'; readonly client: Stripe; readonly config: StripeConfig }

/** Where Stripe's API is; another place than Stripe's own only in tests. */
export interface StripeAddress {
  readonly host: string
  readonly port: number
  readonly protocol: 'http' | 'https'
}

const STRIPE_TIMEOUT_MS = 10_000

export async function openBilling(
  { stripe: config }: { readonly stripe: StripeConfig | null },
  keys: Keys,
  clock: Clock,
  address: StripeAddress | null,
): Promise<Billing> {
  if (config === null) return { kind: 'page', links: createPlanPageLinks(keys, clock) }
  // Loaded only where it is used: it is larger than the rest of the hub together.
  const { default: StripeClient } = await import('stripe')
  const options = { timeout: STRIPE_TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false }
  return { kind: 'stripe', client: new StripeClient(config.secretKey, { ...options, ...address }), config }
}
