import type { Box } from '../../lib/box'
import type { LabelGroup } from '../../lib/label'
import type { Found } from './detector'

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
export interface LookResult {
  /** Best first; also what does not move. */
  readonly found: readonly Found[]
  /** The frame itself, where something that moves was above the wanted score; null where not, or where it could not be made. */
  readonly jpeg: Blob | null
  /** How long the worker's thread was busy with it, in milliseconds. */
  readonly tookMs: number
  /** How many parts of the frame were looked at. */
  readonly parts: number
}

/** What is asked of one frame. */
export interface LookRequest {
  /** Where the frame changed: each is something that moves, or a part of it. Empty: nobody knows. */
  readonly moved: readonly Box[]
  /** What is looked at: a square around each of these, and null for all of the frame. */
  readonly around: readonly (Box | null)[]
  /** A JPEG is made where something's score is above this; less than 0 for everything's. */
  readonly jpegAbove: number
  /** 0 to 1. */
  readonly jpegQuality: number
}

/** What kept a frame from being looked at: it could not be read, or the detector failed at it. */
export type LookFault = 'frame' | 'detector'

/** Messages between the page and the naming worker; both sides switch over `kind`. */
export type ToNamingWorker =
  /** Comes first, once. null: the built-in detector. */
  | { readonly kind: 'load'; readonly model: PersonModel | null }
  /** The frame is transferred; the worker closes it. Every look is answered. */
  | { readonly kind: 'look'; readonly look: number; readonly frame: VideoFrame; readonly request: LookRequest }

export type FromNamingWorker =
  /** `groups`: what the detector tells apart. `modelTrouble`: why the built-in detector serves in the place of the model, for the log. */
  | { readonly kind: 'ready'; readonly groups: readonly LabelGroup[]; readonly modelTrouble: string | null }
  /** The runtime's code, after `ready`: held by the page, it is compiled by the browser once for all workers. */
  | { readonly kind: 'compiled'; readonly runtime: WebAssembly.Module }
  /** No detector could be loaded; `message` is for the log. */
  | { readonly kind: 'unable'; readonly message: string }
  | { readonly kind: 'looked'; readonly look: number; readonly seen: LookResult }
  | { readonly kind: 'not-looked'; readonly look: number; readonly fault: LookFault; readonly message: string }
