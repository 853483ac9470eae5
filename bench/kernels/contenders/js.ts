import type { Contender } from '../contender'
import { sumOfDifferences } from '../reference'

/** The loop of canvas detectors: over the pixels of getImageData, red, green and blue of each. As fast as V8 can; see js-luma.ts. */
function differenceOfPixelsInJs(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  const { length } = a
  let sum = 0
  for (let i = 0; i < length; i += 4) {
    const red = Math.abs((a[i] ?? 0) - (b[i] ?? 0))
    const green = Math.abs((a[i + 1] ?? 0) - (b[i + 1] ?? 0))
    const blue = Math.abs((a[i + 2] ?? 0) - (b[i + 2] ?? 0))
    sum += red + green + blue
  }
  return sum
}

export const js: Contender = {
  name: 'js',
  prepare({ pair: { previous, current } }) {
    const run = () => differenceOfPixelsInJs(previous.rgba, current.rgba)
    const expected = sumOfDifferences(previous.rgba, current.rgba)
    return { run, answers: () => [{ what: 'sum of differences of opaque pixels', got: run(), expected }] }
  },
}
