import { lockWorkspace } from '../../members/people-rows'
import type { Billing } from '../billing'
import { findBilling, forgetCustomer, keepBilling, updateBilling } from '../billing-rows'
import type { ReadingServices } from './plan-reading'
import { isUnknownCustomer } from './stripe-problems'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>

/** Who pays for which workspace. */
export interface Payer {
  readonly workspaceId: string
  readonly userId: string
  readonly email: string
}

/**
 * Does something for the workspace's customer at Stripe, which is made at the first step towards a plan. Where Stripe
 * does not know that one any more it is done again for another.
 */
export async function forCustomer<T>(
  services: Pick<ReadingServices, 'db' | 'log'>,
  billing: StripeBilling,
  payer: Payer,
  work: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await keepCustomer(services, billing, payer)
  try {
    return await work(customer)
  } catch (problem) {
    if (!isUnknownCustomer(problem)) throw problem
    const { workspaceId } = payer
    services.log.warn({ workspaceId, customer }, 'Stripe does not know the customer of a workspace: another is made')
    await forgetCustomer(services.db, workspaceId, customer)
    return work(await keepCustomer(services, billing, payer, customer))
  }
}

/** `former`: who is unknown to Stripe, whose making it may still answer with. */
async function keepCustomer(
  { db }: Pick<ReadingServices, 'db'>,
  { client }: StripeBilling,
  { workspaceId, userId, email }: Payer,
  former?: string,
): Promise<string> {
  const known = await findBilling(db, workspaceId)
  if (known?.stripe_customer_id != null) return known.stripe_customer_id
  const made = await client.customers.create(
    { email, metadata: { workspaceId } },
    { idempotencyKey: ['nightjar-customer', workspaceId, userId, ...(former === undefined ? [] : [former])].join('-') },
  )
  return db.transaction().execute(async (transaction) => {
    const row = await keepBilling(transaction, await lockWorkspace(transaction, workspaceId))
    // Somebody else of the workspace was faster.
    if (row.stripe_customer_id !== null) return row.stripe_customer_id
    await updateBilling(transaction, workspaceId, { stripe_customer_id: made.id })
    return made.id
  })
}
