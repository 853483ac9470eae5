import type { Ground } from '../../db/ground'
import type { Job } from '../../lib/job'
import { deleteStripeEventsBefore } from '../billing-rows'

const DAY_MS = 24 * 3_600_000
/** Stripe sends an event again for three days, and on request for a month. */
const KEPT_MS = 60 * DAY_MS

/** Forgets events that cannot come again. */
export function stripeEventJob({ db, clock }: Pick<Ground, 'db' | 'clock'>): Job {
  return {
    name: 'stripe-events',
    everyMs: DAY_MS,
    run: () => deleteStripeEventsBefore(db, clock.now() - KEPT_MS),
  }
}
