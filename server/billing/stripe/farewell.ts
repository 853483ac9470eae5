import type { Services } from '../../hub/services'
import { subscriptionRuns } from '../../lib/errors'
import { findBilling } from '../billing-rows'
import { asking } from './checkout'
import { closeCheckouts, openCheckouts } from './open-checkouts'
import { liveSubscriptions } from './subscriptions'

/**
 * Rejects while Stripe charges for a workspace, whatever the events said that are still on their way, and leaves nothing
 * that could be paid for later: with the workspace the customer's id goes.
 */
export async function leaveStripe(
  services: Pick<Services, 'db' | 'log' | 'billing'>,
  workspaceId: string,
): Promise<void> {
  const { db, billing } = services
  if (billing.kind !== 'stripe') return
  const customer = (await findBilling(db, workspaceId))?.stripe_customer_id ?? null
  if (customer === null) return
  const paying = await asking(services, async () => {
    await closeCheckouts(billing, await openCheckouts(billing, customer))
    return liveSubscriptions(billing, customer)
  })
  if (paying.length > 0) throw subscriptionRuns()
}
