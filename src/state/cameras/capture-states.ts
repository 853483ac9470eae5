import { atom } from 'jotai/vanilla'
import type { CaptureState } from '../../engine'
import { without } from '../maps'
import { mayOpenCamerasAtom, permissionAtom } from './devices'
import { localCamerasAtom } from './local-cameras'

export type { CaptureState } from '../../engine'

/** State of every capture of this tab, by camera id. */
export const captureStatesAtom = atom<ReadonlyMap<string, CaptureState>>(new Map<string, CaptureState>())

/** Whether another device stands in for the chosen one (CAM-45). */
export function hasSubstitute(capture: CaptureState | undefined): boolean {
  return capture?.phase === 'running' && capture.isSubstitute
}

/** Whether the system or a switch holds the picture back. */
export function isMuted(capture: CaptureState | undefined): boolean {
  return capture?.phase === 'running' && capture.sight.phase === 'paused' && capture.sight.why === 'muted'
}

/** The live picture of a camera of this tab; null where there is none, or the tab is too busy to show it (LESS-01). */
export function ownPictureOf(capture: CaptureState | undefined): MediaStream | null {
  if (capture?.phase !== 'running' || capture.pace.less.includes('no-previews')) return null
  return capture.stream
}

/** Last difference D of each capture, 0 to 1, for meters. */
export const differencesAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

/** The difference of one camera; changes of the others do not touch it. */
export function differenceAtomOf(cameraId: string) {
  return atom((get) => get(differencesAtom).get(cameraId) ?? 0)
}

/** What was measured before tells nothing any more: the camera stopped, or is measured in another way. */
export const forgetDifferenceAtom = atom(null, (_get, set, cameraId: string) =>
  set(differencesAtom, (all) => without(all, cameraId)),
)

const refused: CaptureState = { phase: 'failed', reason: 'permission-denied' }

/** How a camera of this machine stands, for its card; undefined for one that does not run in this tab. */
export function shownCaptureAtomOf(cameraId: string) {
  return atom((get): CaptureState | undefined => {
    const capture = get(captureStatesAtom).get(cameraId)
    if (capture !== undefined) return capture
    // A camera whose permission was taken away is stopped; it must not look like one of another machine.
    const isRefused = get(permissionAtom).phase === 'denied' && !get(mayOpenCamerasAtom)
    return isRefused && get(localCamerasAtom).some(({ id }) => id === cameraId) ? refused : undefined
  })
}

/** What can be seen live of a camera in this tab. */
export type LivePhase =
  /** Its device is on another machine. */
  | 'elsewhere'
  /** Its device is on this machine, but it does not run in this tab: another one runs it, or it may not run. */
  | 'not-in-this-tab'
  | 'starting'
  | 'failed'
  | 'motion-off'
  /** The detector has not seen enough of the scene to measure. */
  | 'learning'
  | 'paused'
  | 'frozen'
  | 'measuring'

export function livePhaseAtomOf(cameraId: string) {
  return atom((get): LivePhase => {
    if (!get(localCamerasAtom).some(({ id }) => id === cameraId)) return 'elsewhere'
    const capture = get(captureStatesAtom).get(cameraId)
    if (capture === undefined) return 'not-in-this-tab'
    if (capture.phase === 'starting' || capture.phase === 'failed') return capture.phase
    if (capture.phase === 'stopped') return 'not-in-this-tab'
    if (capture.motion.phase === 'off') return 'motion-off'
    if (capture.sight.phase !== 'seeing') return capture.sight.phase
    return get(differencesAtom).has(cameraId) ? 'measuring' : 'learning'
  })
}
