import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../contract/calls'
import { extensionsAtom } from './extensions'
import { keysAtom } from './keys'
import { raised } from './messages'
import { unwrap } from './request-error'
import { servicesAtom } from './services'

/** Status badges go stale within the online window of 15 s. */
const STATUS_POLL_MS = 10_000

/** All cameras of the workspace; read again now and then where the provider invites it, for their status. */
export const camerasQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).cameras,
  refetchInterval: get(extensionsAtom).has('polling') ? STATUS_POLL_MS : false,
  queryFn: async ({ signal }) =>
    unwrap(await get(servicesAtom).http.send(calls.cameras.list, { signal }), raised.fetchCameras),
}))
