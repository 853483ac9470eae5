import type { Box } from '../../../lib/box'
import type { PersonPicture } from '../person-detector'

/** Whole pixels of a picture. */
export interface PicturePart {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

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

/** Writes the part into `input` as a model takes it: planes of red, green and blue, 0 to 1, scaled bilinearly, padded with grey. */
export function letterbox(picture: PersonPicture, placing: Placing, inputSize: number, input: Float32Array): void {
  const plane = inputSize * inputSize
  const columns = samplesAlong(placing.part.left, placing.part.width, placing.width)
  const rows = samplesAlong(placing.part.top, placing.part.height, placing.height)
  input.fill(PADDING)
  const { pixels, width } = picture
  for (let y = 0; y < rows.length; y++) {
    const row = rows[y] ?? nowhere
    for (let x = 0; x < columns.length; x++) {
      const column = columns[x] ?? nowhere
      const at = (placing.top + y) * inputSize + placing.left + x
      for (let colour = 0; colour < 3; colour++) {
        const value = (sampleY: number, sampleX: number) => pixels[4 * (sampleY * width + sampleX) + colour] ?? 0
        const above = mixed(value(row.first, column.first), value(row.first, column.second), column.share)
        const below = mixed(value(row.second, column.first), value(row.second, column.second), column.share)
        input[colour * plane + at] = mixed(above, below, row.share) / 255
      }
    }
  }
}

/** A box in pixels of the square as shares of the whole picture. */
export function outOfLetterbox(box: Box, { part, left, top, width, height }: Placing, picture: PersonPicture): Box {
  const scaleX = part.width / width
  const scaleY = part.height / height
  return {
    left: (part.left + (box.left - left) * scaleX) / picture.width,
    top: (part.top + (box.top - top) * scaleY) / picture.height,
    width: (box.width * scaleX) / picture.width,
    height: (box.height * scaleY) / picture.height,
  }
}

/** Two neighbours and how much the second counts. */
interface Sample {
  readonly first: number
  readonly second: number
  readonly share: number
}

const nowhere: Sample = { first: 0, second: 0, share: 0 }

/** Middles of pixels fall on middles of pixels; the edge is not passed. */
function samplesAlong(start: number, sourceLength: number, length: number): Sample[] {
  return Array.from({ length }, (_, i) => {
    const at = Math.min(sourceLength - 1, Math.max(0, ((i + 0.5) * sourceLength) / length - 0.5))
    const first = Math.floor(at)
    return { first: start + first, second: start + Math.min(sourceLength - 1, first + 1), share: at - first }
  })
}

function mixed(first: number, second: number, share: number): number {
  return first + (second - first) * share
}
