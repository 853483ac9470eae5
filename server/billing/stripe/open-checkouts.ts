import type Stripe from 'stripe'
import type { Billing } from '../billing'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>

/** What a customer could still pay for: Stripe keeps a checkout for a day. */
export async function openCheckouts({ client }: StripeBilling, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await client.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  return data
}

/** Ask for the customer's subscriptions afterwards: one of these may have been paid for a moment before. */
export async function closeCheckouts(
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
