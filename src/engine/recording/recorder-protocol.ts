import type { ClipCodec, ClipMaking, CodecVerdict } from './clip-codec'
import type { TakeFailure, TakeSize } from './recorder-port'

/** Messages between the page and the recorder worker. Times are the page's monotonic milliseconds. */

/** A frame of a moment without recording. It is transferred; the worker closes it. */
export interface FrameToKeep {
  readonly streamId: number
  readonly frame: VideoFrame
  readonly atMs: number
}

export type ToRecorderWorker =
  /** What earlier trials of encoders found, and which hung in a worker before this one: before any stream. */
  | { readonly kind: 'know'; readonly verdicts: readonly CodecVerdict[]; readonly broken: readonly ClipCodec[] }
  | {
      readonly kind: 'open'
      readonly streamId: number
      readonly preRollMs: number
      /**
       * How far the page's time of day is ahead of its monotonic clock, as sound is timed in the worker. Origins do not tell: of a
       * worker that begins after a sleep, or after the clock was set, Chromium's is as far off as that.
       */
      readonly apartMs: number
      /** Transferred; null without sound. */
      readonly audio: ReadableStream<AudioData> | null
    }
  | { readonly kind: 'set-pre-roll'; readonly streamId: number; readonly preRollMs: number }
  /** Whether its clips may be MP4: until it is told, they are webm. */
  | { readonly kind: 'set-mp4-taken'; readonly streamId: number; readonly isMp4Taken: boolean }
  /** The frames of all cameras, oldest first: each message would wake the worker. */
  | { readonly kind: 'keep'; readonly frames: readonly FrameToKeep[] }
  | {
      readonly kind: 'record'
      readonly streamId: number
      readonly takeId: number
      readonly fromMs: number
      readonly size: TakeSize
    }
  /** Frames are transferred; the worker closes them. */
  | { readonly kind: 'add'; readonly takeId: number; readonly frame: VideoFrame; readonly atMs: number }
  | { readonly kind: 'stop'; readonly takeId: number; readonly lastFrame: VideoFrame | null; readonly atMs: number }
  | { readonly kind: 'close'; readonly streamId: number }

export type FromRecorderWorker =
  /** The worker runs, and takes frames as they come. */
  | { readonly kind: 'ready' }
  /** A trial of encoders is over. */
  | { readonly kind: 'tried'; readonly verdict: CodecVerdict }
  /** How the clips of a stream are made, when that is known and when it changes. */
  | { readonly kind: 'making'; readonly streamId: number; readonly making: ClipMaking }
  /** Frames of a take wait for the encoder; told once a second while they do. */
  | { readonly kind: 'behind' }
  /** Frames are encoded, though no part of a file may have come of them yet; told every 2 s without one. */
  | { readonly kind: 'encoded' }
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
