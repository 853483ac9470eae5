import { atom } from 'jotai/vanilla'
import type { CaptureState } from '../../engine'
import { mayOpenCamerasAtom, permissionAtom } from '../cameras/devices'
import { captureStatesAtom, localCamerasAtom } from '../cameras/local-cameras'

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
