import type { Box } from '../../lib/box'

/** In pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Whole pixels of a picture. */
export interface PicturePart extends PictureSize {
  readonly left: number
  readonly top: number
}

/** A picture to look at, of which a detector takes the part that it wants at the size that it wants. */
export interface PersonPicture extends PictureSize {
  /** RGBA, row after row without gaps; good until the next call. */
  pixels(part: PicturePart, size: PictureSize): Uint8ClampedArray<ArrayBufferLike>
}

/** A person in a picture. */
export interface FoundPerson {
  readonly box: Box
  /** 0 to 1, on the detector's own scale. */
  readonly score: number
}

/** Finds people in single pictures. Whoever opens one calls `close`. */
export interface PersonDetector {
  /** As it stands in the benches: default, onnx. */
  readonly name: string
  /** One look at a part of the picture: everybody it is sure enough of, best first, in shares of the whole picture. */
  detect(picture: PersonPicture, part: PicturePart): Promise<readonly FoundPerson[]>
  close(): void
}
