import type { LookPicture, PicturePart } from '../../../src/engine/naming/detector'
import type { PictureSize } from '../../../src/lib/picture-size'

/** A picture of RGBA pixels, whose parts are scaled bilinearly, as a canvas does. */
export function pixelPicture(size: PictureSize, rgba: Uint8Array | Uint8ClampedArray): LookPicture {
  return { ...size, pixels: (part, wanted) => scaled(rgba, size.width, part, wanted) }
}

function scaled(
  rgba: Uint8Array | Uint8ClampedArray,
  sourceWidth: number,
  part: PicturePart,
  { width, height }: PictureSize,
): Uint8ClampedArray {
  const columns = samplesAlong(part.left, part.width, width)
  const rows = samplesAlong(part.top, part.height, height)
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      for (let colour = 0; colour < 3; colour++) {
        const value = (sampleY: number, sampleX: number) => rgba[4 * (sampleY * sourceWidth + sampleX) + colour] ?? 0
        const above = mixed(value(row.first, column.first), value(row.first, column.second), column.share)
        const below = mixed(value(row.second, column.first), value(row.second, column.second), column.share)
        pixels[4 * (y * width + x) + colour] = mixed(above, below, row.share)
      }
    })
  })
  return pixels
}

/** Two neighbours and how much the second counts. */
interface Sample {
  readonly first: number
  readonly second: number
  readonly share: number
}

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
