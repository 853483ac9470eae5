import type { Box } from '../../../lib/box'
import type { PictureSize } from '../../../lib/picture-size'
import type { LookPicture, PicturePart } from '../detector'

/** Where a part of a picture lies in the square that a model sees, in pixels of that square. */
export interface Placing {
  readonly part: PicturePart
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What is around the picture in its square; models are trained with this grey. */
const PADDING = 114 / 255

/** The part in the middle of a square of `inputSize` pixels, as large as its shape allows. */
export function placingOf(part: PicturePart, inputSize: number): Placing {
  const scale = Math.min(inputSize / part.width, inputSize / part.height)
  const width = Math.max(1, Math.round(part.width * scale))
  const height = Math.max(1, Math.round(part.height * scale))
  const left = Math.floor((inputSize - width) / 2)
  const top = Math.floor((inputSize - height) / 2)
  return { part, left, top, width, height }
}

/** Writes the part into `input` as a model takes it: planes of red, green and blue, 0 to 1, padded with grey. */
export function letterbox(picture: LookPicture, placing: Placing, inputSize: number, input: Float32Array): void {
  const plane = inputSize * inputSize
  const { part, left, top, width, height } = placing
  const pixels = picture.pixels(part, { width, height })
  input.fill(PADDING)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [4 * (y * width + x), (top + y) * inputSize + left + x]
      for (let colour = 0; colour < 3; colour++) input[colour * plane + to] = (pixels[from + colour] ?? 0) / 255
    }
  }
}

/** A box in pixels of the square as shares of the whole picture. */
export function outOfLetterbox(box: Box, { part, left, top, width, height }: Placing, picture: PictureSize): Box {
  const scaleX = part.width / width
  const scaleY = part.height / height
  return {
    left: (part.left + (box.left - left) * scaleX) / picture.width,
    top: (part.top + (box.top - top) * scaleY) / picture.height,
    width: (box.width * scaleX) / picture.width,
    height: (box.height * scaleY) / picture.height,
  }
}
