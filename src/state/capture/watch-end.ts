import { atom, type createStore } from 'jotai/vanilla'
import { localCamerasAtom } from '../cameras/local-cameras'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { isLeavingAtom, sessionAtom } from '../sign-in/session'
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
      // Who leaves or deletes the workspace has no such cameras at the next sign-in.
      const text = messages.watchEnded(last, store.get(isLeavingAtom))
      store.get(servicesAtom).showToast({ kind: 'info', text, durationMs: TOLD_MS })
    }
    last = now
  })
  signal.addEventListener('abort', unsubscribe)
}
