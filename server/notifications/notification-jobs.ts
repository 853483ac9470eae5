import { deleteOldOutages } from '../cameras/outage-rows'
import { watchCameras } from '../cameras/outages'
import type { Services } from '../hub/services'
import { DeliveryRound } from './deliver'
import { deleteOldDeliveries } from './delivery-rows'
import { deleteOldIncidents } from './incident-rows'
import { tellDigests } from './incidents'

/** The job that sends; nudge it after the transaction that wrote something to send. */
export const NOTIFICATIONS_JOB = 'notifications'
const CAMERA_STATUS_JOB = 'camera-status'

/** Longer than the month that a quota counts. */
const KEPT_MS = 62 * 24 * 3_600_000

/** What goes on in the background so that notifications arrive. */
export function addNotificationJobs(services: Services): void {
  const { db, clock, jobs } = services
  let round: DeliveryRound | null = null
  jobs.add({
    name: NOTIFICATIONS_JOB,
    everyMs: 15_000,
    run: async (signal) => {
      await tellDigests(services)
      round = new DeliveryRound(services, signal)
      await round.run().finally(() => {
        round = null
      })
    },
    join: async () => round?.join(),
  })
  jobs.add({
    name: CAMERA_STATUS_JOB,
    everyMs: 5_000,
    run: async () => {
      if (await watchCameras(services)) jobs.nudge(NOTIFICATIONS_JOB)
    },
  })
  jobs.add({
    name: 'old-notifications',
    everyMs: 3_600_000,
    run: async () => {
      const beforeMs = clock.now() - KEPT_MS
      await deleteOldDeliveries(db, beforeMs)
      await deleteOldIncidents(db, beforeMs)
      await deleteOldOutages(db, beforeMs)
    },
  })
}
