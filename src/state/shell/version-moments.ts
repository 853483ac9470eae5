import { atom, type createStore } from 'jotai/vanilla'
import { RECORDING_COOLDOWN_MS } from '../../contract/limits'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations'
import { chatMemoryAtom } from '../assistant/chat-memory'
import { captureStatesAtom } from '../cameras/capture-states'
import { isPermissionLastingAtom } from '../cameras/devices'
import { recordingTabAtom } from '../capture/recording-tab'
import { stealthAtom } from '../capture/stealth'
import { connectionAtom } from '../hub/connection'
import { cameraSignsAtom } from '../live/camera-signs'
import { presenceAtom } from '../live/presence'
import { areClipsDecidedAtom, lastClipClosedAtMsAtom, outboxStateAtom } from '../recordings/delivery'
import { servicesAtom } from '../services'
import { hasUserDraftsAtom } from '../sign-in/user-draft'
import { appKeeperAtom, isNewVersionHereAtom } from './app-version'

type Store = ReturnType<typeof createStore>

/** A tab that stays open for weeks asks this often; browsers ask by themselves only when a page is loaded. */
const LOOK_INTERVAL_MS = HOUR_MS

/** How often a camera's tab with a new version asks itself whether the moment is quiet. */
const MOMENT_INTERVAL_MS = 30_000

/** Somebody who has not touched the page for so long is not at it. */
const LEFT_ALONE_MS = 5 * MINUTE_MS

/** So long after a clip the next one would be recorded if the motion went on: a page that is loaded in the pause sees nothing of it. */
const CALM_MS = 2 * RECORDING_COOLDOWN_MS

/**
 * Whether this tab runs cameras of which none records, or waits to know whether a clip is kept, and nobody looks, listens or
 * talks through one; nor does it hold clips that the disk refused, which would end with its page.
 */
const areCamerasQuietAtom = atom((get): boolean => {
  const states = [...get(captureStatesAtom).values()]
  const isCameraTab = get(recordingTabAtom).phase === 'here' && states.length > 0
  const isRecording = states.some((state) => state.phase === 'running' && state.motion.phase === 'recording')
  const isWatched = [...get(presenceAtom).values()].some((viewers) => viewers.length > 0)
  const isQuiet = !isRecording && !isWatched && get(cameraSignsAtom).length === 0
  return isCameraTab && isQuiet && get(areClipsDecidedAtom) && get(outboxStateAtom).inMemory === 0
})

/**
 * Looks for new versions now and then, and when the hub is back, as it may have been updated. A camera's tab takes a new
 * one by itself when that disturbs nobody; any other waits for its next load (SHELL-09). Returns the end.
 */
export function startVersionMoments(store: Store): () => void {
  const { after } = store.get(servicesAtom)
  const cancels = new Map<string, () => void>()
  const every = (name: string, intervalMs: number, work: () => void) => {
    const turn = () => {
      cancels.set(name, after(intervalMs, turn))
      work()
    }
    cancels.set(name, after(intervalMs, turn))
  }
  const look = () => void store.get(appKeeperAtom)?.look()
  every('look', LOOK_INTERVAL_MS, look)
  every('moment', MOMENT_INTERVAL_MS, () => takeAtQuietMoment(store))
  const unsubscribe = store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).phase === 'reachable') look()
  })
  return () => {
    unsubscribe()
    for (const cancel of cancels.values()) cancel()
  }
}

function takeAtQuietMoment(store: Store): void {
  const keeper = store.get(appKeeperAtom)
  if (keeper === null || !store.get(isNewVersionHereAtom) || !store.get(areCamerasQuietAtom)) return
  const closedAtMs = store.get(lastClipClosedAtMsAtom)
  // A clock that was set back must not put it off for hours.
  if (closedAtMs !== null && Math.abs(store.get(servicesAtom).nowMs() - closedAtMs) < CALM_MS) return
  // The next page would ask for the cameras, and nobody is there.
  if (!store.get(isPermissionLastingAtom)) return
  // It would have no draft, and light up a screen that is black on purpose.
  if (store.get(hasUserDraftsAtom) || store.get(chatMemoryAtom).draft !== '') return
  if (store.get(stealthAtom).phase !== 'off') return
  // A hub that is away is about to be updated, or cameras wait for it: not now.
  if (store.get(connectionAtom).phase === 'reachable' && keeper.isLeftAlone(LEFT_ALONE_MS)) keeper.reload()
}
