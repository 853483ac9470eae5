import { DAY_MS, HOUR_MS } from '../../src/lib/durations'
import type { Job } from '../lib/job'
import { endSnoozesAhead } from '../modes/snoozes-ahead'
import { DeliveryRound } from './deliver'
import { deleteOldDeliveries } from './delivery-rows'
import { deleteOldIncidents } from './incident-rows'
import { tellDigests } from './incidents'
import { deleteEndedSubscriptions } from './push/push-rows'
import type { NotificationServices } from './services'

/** The job that sends; nudge it after the transaction that wrote something to send. */
export const NOTIFICATIONS_JOB = 'notifications'

/** For rounds that take long: each begins with the digests that are due. */
export const DIGESTS_JOB = 'digests'

const ROUND_MS = 15_000

/** Longer than the month that a quota counts. */
export const KEPT_MS = 62 * DAY_MS

/** What goes on in the background so that notifications arrive. */
export function notificationJobs(services: NotificationServices): Job[] {
  const { db, believedTime } = services
  let round: DeliveryRound | null = null
  return [
    {
      name: NOTIFICATIONS_JOB,
      everyMs: ROUND_MS,
      run: async (signal) => {
        await tellDigests(services)
        round = new DeliveryRound(services, signal)
        await round.run().finally(() => {
          round = null
        })
      },
      join: async () => round?.join(),
    },
    {
      name: DIGESTS_JOB,
      everyMs: ROUND_MS,
      run: async () => {
        const sending = round
        if (sending === null) return
        await tellDigests(services)
        await sending.join()
      },
    },
    {
      name: 'old-notifications',
      everyMs: HOUR_MS,
      run: async () => {
        const beforeMs = (await believedTime()) - KEPT_MS
        await deleteOldDeliveries(db, beforeMs)
        await deleteOldIncidents(db, beforeMs)
        await deleteEndedSubscriptions(db)
        await endSnoozesAhead(services)
      },
    },
  ]
}
