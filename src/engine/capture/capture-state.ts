import type { CaptureFailure } from '../failure'
import type { FramePath } from '../motion/frame-path'
import type { Pace } from '../pacing/pace'
import type { Sight } from '../pacing/sight'

export type MotionState = { readonly phase: 'off' } | { readonly phase: 'watching' } | { readonly phase: 'recording' }

/** Whether a camera sees: what the checks for motion tell, and what the system holds back from every use. */
export type CaptureSight =
  | Sight
  /** The system, or a switch on the device, gives no picture; shown from 1 s on. */
  | { readonly phase: 'paused'; readonly why: 'muted' }

export interface RunningState {
  readonly phase: 'running'
  /** For previews; owned by the capture. */
  readonly stream: MediaStream
  readonly hasAudio: boolean
  readonly isSubstitute: boolean
  readonly motion: MotionState
  /** How frames come, and why; another one after a fall back. */
  readonly path: FramePath
  readonly sight: CaptureSight
  /** How often is checked, and what a busy machine does with less of; counts are told every few seconds. */
  readonly pace: Pace
}

/** State of a local camera. */
export type CaptureState =
  | { readonly phase: 'starting' }
  | RunningState
  /** Tried again by itself, except where only the user can help; a try shows by its outcome only. */
  | { readonly phase: 'failed'; readonly reason: CaptureFailure }
  | { readonly phase: 'stopped' }
