import type { PictureWay } from '../../engine/live'

/** One place of the screen that shows a camera: the large view, or a tile of the wall. */
export type Viewing =
  | { readonly phase: 'closed' }
  /** Nothing came yet; its last still shows meanwhile. */
  | { readonly phase: 'connecting' }
  | {
      readonly phase: 'live'
      /** `here`: a camera of this very tab, whose stream is shown as it is. */
      readonly way: PictureWay | 'here'
      readonly stream: MediaStream
      readonly hasSound: boolean
      /** How old a picture is when it shows; null: not known. */
      readonly delayMs: number | null
      readonly framesPerSecond: number | null
      /** What the viewer should know of the way; null: nothing. */
      readonly note: string | null
    }
  /** It was there, or should be; it comes back by itself. */
  | { readonly phase: 'reconnecting'; readonly sinceMs: number; readonly why: 'hub' | 'picture' }
  /** No tab runs the camera. `lastSeenMs`: null where nobody knows. */
  | { readonly phase: 'away'; readonly lastSeenMs: number | null }
  | { readonly phase: 'ended'; readonly sentence: string }
