import { type CaptureFailure, failureOf } from '../failure'
import { stopStream } from './stream'

/** State of the browser's camera permission (CAM-35). */
export type CameraPermission =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'prompt' }
  | { readonly phase: 'granted' }
  | { readonly phase: 'denied' }
  /** Asking did not work for another reason, such as no camera being there. */
  | { readonly phase: 'unavailable'; readonly reason: CaptureFailure }

function toPermission(state: PermissionState): CameraPermission {
  return { phase: state }
}

/** Reads the permission and reports every later change until the signal aborts. */
export async function watchPermission(
  report: (permission: CameraPermission) => void,
  signal: AbortSignal,
): Promise<void> {
  if (navigator.mediaDevices === undefined) {
    report({ phase: 'unavailable', reason: 'insecure-page' })
    return
  }
  try {
    const status = await navigator.permissions.query({ name: 'camera' })
    if (signal.aborted) return
    report(toPermission(status.state))
    status.addEventListener('change', () => report(toPermission(status.state)), { signal })
  } catch {
    // Firefox before 131 does not know the name 'camera'; the button asks instead.
    if (!signal.aborted) report({ phase: 'prompt' })
  }
}

/**
 * Tells when the user allows the microphone, until the signal aborts: its question may be answered after nobody waits for it
 * any more. Not where the browser does not know that permission.
 */
export async function watchMicrophone(onAllowed: () => void, signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'microphone' })
    status.addEventListener('change', () => status.state === 'granted' && onAllowed(), { signal })
  } catch {
    // What it is then was told with the camera's.
  }
}

/** Asks for camera and microphone; a refused or missing microphone alone does not count (CAM-44). */
export async function askPermission(media: MediaDevices | undefined): Promise<CameraPermission> {
  if (media === undefined) return { phase: 'unavailable', reason: 'insecure-page' }
  try {
    stopStream(await media.getUserMedia({ video: true, audio: true }))
    return { phase: 'granted' }
  } catch {
    // Which of the two was refused is not told: ask for the camera alone.
  }
  try {
    stopStream(await media.getUserMedia({ video: true }))
    return { phase: 'granted' }
  } catch (error) {
    const reason = failureOf(error)
    return reason === 'permission-denied' ? { phase: 'denied' } : { phase: 'unavailable', reason }
  }
}
