/**
 * What is known of a clip when it begins. Its content follows in parts, so that a tab that dies loses no more than the
 * last of them; together they are a stream without an index, which `closeClip` makes into a file that seeks.
 */
export interface ClipHead {
  /** UUID; makes delivery idempotent (HUB-12). */
  readonly id: string
  /** When its first frame was seen, in ms since the epoch: up to 5 s before the motion. */
  readonly startedAtMs: number
  /** Media type without parameters, such as video/webm. */
  readonly mediaType: string
  readonly hasAudio: boolean
  /** Somebody who looked had it recorded: nothing need have moved. */
  readonly isByHand?: true
}

/** A clip as it is delivered: with a duration, an index and a keyframe at its start. */
export interface ClosedClip {
  readonly content: Blob
  /** Media type without parameters. */
  readonly mediaType: string
  readonly hasAudio: boolean
  readonly durationMs: number
}
