import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { planLimits, retentionDays, type Tier } from '../../contract/plans'
import { extensionsAtom } from '../http/extensions'
import { CAMERAS_POLL_MS, WORKSPACE_POLL_MS } from '../http/polling'
import { retryWhileSeen } from '../http/reads'
import { unwrap } from '../http/request-error'
import { keptRead } from '../hub/kept-read'
import { raised } from '../messages'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom, sessionAtom } from '../sign-in/session'
import { limitsTierOf } from './plans'

/** The plan for when this page is opened while the hub is away: sound and length of clips are its. */
export const keptWorkspace = keptRead('nightjar:workspace', calls.workspaces.one)

/** The key of the workspace's read. */
export const workspaceKeyAtom = atom((get) => {
  const session = get(sessionAtom)
  return [...get(keysAtom).workspace, session.phase === 'signed-in' ? session.workspaceId : null]
})

/** The workspace by the stored workspaceId; without one it is not loaded (BILL-15, BILL-17). */
export const workspaceQueryAtom = atomWithQuery((get) => {
  const session = get(sessionAtom)
  const workspaceId = session.phase === 'signed-in' ? session.workspaceId : null
  return {
    queryKey: get(workspaceKeyAtom),
    enabled: Boolean(workspaceId),
    // A camera laptop, whose tab is usually hidden, must hear of a plan that was changed elsewhere.
    refetchInterval: get(extensionsAtom).has('polling') ? WORKSPACE_POLL_MS : false,
    refetchIntervalInBackground: true,
    retry: retryWhileSeen,
    queryFn: async () =>
      get(keptWorkspace.takenAtom)(
        unwrap(
          await get(servicesAtom).http.send(calls.workspaces.one, { params: { workspaceId: workspaceId ?? '' } }),
          raised.fetchWorkspace,
        ),
      ),
  }
})

/** The tier that is paid for; unknown counts as FREE. */
export const tierAtom = atom<Tier>((get) => get(workspaceQueryAtom).data?.stripeCustomer?.tier ?? 'FREE')

/** The tier whose limits hold; it outlasts what is paid for until a downgrade comes into force. */
const limitsTierAtom = atom((get) => limitsTierOf(get(workspaceQueryAtom).data))

/** The free-plan banner shows while the workspace is unknown or has the limits of the FREE tier (CAM-05). */
export const isFreePlanAtom = atom((get) => get(limitsTierAtom) === 'FREE')

/** What the plan allows now. */
export const planLimitsAtom = atom((get) => planLimits[get(limitsTierAtom)])

/** How long a recording is kept where there is room; the least plan's while the plan is unknown. */
export const retentionDaysAtom = atom((get) => retentionDays(get(limitsTierAtom)))

export const isAudioAllowedAtom = atom((get) => get(planLimitsAtom).hasAudio)

/** Whether the plan is known and has no sound; while it is unknown a camera does as it was told. */
export const isAudioRefusedAtom = atom((get) => get(workspaceQueryAtom).data !== undefined && !get(isAudioAllowedAtom))

export const workspaceUsageQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).workspaceUsage,
  enabled: get(isSignedInAtom),
  // As often as the statuses of the cameras, which it stands beside and must not contradict.
  refetchInterval: get(extensionsAtom).has('polling') ? CAMERAS_POLL_MS : false,
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.workspaces.usage, {})),
}))
