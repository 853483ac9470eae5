import type { FramePath } from '../motion/frame-path'
import type { ClipMaking } from './clip-codec'

/** Why a recording broke off, or never began. */
export type TakeFailure =
  /** The camera gave no picture. */
  | 'no-frame'
  /** This browser records in no format that is known here. */
  | 'no-format'
  /** The browser's encoder, or what it wrote to, gave up. */
  | 'broke-off'
  /** The machine was too busy: nothing came in time. */
  | 'no-answer'

/** `whole`: as large as the camera's picture; `half`: of half its width and height where that is still a picture. */
export type TakeSize = 'whole' | 'half'

/** What a recording under way tells. */
export interface TakeEvents {
  /** Its first frame is encoded; `startedAtMs` on the page's monotonic clock. Told once, before any part. */
  onBegun(start: { readonly startedAtMs: number; readonly mediaType: string; readonly hasAudio: boolean }): void
  /** The next bytes of the stream. */
  onPart(bytes: Uint8Array<ArrayBuffer>): void
  /** Told once, last. After a failure the parts so far hold what there is. */
  onEnded(outcome: 'stopped' | TakeFailure): void
}

/** A recording under way. Frames given to it are its to close. */
export interface Take {
  add(frame: VideoFrame, atMs: number): void
  /** Ends it at `atMs`, with the frame of that moment where there is one; `onEnded` follows. */
  stop(lastFrame: VideoFrame | null, atMs: number): void
  /** It has not begun in time. true: the encoder hangs and was ended, and `onEnded` was told. */
  giveUp(): boolean
}

/** Records one running stream. All times are the page's monotonic milliseconds. */
export interface StreamRecorder {
  /** Whether it is to be given frames; one that records the stream itself needs none and has no pre-roll. */
  readonly wantsFrames: boolean
  /** How far back a take may reach. */
  setPreRoll(preRollMs: number): void
  /** A frame of a moment without recording, for a take that reaches back to it. Takes the frame over. */
  keep(frame: VideoFrame, atMs: number): void
  /** Begins a take with the kept frames from `fromMs` on; null where the browser cannot record. Its size stays to its end. */
  record(fromMs: number, events: TakeEvents, size?: TakeSize): Take | null
  /** A take under way goes on until it is stopped. */
  close(): void
}

/** What a recorder asks and tells of its stream. */
export interface RecorderWishes {
  /** Whether clips may be MP4: only where the provider takes them. */
  readonly isMp4Taken: boolean
  /** How clips are made at present; told when that is known and when it changes. */
  onMaking(making: ClipMaking): void
}

/** Opens the recorder of a stream, whose frames say how they come. */
export type OpenRecorder = (
  stream: MediaStream,
  frames: { readonly path: FramePath },
  wishes: RecorderWishes,
) => StreamRecorder
