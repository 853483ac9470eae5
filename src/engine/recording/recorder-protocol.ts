import type { TakeFailure } from './recorder-port'

/** Messages between the page and the recorder worker. Times are the page's monotonic milliseconds. */

export type ToRecorderWorker =
  | {
      readonly kind: 'open'
      readonly streamId: number
      readonly preRollMs: number
      /** The page's `performance.timeOrigin`: sound is timed in the worker. */
      readonly timeOriginMs: number
      /** Transferred; null without sound. */
      readonly audio: ReadableStream<AudioData> | null
    }
  | { readonly kind: 'set-pre-roll'; readonly streamId: number; readonly preRollMs: number }
  /** Frames are transferred; the worker closes them. */
  | { readonly kind: 'keep'; readonly streamId: number; readonly frame: VideoFrame; readonly atMs: number }
  | { readonly kind: 'record'; readonly streamId: number; readonly takeId: number; readonly fromMs: number }
  | { readonly kind: 'add'; readonly takeId: number; readonly frame: VideoFrame; readonly atMs: number }
  | { readonly kind: 'stop'; readonly takeId: number; readonly lastFrame: VideoFrame | null; readonly atMs: number }
  | { readonly kind: 'close'; readonly streamId: number }

export type FromRecorderWorker =
  /** The worker runs, and takes frames as they come. */
  | { readonly kind: 'ready' }
  /** The first frame is encoded: before any part, and not without one. */
  | {
      readonly kind: 'begun'
      readonly takeId: number
      readonly startedAtMs: number
      readonly mediaType: string
      readonly hasAudio: boolean
    }
  | { readonly kind: 'part'; readonly takeId: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `message` is for the log. */
  | {
      readonly kind: 'ended'
      readonly takeId: number
      readonly outcome: 'stopped' | Exclude<TakeFailure, 'no-answer'>
      readonly message: string
    }
