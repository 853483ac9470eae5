import type { TranscodeFailure } from './transcoder'

export interface JoinOptions {
  /** Ends the work at the next frame. */
  readonly signal: AbortSignal
  /** Share of the clips' time that is done, 0 to 1, never falling. */
  readonly onProgress: (ratio: number) => void
  /** What the file says of itself, as players show it; the comment is told which clips are not in it, by their places. */
  readonly title: string
  readonly comment: (leftOut: readonly number[]) => string
  readonly startedAtMs: number
}

export type JoinResult =
  | {
      readonly kind: 'done'
      /** Of type video/mp4. */
      readonly content: Blob
      readonly how: 'copied' | 'encoded'
      /** Places of clips that could not be read, and are not in it. */
      readonly leftOut: readonly number[]
      /** Whether the clips' sounds are of different kinds, and none is in it. */
      readonly isMute: boolean
    }
  | { readonly kind: 'failed'; readonly reason: TranscodeFailure }

/** Makes one MP4 file of clips, one behind the other. Resolves with what came of it; never rejects. */
export type Joiner = (clips: readonly Blob[], options: JoinOptions) => Promise<JoinResult>
