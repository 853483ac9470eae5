import { focusManager } from '@tanstack/query-core'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import { extensionsAtom } from '../http/extensions'
import { unwrap } from '../http/request-error'
import { shouldRetry } from '../http/retry'
import { raised } from '../messages'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/keys'
import { isSignedInAtom } from '../sign-in/session'

/** Status badges go stale within the online window of 15 s. */
export const CAMERAS_POLL_MS = 10_000

/**
 * All cameras of the workspace; read again now and then where the provider invites it: for their status, and because a
 * camera laptop must hear of a switch thrown elsewhere. Its tab is usually hidden, where the library neither polls by
 * itself nor retries, so a failed read is begun anew there.
 */
export const camerasQueryAtom = atomWithQuery<Camera[]>((get) => ({
  queryKey: get(keysAtom).cameras,
  enabled: get(isSignedInAtom),
  refetchInterval: (query) =>
    get(extensionsAtom).has('polling') || query.state.status === 'error' ? CAMERAS_POLL_MS : false,
  refetchIntervalInBackground: true,
  retry: (failureCount, error) => focusManager.isFocused() && shouldRetry(failureCount, error),
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.cameras.list, {}), raised.fetchCameras),
}))
