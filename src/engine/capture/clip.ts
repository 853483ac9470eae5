/** A finished recording that is not delivered yet. */
export interface Clip {
  /** UUID; makes delivery idempotent (design 3). */
  readonly id: string
  readonly content: Blob
  /** Media type without parameters, such as video/webm. */
  readonly mediaType: string
  readonly startedAtMs: number
  readonly hasAudio: boolean
  /** JPEG of the moment of motion; null where none could be made. */
  readonly thumbnail: Blob | null
}
