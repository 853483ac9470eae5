import type { Cancel } from '../clock'
import type { ClipHead } from './clip'
import type { Take } from './recorder-port'

/** What begins a clip: motion, or somebody who looks. */
export interface Beginning {
  readonly isByHand: boolean
  /** Whether motion came into the first try. */
  readonly hasMoved?: boolean
  /** The id of the first try; null: this is one. */
  readonly secondTryOf?: string | null
}

/** What a clip is by now, as far as that was told. */
export interface Begun {
  /** null: nobody was told of it. */
  head: ClipHead | null
  thumbnail: Blob | null
  readonly isByHand: boolean
  /** Whether motion came into it. */
  hasMoved: boolean
}

export interface RunningClip {
  readonly clipId: string
  readonly take: Take
  readonly begun: Begun
  /** Whether the one before it, of the same motion, came to nothing. */
  readonly isSecondTry: boolean
  /** On the monotonic clock; the trigger's moment until the recorder says when its first frame was. */
  startedAtMs: number
  endsAtMs: number
  /** When motion was seen last. */
  movedAtMs: number
  /** Cancel the timer of its end, the polling for frames and the limit of its beginning. */
  cancelEnd: Cancel
  readonly cancelPolling: Cancel
  readonly cancelLimit: Cancel
  /** When the last frame was due: polls come late, and a rate counted from them would be a lower one. */
  dueAtMs: number
  /** When a frame was last polled for. */
  polledAtMs: number
}
