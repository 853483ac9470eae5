import { atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import { extensionsAtom, keptExtensionsAtom } from '../http/extensions'
import { CAMERAS_POLL_MS } from '../http/polling'
import { retryWhileSeen } from '../http/reads'
import { unwrap } from '../http/request-error'
import { offeredExtensionsAtom } from '../hub/connection'
import { keptRead } from '../hub/kept-read'
import { raised } from '../messages'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/** The list for when this page is opened while the hub is away: the cameras of this machine run all the same. */
export const keptCameras = keptRead('nightjar:cameras', calls.cameras.list)

/**
 * All cameras of the workspace; read again now and then where the provider invites it: for their status, and because a
 * camera laptop must hear of a switch thrown elsewhere, in a tab that is usually hidden. One that did when it was last heard
 * is asked again too where it fails before its first word on this page.
 */
export const camerasQueryAtom = atomWithQuery<Camera[]>((get) => ({
  queryKey: get(keysAtom).cameras,
  enabled: get(isSignedInAtom),
  refetchInterval: (query) =>
    get(extensionsAtom).has('polling') || (query.state.status === 'error' && get(keptExtensionsAtom).has('polling'))
      ? CAMERAS_POLL_MS
      : false,
  refetchIntervalInBackground: true,
  retry: retryWhileSeen,
  queryFn: async () =>
    get(keptCameras.takenAtom)(unwrap(await get(servicesAtom).http.send(calls.cameras.list, {}), raised.fetchCameras)),
}))

/**
 * The cameras for screens that the calls give none, as pictures on the dashboard and names in a filter: read where the
 * provider invites open screens to read lists, and nowhere else (FACE-06). A provider that did so when it was last heard
 * is asked before its first word on this page, which the pictures would wait for. null: it does not.
 */
export const invitedCamerasQueryAtom = atom((get) =>
  get(offeredExtensionsAtom).has('polling') ? get(camerasQueryAtom) : null,
)

/** Writes a change that the hub has confirmed into the list; a list asked for before it must not undo it. */
export const changeCameraListAtom = atom(null, async (get, _set, change: (cameras: Camera[]) => Camera[]) => {
  const client = get(queryClientAtom)
  const queryKey = get(keysAtom).cameras
  await client.cancelQueries({ queryKey })
  client.setQueryData<Camera[]>(queryKey, (cameras) => cameras && get(keptCameras.takenAtom)(change(cameras)))
})
