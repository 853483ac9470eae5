import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Usage } from '../../contract/wire'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/** Up to here a total is the free plan's (NOTIF-04). */
const FREE_LIMIT = 10

export const notificationUsageQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).notificationUsage,
  enabled: get(isSignedInAtom),
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.events.usage, {})),
}))

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
