import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import { invitedCamerasQueryAtom, keptCameras } from '../cameras/camera-list'
import { readingOf } from '../http/reads'
import { hasHeardAtom } from '../hub/connection'
import { screenshotsQueryAtom } from '../snapshots/snapshots'

/** The cameras in the row of the dashboard. */
export type WatchRow =
  /** The provider does not invite the reads that it takes. */
  | { readonly phase: 'none' }
  /** `kept`: those that this browser kept of them, which say what room they will need. */
  | { readonly phase: 'awaited'; readonly kept: readonly Camera[] }
  | { readonly phase: 'missing' }
  | { readonly phase: 'here'; readonly cameras: readonly Camera[] }

/** Those that are off come first, as they are what somebody has to see; the others keep their order (FACE-06). */
function loudestFirst(cameras: readonly Camera[]): readonly Camera[] {
  const isOff = ({ status }: Camera) => status !== 'ONLINE'
  return [...cameras.filter(isOff), ...cameras.filter((camera) => !isOff(camera))]
}

const camerasAtom = atom((get) => get(invitedCamerasQueryAtom)?.data)

/** One row for as long as the cameras are the same (LESS-12). */
const hereAtom = atom((get): WatchRow | null => {
  const cameras = get(camerasAtom)
  return cameras === undefined ? null : { phase: 'here', cameras: loudestFirst(cameras) }
})

const awaitedAtom = atom((get): WatchRow => ({ phase: 'awaited', kept: get(keptCameras.answerAtom) ?? [] }))

export const watchRowAtom = atom((get): WatchRow => {
  const query = get(invitedCamerasQueryAtom)
  // Asked for beside the cameras: the row has no tile yet that would.
  if (query !== null) get(screenshotsQueryAtom)
  // Until the provider is heard the row has its place: what comes later would push the rest away.
  if (query === null) return get(hasHeardAtom) ? { phase: 'none' } : get(awaitedAtom)
  return get(hereAtom) ?? (readingOf(query) === 'awaited' ? get(awaitedAtom) : { phase: 'missing' })
})

/**
 * Of cameras that are on and record nothing, as nobody has switched their motion detection on; null: there is none.
 * `isAwaited`: the words only say what room they will need.
 */
export const motionlessAtom = atom((get) => {
  const row = get(watchRowAtom)
  const isAwaited = row.phase === 'awaited'
  const words = motionlessWords(row.phase === 'here' ? row.cameras : isAwaited ? row.kept : [])
  return words === null ? null : { words, isAwaited }
})

function motionlessWords(cameras: readonly Camera[]): string | null {
  const off = cameras.filter(({ isMotionEnabled }) => !isMotionEnabled)
  const [first] = off
  if (first === undefined) return null
  // It stands in a link, and Cameras is another.
  return off.length === 1 ? `${first.name} does not look for motion.` : `${off.length} of them do not look for motion.`
}
