import type { PictureSize } from '../../lib/picture-size'
import type { SendPace } from './send-pace'

/** Messages between the page and the worker of one relay. Times are milliseconds since the epoch. */

export type ToLiveEncoder =
  /**
   * Comes first. `frames` is transferred, and let go by another `begin`; null where the browser gives no frames of a track: then
   * the worker asks for each.
   */
  | { readonly kind: 'begin'; readonly frames: ReadableStream<VideoFrame> | null }
  /** What was asked for by `frame-wanted`; transferred, the worker closes it. null: there is none now. */
  | { readonly kind: 'frame'; readonly frame: VideoFrame | null }
  /** The next frame is to be one that needs none before it. */
  | { readonly kind: 'key-frame' }
  | { readonly kind: 'set-pace'; readonly pace: SendPace }
  /** How large the picture is shown where it is shown largest. */
  | { readonly kind: 'set-shown'; readonly shown: PictureSize }
  /** Lets go of the frames, which a worker that is only stopped might not, and says `ended`. */
  | { readonly kind: 'end' }

/** What the pictures of a relay are encoded as. */
export interface EncodedFormat {
  /** The codec as WebCodecs name it: `vp8`, or H.264 as Annex B. */
  readonly codec: string
  readonly width: number
  readonly height: number
}

export interface EncodedPicture {
  readonly type: 'key' | 'delta'
  readonly takenAtMs: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type FromLiveEncoder =
  | { readonly kind: 'frame-wanted' }
  /** Before the first picture of this format, which is a key frame. */
  | { readonly kind: 'format'; readonly format: EncodedFormat }
  | { readonly kind: 'picture'; readonly picture: EncodedPicture }
  /** Nothing more comes. `message` is for the log. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ended' }
