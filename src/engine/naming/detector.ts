import type { Box } from '../../lib/box'
import type { Label, LabelGroup } from '../../lib/label'
import type { PictureSize } from '../../lib/picture-size'

/** Whole pixels of a picture. */
export interface PicturePart extends PictureSize {
  readonly left: number
  readonly top: number
}

/** A picture to look at, of which a detector takes the part that it wants at the size that it wants. */
export interface LookPicture extends PictureSize {
  /** RGBA, row after row without gaps; good until the next call. */
  pixels(part: PicturePart, size: PictureSize): Uint8ClampedArray<ArrayBufferLike>
}

/** Somebody, or something, in a picture. */
export interface Found {
  readonly label: Label
  readonly box: Box
  /** 0 to 1, on the detector's own scale. */
  readonly score: number
}

/** Finds what it has a name for in single pictures. Whoever opens one calls `close`. */
export interface Detector {
  /** The name it has in the benches: default, onnx. */
  readonly name: string
  /** Which it can find; of others it says nothing. */
  readonly groups: readonly LabelGroup[]
  /** One look at a part of the picture: all that it is sure enough of, best first, in shares of the whole picture. */
  detect(picture: LookPicture, part: PicturePart): Promise<readonly Found[]>
  close(): void
}
