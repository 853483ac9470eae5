import type { DetectionOptions } from './detection'
import type { CheckResult } from './motion-port'

/** Messages between the page and the motion worker; both sides switch over `kind`. */

/** One frame to be measured; answered whatever happens. */
export type CheckMessage =
  /** The frame is transferred; the worker closes it. */
  | { readonly kind: 'check-frame'; readonly cameraId: string; readonly check: number; readonly frame: VideoFrame }
  /** RGBA rows of a canvas; the buffer is transferred. */
  | {
      readonly kind: 'check-pixels'
      readonly cameraId: string
      readonly check: number
      readonly width: number
      readonly height: number
      readonly pixels: ArrayBuffer
    }

export interface CheckAnswer {
  readonly check: number
  readonly result: CheckResult
}

export type ToMotionWorker =
  | { readonly kind: 'open'; readonly cameraId: string; readonly options: DetectionOptions }
  | { readonly kind: 'configure'; readonly cameraId: string; readonly options: DetectionOptions }
  | { readonly kind: 'close'; readonly cameraId: string }
  | CheckMessage
  /** Those of one moment, answered together: each message would wake a thread. */
  | { readonly kind: 'checks'; readonly checks: readonly CheckMessage[] }
  /** Makes a JPEG of a frame; the worker closes the frame. `maxWidth` in pixels, `quality` 0 to 1. */
  | {
      readonly kind: 'encode-jpeg'
      readonly job: number
      readonly frame: VideoFrame
      readonly maxWidth: number
      readonly quality: number
    }
  | { readonly kind: 'start-timer'; readonly timer: number; readonly delayMs: number; readonly isRepeating: boolean }
  | { readonly kind: 'stop-timer'; readonly timer: number }

export type FromMotionWorker =
  | { readonly kind: 'ready'; readonly memory: 'shared' | 'plain' }
  /** The kernels do not run here; `message` is for the log. */
  | { readonly kind: 'unusable'; readonly reason: 'not-compiled' | 'not-loaded'; readonly message: string }
  /** Every check is answered. */
  | ({ readonly kind: 'checked' } & CheckAnswer)
  | { readonly kind: 'checks-made'; readonly answers: readonly CheckAnswer[] }
  /** null where the frame could not be encoded. */
  | { readonly kind: 'jpeg'; readonly job: number; readonly jpeg: Blob | null }
  | { readonly kind: 'timer'; readonly timer: number }
