import type { Box } from '../../lib/box'
import type { FoundPerson } from './person-detector'

/** A model of the operator's choice, as `onnx` takes it. */
export interface PersonModel {
  /** Where its file is; whole, and good for some minutes. */
  readonly url: string
  /** Edge of its square input, in pixels. */
  readonly inputSize: number
  /** Which of its classes is the person. */
  readonly classIndex: number
}

/** What was seen in one frame. */
export interface PersonLook {
  /** Best first. */
  readonly people: readonly FoundPerson[]
  /** The frame itself, where somebody in it was above the wanted score; null where not, or where it could not be made. */
  readonly jpeg: Blob | null
  /** What it cost the worker's thread, in milliseconds. */
  readonly tookMs: number
}

/** What is asked of one frame. */
export interface LookWish {
  /** Where the frame changed, and who is there counts; null: anywhere. */
  readonly region: Box | null
  /** It looks at all of the frame, and not at what is around the change. */
  readonly isWhole: boolean
  /** A JPEG is made where somebody's score is above this; less than 0 for everybody's. */
  readonly jpegAbove: number
  /** 0 to 1. */
  readonly jpegQuality: number
}

/** Messages between the page and the person worker; both sides switch over `kind`. */
export type ToPersonWorker =
  /** Comes first, once. null: the built-in detector. */
  | { readonly kind: 'load'; readonly model: PersonModel | null }
  /** The frame is transferred; the worker closes it. Every look is answered. */
  | { readonly kind: 'look'; readonly look: number; readonly frame: VideoFrame; readonly wish: LookWish }

export type FromPersonWorker =
  /** `modelTrouble`: why the built-in detector serves in the place of the model, for the log. */
  | { readonly kind: 'ready'; readonly detector: string; readonly modelTrouble: string | null }
  /** No detector could be loaded; `message` is for the log. */
  | { readonly kind: 'unable'; readonly message: string }
  | { readonly kind: 'looked'; readonly look: number; readonly seen: PersonLook }
  /** The frame could not be read, or the detector failed. */
  | { readonly kind: 'not-looked'; readonly look: number; readonly message: string }
