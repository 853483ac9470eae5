/**
 * Makes clips into MP4 files. Two ways stand behind it: the browser's own codecs (quick, not in every browser) and
 * ffmpeg in WebAssembly (slow, in all of them).
 */
export interface Transcoder {
  /**
   * Resolves with the file or with what kept it from being made; never rejects. Calls wait for one another, so the
   * caller's time runs from the call and `elapsedMs` from the start of the work.
   */
  toMp4(clip: Blob, options: TranscodeOptions): Promise<TranscodeResult>
}

export interface TranscodeOptions {
  /** Ends the work at once, or its place in the queue. */
  readonly signal: AbortSignal
  /** Share of the clip's time that is done, 0 to 1, never falling. */
  readonly onProgress?: (ratio: number) => void
}

export type TranscodeResult =
  | {
      readonly kind: 'done'
      /** Of type video/mp4; begins with a keyframe, its index in front. */
      readonly content: Blob
      /** Whether the pictures are those of the clip or were encoded anew. */
      readonly how: 'copied' | 'encoded'
      readonly elapsedMs: number
    }
  | { readonly kind: 'failed'; readonly reason: TranscodeFailure }

/** Why there is no MP4 file. Closed: state turns each into a sentence. */
export type TranscodeFailure =
  /** The code that does it, ffmpeg above all, could not be fetched or started. */
  | 'core-not-loaded'
  /** This browser lacks a codec that is needed. */
  | 'codec-missing'
  | 'took-too-long'
  /** The clip is no video that can be read. */
  | 'not-readable'
  | 'out-of-memory'
  | 'cancelled'
  /** The work broke off, and nothing says why. */
  | 'broke-off'

export const MP4_TYPE = 'video/mp4'
