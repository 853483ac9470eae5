import { billingUnavailable } from '../../lib/errors'
import { lockWorkspace } from '../../members/people-rows'
import type { Billing } from '../billing'
import { findBilling, forgetCustomer, keepBilling, type StripeCustomer, updateBilling } from '../billing-rows'
import type { ReadingServices } from './plan-reading'
import { isUnknownCustomer } from './stripe-problems'
import { isDeleted } from './subscriptions'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>

/** Who pays for which workspace. */
export interface Payer {
  readonly workspaceId: string
  readonly userId: string
  readonly email: string
}

/**
 * Does something for the workspace's customer at Stripe, which is made at the first step towards a plan. Where Stripe
 * does not know that one any more, and charges it for nothing, it is done again for another.
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
    await requireUncharged(services, billing, { workspaceId, customer })
    services.log.warn({ workspaceId, customer }, 'Stripe does not know the customer of a workspace: another is made')
    await forgetCustomer(services.db, workspaceId, customer)
    return work(await keepCustomer(services, billing, payer, customer))
  }
}

/**
 * Rejects where a customer that Stripe does not know may be charged all the same: with the key of another account nobody
 * is known, and who has paid goes on paying. One that was deleted is charged no more.
 */
export async function requireUncharged(
  { db, log }: Pick<ReadingServices, 'db' | 'log'>,
  billing: StripeBilling,
  { workspaceId, customer }: StripeCustomer,
): Promise<void> {
  const row = await findBilling(db, workspaceId)
  if (row?.stripe_customer_id !== customer || row.period_end === null) return
  if (await isDeleted(billing, customer)) return
  log.error(
    { workspaceId, customer },
    'Stripe does not know the customer who pays for a workspace: set STRIPE_SECRET_KEY of the account, and of the mode, live or test, in which it was made. If that is not to be used any more, end the subscription there first, while the hub has that key',
  )
  throw billingUnavailable()
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
