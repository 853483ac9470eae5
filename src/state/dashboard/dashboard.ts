import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { CameraStatusRow } from '../../contract/camera'
import { ACTIVITY_ROWS, DASHBOARD_PAGE_SIZE, DASHBOARD_WINDOW_MS } from '../../contract/limits'
import { noUsage, type Usage } from '../../contract/wire'
import { counted } from '../../lib/words'
import { extensionsAtom } from '../http/extensions'
import { CAMERAS_POLL_MS, EVENTS_POLL_MS } from '../http/polling'
import { figureReadingOf, readingOf } from '../http/reads'
import { unwrap } from '../http/request-error'
import { isHubSilentAtom } from '../hub/connection'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { workspaceUsageQueryAtom } from '../workspace/workspace'

export const cameraStatusesQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).cameraStatuses,
  enabled: get(isSignedInAtom),
  refetchInterval: get(extensionsAtom).has('polling') ? CAMERAS_POLL_MS : false,
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.cameras.checkStatuses, {})),
}))

/** Events of the last 24 hours (DASH-25). */
export const dayEventsQueryAtom = atomWithQuery((get) => {
  const hubNowMs = get(hubNowMsAtom)
  return {
    queryKey: [...get(keysAtom).events, 'day'],
    enabled: get(isSignedInAtom),
    refetchInterval: get(extensionsAtom).has('polling') ? EVENTS_POLL_MS : false,
    queryFn: async () => {
      const { http } = get(servicesAtom)
      const endMs = hubNowMs()
      const query = {
        page: 0,
        pageSize: DASHBOARD_PAGE_SIZE,
        dateStart: new Date(endMs - DASHBOARD_WINDOW_MS).toISOString(),
        dateEnd: new Date(endMs).toISOString(),
      }
      return unwrap(await http.send(calls.events.list, { query }))
    },
  }
})

/** Apart from the query, which is another with every poll: what is made of the events stays while they are the same (LESS-12). */
export const dayEventsAtom = atom((get) => get(dayEventsQueryAtom).data)
export const dayEventsReadingAtom = atom((get) => readingOf(get(dayEventsQueryAtom)))

/** The first four events (DASH-09). */
export const recentActivityAtom = atom((get) => get(dayEventsAtom)?.events.slice(0, ACTIVITY_ROWS) ?? [])

/** Count of the last 24 hours: the total if given, else what was loaded. */
export const dayEventCountAtom = atom((get) => {
  const data = get(dayEventsAtom)
  return data === undefined ? 0 : data.total || data.events.length
})

export interface CameraCount {
  readonly online: number
  readonly offline: number
  readonly total: number
}

export function countCameras(rows: readonly CameraStatusRow[]): CameraCount {
  const online = rows.filter(({ status }) => status === 'ONLINE').length
  const offline = rows.filter(({ status }) => status === 'OFFLINE').length
  return { online, offline, total: rows.length }
}

/** Status line of the Active Cameras card (DASH-19 to DASH-22; X-11: 'Some cameras offline' is the left-over). */
export function cameraStatusLine({ online, offline, total }: CameraCount): string {
  if (total === 0) return 'No cameras found'
  if (online === total) return 'All systems online'
  if (offline > 0) return `${counted(offline, 'camera')} offline`
  return 'Some cameras offline'
}

export type SecurityStatus =
  | { readonly level: 'Secure'; readonly line: 'All cameras online' }
  | { readonly level: 'Vulnerable'; readonly line: 'Some cameras offline' }
  | { readonly level: 'Alert'; readonly line: 'No cameras online' }

/** The security status (DASH-16 to DASH-18), its rules in their order. */
export function securityStatus(count: CameraCount, cameras: Pick<Usage, 'used' | 'total'>): SecurityStatus {
  if (cameras.used > 0 && count.total > 0 && count.online === count.total) {
    return { level: 'Secure', line: 'All cameras online' }
  }
  if (count.offline > 0 && cameras.total > 0) return { level: 'Vulnerable', line: 'Some cameras offline' }
  return { level: 'Alert', line: 'No cameras online' }
}

export const cameraCountAtom = atom((get) => countCameras(get(cameraStatusesQueryAtom).data ?? []))

/** The status line; of a hub that is away it is what was told last. */
export const cameraLineAtom = atom((get) => {
  const line = cameraStatusLine(get(cameraCountAtom))
  const isKnown = get(cameraStatusesQueryAtom).data !== undefined
  return isKnown && get(isHubSilentAtom) ? `Last known: ${line}` : line
})

/** Usage of the workspace; zeros until it is known (DASH-24: failures leave defaults). */
export const usageAtom = atom(
  (get) =>
    get(workspaceUsageQueryAtom).data ?? {
      storage: noUsage,
      notifications: noUsage,
      aiChats: noUsage,
      cameras: noUsage,
    },
)

/** What the card says: no alarm where only a read failed, and no all-clear of a hub that is away. */
export type ShownStatus =
  | SecurityStatus
  | { readonly level: 'Unknown'; readonly line: 'Which cameras are online is not known right now' }

export const shownStatusAtom = atom((get): ShownStatus => {
  if (get(isHubSilentAtom) || figureReadingOf(get(cameraStatusesQueryAtom)) === 'missing') {
    return { level: 'Unknown', line: 'Which cameras are online is not known right now' }
  }
  const count = get(cameraCountAtom)
  // The cameras that there are stand for the figures of the plan where these did not come.
  const isUsageMissing = figureReadingOf(get(workspaceUsageQueryAtom)) === 'missing'
  return securityStatus(count, isUsageMissing ? { used: count.total, total: count.total } : get(usageAtom).cameras)
})
