import type { PictureSize } from '../../../lib/picture-size'

/** Every other row and column tell the same in a quarter of the time. */
const STEP = 2

/**
 * The standard deviation of the noise in green, in grey levels: of what is left of each pixel when plains and even slopes of
 * its surroundings are taken away (Immerkær 1996). Edges count a little, too.
 */
export function noiseOf(rgba: Uint8ClampedArray, { width, height }: PictureSize): number {
  let [sum, count] = [0, 0]
  for (let y = 1; y < height - 1; y += STEP) {
    for (let x = 1; x < width - 1; x += STEP) {
      const green = 4 * (y * width + x) + 1
      const row = (at: number, side: number, middle: number) =>
        side * (value(rgba, at - 4) + value(rgba, at + 4)) + middle * value(rgba, at)
      const left = row(green, -2, 4) + row(green - 4 * width, 1, -2) + row(green + 4 * width, 1, -2)
      sum += Math.abs(left)
      count++
    }
  }
  // The weights' squares add up to 36, and a normal distribution is sqrt(2 / pi) of its deviation away from its middle.
  return count === 0 ? 0 : (Math.sqrt(Math.PI / 2) * sum) / (6 * count)
}

/** The same picture where each pixel is the mean of those around it, weighted by 1, 4, 6, 4, 1 in each direction. */
export function smoothed(rgba: Uint8ClampedArray, { width, height }: PictureSize): Uint8ClampedArray<ArrayBuffer> {
  const rows = new Uint8ClampedArray(rgba.length)
  blur(rgba, rows, { lines: height, lineStep: 4 * width, length: width, step: 4 })
  const both = new Uint8ClampedArray(rgba.length)
  blur(rows, both, { lines: width, lineStep: 4, length: height, step: 4 * width })
  return both
}

/** Lines of pixels, and how far apart lines and pixels lie. */
interface Direction {
  readonly lines: number
  readonly lineStep: number
  readonly length: number
  readonly step: number
}

/** The last pixel of a line goes on beyond its end. */
function blur(from: Uint8ClampedArray, to: Uint8ClampedArray, { lines, lineStep, length, step }: Direction): void {
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep
    const last = first + (length - 1) * step
    for (let at = first; at <= last; at += step) {
      const [a, b] = [Math.max(first, at - 2 * step), Math.max(first, at - step)]
      const [c, d] = [Math.min(last, at + step), Math.min(last, at + 2 * step)]
      for (let i = 0; i < 4; i++) {
        const near = 4 * (value(from, b + i) + value(from, c + i))
        to[at + i] = (value(from, a + i) + value(from, d + i) + near + 6 * value(from, at + i)) / 16
      }
    }
  }
}

function value(of: Uint8ClampedArray, at: number): number {
  return of[at] ?? 0
}
