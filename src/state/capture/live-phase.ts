import { atom } from 'jotai/vanilla'
import { captureStatesAtom, differencesAtom, localCamerasAtom } from '../cameras/local-cameras'

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
