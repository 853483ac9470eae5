import type { Contender } from '../contender'
import { lumaOf, sumOfDifferences } from '../reference'

/** Luma out of canvas pixels, for browsers that give no YUV frames. */
export const lumaRgba: Contender = {
  name: 'luma-rgba',
  prepare({ pair: { current }, rgba, kernels: { kernels, memory }, take }) {
    const count = current.luma.length
    const target = take(count)
    const run = () => kernels.lumaFromPixels(rgba.current, count, true, target)
    const got = (): number => {
      run()
      return sumOfDifferences(new Uint8Array(memory.buffer, target, count), lumaOf(current.rgba))
    }
    return { run, answers: () => [{ what: 'distance to the luma of the pixels', got: got(), expected: 0 }] }
  },
}

/** The product's kernel of the classic measure over canvas pixels: their luma, and its difference, in one read. */
export const asRgba: Contender = {
  name: 'as-rgba',
  prepare({ pair, rgba, kernels: { kernels, memory }, take }) {
    const count = pair.current.luma.length
    const [before, target] = [take(count), take(count)]
    const previous = lumaOf(pair.previous.rgba)
    new Uint8Array(memory.buffer).set(previous, before)
    const run = () => kernels.differenceFromPixels(rgba.current, count, true, before, target)
    const expected = sumOfDifferences(previous, lumaOf(pair.current.rgba))
    return { run, answers: () => [{ what: 'sum of differences of luma', got: run(), expected }] }
  },
}
