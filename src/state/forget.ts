import { atom, type createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { allDates } from '../lib/date-range'
import { eventsPageAtom, eventsRangeAtom, eventsSearchAtom, eventsTypeAtom } from './events'
import { closePlayerAtom } from './playing'
import { servicesAtom } from './services'
import { sessionAtom, sessionChangesAtom } from './session'
import { videosCameraAtom, videosRangeAtom, videosSearchAtom } from './videos'

/** Forgets what was read and typed for somebody who is not signed in here any more. */
const forgetUserAtom = atom(null, (get, set) => {
  get(queryClientAtom).clear()
  set(eventsPageAtom, 0)
  set(eventsSearchAtom, '')
  set(eventsTypeAtom, 'all')
  set(eventsRangeAtom, allDates)
  set(videosSearchAtom, '')
  set(videosCameraAtom, 'all')
  set(videosRangeAtom, allDates)
  set(closePlayerAtom)
})

/** Follows the stored session, changed here or by another tab; returns the end. */
export function startSessionService(store: ReturnType<typeof createStore>): () => void {
  const whoIsIn = () => {
    const session = store.get(sessionAtom)
    return session.phase === 'signed-in' ? `${session.workspaceId} ${session.email}` : null
  }
  let before = whoIsIn()
  return store.get(servicesAtom).session.subscribe(() => {
    store.set(sessionChangesAtom, (count) => count + 1)
    const now = whoIsIn()
    if (now !== before) store.set(forgetUserAtom)
    before = now
  })
}
