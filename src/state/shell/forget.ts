import { atom, type createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { allDates } from '../../lib/date-range'
import { leaveChatAtom } from '../assistant/chat-memory'
import { keptCameras } from '../cameras/camera-list'
import { eventsPageAtom, eventsRangeAtom, eventsSearchAtom, eventsTypeAtom } from '../events/events'
import { forgetKeptExtensionsAtom } from '../http/extensions'
import { closeWatchedAtom } from '../live/watching'
import { forgetModesAtom } from '../modes/holding-mode'
import { closePlayerAtom } from '../recordings/playing'
import { hideProofAtom } from '../recordings/proven-clip'
import { videosCameraAtom, videosRangeAtom, videosSearchAtom, videosSeenAtom } from '../recordings/videos'
import { servicesAtom } from '../services'
import { clipToShareAtom } from '../shares/shares'
import { sessionChangesAtom, sessionOf, userOf } from '../sign-in/session'
import { keptWorkspace } from '../workspace/workspace'

/**
 * Forgets what was read and typed for somebody who is not signed in here any more. In one step with the change of the
 * user, and the cache first: what the screens ask for from then on is the next user's, and stays.
 */
const changeUserAtom = atom(null, (get, set) => {
  get(queryClientAtom).clear()
  set(sessionChangesAtom, (count) => count + 1)
  set(leaveChatAtom)
  set(eventsPageAtom, 0)
  set(eventsSearchAtom, '')
  set(eventsTypeAtom, 'all')
  set(eventsRangeAtom, allDates)
  set(videosSearchAtom, '')
  set(videosCameraAtom, 'all')
  set(videosRangeAtom, allDates)
  set(videosSeenAtom, 'all')
  set(closePlayerAtom)
  set(hideProofAtom)
  set(clipToShareAtom, null)
  set(closeWatchedAtom)
  set(forgetModesAtom)
  set(keptCameras.forgetAtom)
  set(keptWorkspace.forgetAtom)
  set(forgetKeptExtensionsAtom)
})

/** Follows the stored session, changed here or by another tab; returns the end. */
export function startSessionService(store: ReturnType<typeof createStore>): () => void {
  const { session, push } = store.get(servicesAtom)
  const whoIsIn = () => userOf(sessionOf(session.read()))
  let before = whoIsIn()
  return session.subscribe((by) => {
    const now = whoIsIn()
    if (now === before) store.set(sessionChangesAtom, (count) => count + 1)
    else {
      // Who comes next is not told what the one before wanted to know (PUSH-07). In a tab that slept through both, what
      // the browser is told by now may be what the next one asked for.
      if (by === 'this-tab' || now === null) void push.unsubscribe()
      store.set(changeUserAtom)
    }
    before = now
  })
}
