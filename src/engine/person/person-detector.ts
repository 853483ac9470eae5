import type { Box } from '../../lib/box'

/** A picture to look at: RGBA, row after row without gaps. */
export interface PersonPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray<ArrayBufferLike>
}

/** A person in a picture. */
export interface FoundPerson {
  readonly box: Box
  /** 0 to 1, on the detector's own scale. */
  readonly score: number
}

/** Finds people in single pictures. Whoever opens one calls `close`. */
export interface PersonDetector {
  /** As it stands in the benches: hog, onnx. */
  readonly name: string
  /**
   * Everybody it is sure enough of, best first, in shares of the whole picture. With a region (the blocks that changed)
   * it looks there first, and at the rest only where nobody is found.
   */
  detect(picture: PersonPicture, region: Box | null): Promise<readonly FoundPerson[]>
  close(): void
}
