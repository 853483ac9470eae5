import { atom, type createStore } from 'jotai/vanilla'
import { localCamerasAtom } from '../cameras/local-cameras'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { isLeavingAtom, isSigningOutAtom, sessionAtom } from '../sign-in/session'
import { recordingTabAtom } from './recording-tab'

/** It is told beside what ended the session, by somebody who has just been sent to another screen. */
const TOLD_MS = 10_000

/** Names of the cameras of this machine that watch; null: nobody is signed in. */
const watchingAtom = atom((get): readonly string[] | null => {
  if (get(sessionAtom).phase !== 'signed-in') return null
  if (get(recordingTabAtom).phase === 'unknown') return []
  return get(localCamerasAtom).flatMap(({ name, isMotionEnabled }) => (isMotionEnabled ? [name] : []))
})

/** The end of a session ends the watch of this machine's cameras, in every tab: that is told, however it ended (SESS-15). */
export function tellOfWatchEnd(store: ReturnType<typeof createStore>, signal: AbortSignal): void {
  let last = store.get(watchingAtom)
  const unsubscribe = store.sub(watchingAtom, () => {
    const now = store.get(watchingAtom)
    if (now === null && last !== null && last.length > 0) {
      const text = messages.watchEnded(last, outlookOf(store))
      store.get(servicesAtom).showToast({ kind: 'info', text, durationMs: TOLD_MS })
    }
    last = now
  })
  signal.addEventListener('abort', unsubscribe)
}

/**
 * Whether the cameras are there at the next sign-in: not for who leaves or deletes the workspace. Of a session that
 * the hub ended, or another tab, it is not known.
 */
function outlookOf(store: ReturnType<typeof createStore>): Parameters<typeof messages.watchEnded>[1] {
  if (store.get(isLeavingAtom)) return 'for-good'
  return store.get(isSigningOutAtom) ? 'goes-on' : 'perhaps'
}
