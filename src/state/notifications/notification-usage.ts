import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import type { Usage } from '../../contract/wire'
import { ownQuery } from '../sign-in/own-query'

/** Up to here a total is the free plan's (NOTIF-04). */
const FREE_LIMIT = 10

export const notificationUsageQueryAtom = ownQuery('notificationUsage', (http) => http.send(calls.events.usage, {}))

/** The free plan's notice shows only once a total is known and is 10 or less. */
function isFreeLimit(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.total > 0 && usage.total <= FREE_LIMIT
}

export const isFreeLimitAtom = atom((get) => isFreeLimit(get(notificationUsageQueryAtom).data))

/** Whether nothing more is sent this month (MSG-05); after a step down more may be used than the plan has. */
function isUsedUp(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.total > 0 && usage.used >= usage.total
}

export const areNotificationsUsedUpAtom = atom((get) => isUsedUp(get(notificationUsageQueryAtom).data))
