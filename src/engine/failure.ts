/** Why a capture does not run. Closed: state turns each into a sentence. */
export type CaptureFailure =
  /** The user or a policy refused the camera. */
  | 'permission-denied'
  /** No video device is there. */
  | 'no-device'
  /** Another program holds the device. */
  | 'device-busy'
  /** The device went away while it ran. */
  | 'device-lost'
  /** The browser did not say within 10 s whether the device starts. */
  | 'no-answer'
  /** The page has no camera API: it was not opened over https or on localhost. */
  | 'insecure-page'
  /** Something the browser did not explain. */
  | 'unknown'

/** Maps what getUserMedia rejects with (Media Capture and Streams, 10.3). */
export function failureOf(error: unknown): CaptureFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'permission-denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
    case 'DevicesNotFoundError':
      return 'no-device'
    case 'NotReadableError':
    case 'AbortError':
    case 'TrackStartError':
      return 'device-busy'
    case 'TimeoutError':
      return 'no-answer'
    default:
      return 'unknown'
  }
}
