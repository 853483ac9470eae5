import type { Job } from '../../hub/jobs'
import type { Services } from '../../hub/services'
import { deleteStripeEventsBefore } from '../billing-rows'

const DAY_MS = 24 * 3_600_000
/** Stripe sends an event again for three days, and on request for a month. */
const KEPT_MS = 60 * DAY_MS

/** Forgets events that cannot come again. */
export function stripeEventJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'stripe-events',
    everyMs: DAY_MS,
    run: () => deleteStripeEventsBefore(db, clock.now() - KEPT_MS),
  }
}
