import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { SecurityEvent } from '../../contract/event'
import { extensionsAtom } from '../http/extensions'
import { EVENTS_POLL_MS } from '../http/polling'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { watchedAtom } from './watching'

/** Events name their camera and no more: those of one are looked for among the latest of all. */
const LATEST = 100

/** As many as a strip below the picture has room for on a wide screen. */
export const STRIP_EVENTS = 12

export const latestEventsQueryAtom = atomWithQuery((get) => ({
  queryKey: [...get(keysAtom).events, 'latest', LATEST],
  enabled: get(isSignedInAtom) && get(watchedAtom) !== null,
  refetchInterval: get(extensionsAtom).has('polling') ? EVENTS_POLL_MS : false,
  queryFn: async () =>
    unwrap(await get(servicesAtom).http.send(calls.events.list, { query: { page: 0, pageSize: LATEST } })),
}))

/** The last events of the camera that is open in the large view, the latest first (LIVE-84). */
export const watchedEventsAtom = atom((get): readonly SecurityEvent[] => {
  const name = get(watchedAtom)?.camera.name
  const events = get(latestEventsQueryAtom).data?.events ?? []
  return events.filter(({ video }) => video?.camera?.name === name).slice(0, STRIP_EVENTS)
})
