/** What encodes a clip's pictures, the cheapest first: the graphics hardware, or the processor. */
export const clipCodecs = ['h264-hardware', 'h264-software', 'vp8'] as const
export type ClipCodec = (typeof clipCodecs)[number]

/** Why one that costs less is not taken. */
export const passedOverReasons = [
  /** This browser or machine has none, or none for pictures of this size. */
  'not-there',
  /** It broke off in the trial, or while it encoded a clip. */
  'broke-off',
  /** What it made is another picture, or begins without a keyframe. */
  'wrong-picture',
  /** This browser would not play it. */
  'not-played',
  /** Nothing came of it in time: it hangs, or the machine was busy. */
  'too-slow',
] as const
export type PassedOverReason = (typeof passedOverReasons)[number]

/** What the trial of a browser's encoders found at one size of picture. */
export interface CodecVerdict {
  /** The browser and its version: another one is tried anew. */
  readonly browser: string
  readonly width: number
  readonly height: number
  /** null: it encodes none of them. */
  readonly codec: ClipCodec | null
  /** How long it worked on one picture; null where that is not known. */
  readonly frameMs: number | null
  /** Those that would cost less. */
  readonly passedOver: readonly { readonly codec: ClipCodec; readonly why: PassedOverReason }[]
  /** Until when it is believed, in ms since the epoch; null: until the browser is another. A bad moment is tried again. */
  readonly holdsUntilMs: number | null
}

/** Where verdicts outlast the tab. */
export interface CodecMemory {
  read(): readonly CodecVerdict[]
  /** Keeps the verdict in the place of what was kept of this size. */
  keep(verdict: CodecVerdict): void
}

/** How a camera's clips are made at present. */
export type ClipMaking =
  | ({
      readonly by: 'encoder'
      /** Whether the last one has half the camera's width and height. */
      readonly isHalved: boolean
    } & Pick<CodecVerdict, 'codec' | 'frameMs' | 'passedOver'>)
  /** The browser records the stream by itself. */
  | { readonly by: 'browser' }

export function makingOf({ codec, frameMs, passedOver }: CodecVerdict, isHalved = false): ClipMaking {
  return { by: 'encoder', codec, frameMs, passedOver, isHalved }
}
