import type { Contender } from '../contender'
import { sumOfDifferences } from '../reference'

/**
 * The plain loop over luma, at its best: `?? 0` costs nothing, since V8 knows that typed arrays hold numbers, and the
 * length is read once, since V8 reads it slowly once any buffer was detached, as WASM memory is when it grows.
 */
function differenceInJs(a: Uint8Array, b: Uint8Array): number {
  const { length } = a
  let sum = 0
  for (let i = 0; i < length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return sum
}

export const jsLuma: Contender = {
  name: 'js-luma',
  prepare({ pair: { previous, current } }) {
    const run = () => differenceInJs(previous.luma, current.luma)
    const expected = sumOfDifferences(previous.luma, current.luma)
    return { run, answers: () => [{ what: 'sum of differences', got: run(), expected }] }
  },
}
