import { HOUR_MS, MINUTE_MS } from '../../../src/lib/durations'
import type { WorkspaceBillingTable } from '../../db/plan-tables'
import type { Db } from '../../db/schema'
import { eachWorkspace } from '../../lib/each-workspace'
import type { Job } from '../../lib/job'
import { lockWorkspace } from '../../members/people-rows'
import type { Billing } from '../billing'
import { findBilling, listDueReadings, type StripeCustomer, updateBilling } from '../billing-rows'
import { changePlan, isLower } from '../plan-changes'
import type { BillingServices } from '../services'
import { isAway, isUnknownCustomer } from './stripe-problems'
import { type Patience, planChangesOf, priceIdsOf, type Standing, standingOf } from './subscriptions'

type StripeBilling = Extract<Billing, { kind: 'stripe' }>
export type ReadingServices = Pick<BillingServices, 'db' | 'clock' | 'log' | 'config' | 'believedTime'>

/** What Stripe said that a workspace pays for. */
export interface Reading extends Standing {
  readonly workspaceId: string
  /** When it was asked. */
  readonly readAtMs: number
  /** The time that was believed then. */
  readonly byMs: number
}

/** The clocks of hubs differ by less: what was read further ahead was read by a clock that was wrong. */
const AHEAD_MS = 5 * MINUTE_MS

/** Whether a plan is by a reading that began later. */
export function isReadLater(
  { stripe_read_at }: Pick<WorkspaceBillingTable, 'stripe_read_at'>,
  thanMs: number,
): boolean {
  return stripe_read_at > thanMs && stripe_read_at <= thanMs + AHEAD_MS
}

/** Brings the plan to what was read. Call it inside a transaction that holds the workspace. */
export async function writeReading(
  db: Db,
  { log, config }: Pick<ReadingServices, 'log' | 'config'>,
  billing: StripeBilling,
  { workspaceId, readAtMs, byMs, subscriptions }: Reading,
): Promise<void> {
  const unpaidTier = config.defaultTier === 'FREE' ? 'BASIC' : config.defaultTier
  await updateBilling(db, workspaceId, { stripe_read_at: readAtMs })
  const row = await findBilling(db, workspaceId)
  // A plan that cost nothing does not end with a first payment that failed.
  if (subscriptions.length === 0 && row?.period_end === null && isLower(unpaidTier, row.tier)) return
  const changes = planChangesOf(subscriptions, billing.config, unpaidTier)
  if (changes === null) {
    log.error(
      { workspaceId, prices: priceIdsOf(subscriptions) },
      'a workspace pays for a price that STRIPE_PRICES does not name: its plan stays as it is. Name it there, one that is no longer sold behind the one that is: PRO_MONTHLY=price_new+price_old',
    )
  }
  for (const change of changes ?? []) await changePlan(db, workspaceId, change, { nowMs: readAtMs, byMs })
}

/**
 * Asks Stripe what a workspace pays for and brings its plan there, as events may not come: their address is not set up,
 * or their secret is wrong. Rejects as Stripe does.
 */
export async function lookUp(
  services: ReadingServices,
  billing: StripeBilling,
  { workspaceId, customer }: StripeCustomer,
  patience: Patience = {},
): Promise<Reading> {
  const readAtMs = services.clock.now()
  const byMs = await services.believedTime()
  const reading = { workspaceId, readAtMs, byMs, ...(await standingOf(billing, customer, patience)) }
  await services.db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const row = await findBilling(transaction, workspaceId)
    if (row?.stripe_customer_id !== customer) return
    // An event was read since, or at the same moment.
    if (row.stripe_read_at === readAtMs || isReadLater(row, readAtMs)) return
    // Who has paid for no time keeps the plan that the workspace began with.
    if (reading.subscriptions.length === 0 && row.period_end === null) {
      await updateBilling(transaction, workspaceId, { stripe_read_at: readAtMs })
    } else await writeReading(transaction, services, billing, reading)
  })
  return reading
}

export const STRIPE_READING_JOB = 'stripe-readings'
/** A workspace of which nothing was read for so long is looked up. */
const READ_AGAIN_MS = 24 * HOUR_MS
/** The next round asks again: neither the others nor the end of the hub are to wait. */
const NOT_LONG: Patience = { timeout: 5000, maxNetworkRetries: 0 }
/** Of so many in a row nothing was heard: Stripe is away. Of one alone there may be too much to tell in time. */
const UNHEARD = 2

/** Looks up what every workspace with a customer at Stripe pays for, once a day. */
export function stripeReadingJob(services: ReadingServices, billing: StripeBilling): Job {
  const { db, clock, log } = services
  return {
    name: STRIPE_READING_JOB,
    everyMs: HOUR_MS,
    async run(signal) {
      const nowMs = clock.now()
      const due = await listDueReadings(db, { beforeMs: nowMs - READ_AGAIN_MS, afterMs: nowMs + AHEAD_MS })
      let unheard = 0
      const lookUpNext = async (customer: StripeCustomer) => {
        if (signal.aborted || unheard === UNHEARD) return
        try {
          await lookUpDue(services, billing, customer)
          unheard = 0
        } catch (problem) {
          unheard = isAway(problem) ? unheard + 1 : 0
          throw problem
        }
      }
      await eachWorkspace(services, due, ({ workspaceId }) => workspaceId, lookUpNext)
      if (unheard === UNHEARD) log.warn('Stripe cannot be reached: the others are asked for in the next round')
    },
  }
}

async function lookUpDue(services: ReadingServices, billing: StripeBilling, due: StripeCustomer): Promise<void> {
  const { db, clock, log } = services
  try {
    await lookUp(services, billing, due, NOT_LONG)
  } catch (problem) {
    if (!isUnknownCustomer(problem)) throw problem
    // With the key of another account nobody would be known: what is paid for is not to go by that.
    log.warn(
      due,
      'Stripe does not know the customer of a workspace: its plan stays as it is. Is STRIPE_SECRET_KEY of the account, and of the mode, live or test, in which it was made?',
    )
    await updateBilling(db, due.workspaceId, { stripe_read_at: clock.now() })
  }
}
