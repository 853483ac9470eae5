import type { Contender } from '../contender'
import { foldOf, sumOfDifferences } from '../reference'

/** AssemblyScript, a pixel at a time. */
export const asScalar: Contender = {
  name: 'as-scalar',
  prepare({ pair: { previous, current }, luma, limits }) {
    const count = current.luma.length
    const run = () => limits.scalarSumAbsoluteDifference(luma.previous, luma.current, count)
    const expected = sumOfDifferences(previous.luma, current.luma)
    return { run, answers: () => [{ what: 'sum of differences', got: run(), expected }] }
  },
}

/** The product's kernel of the classic measure. */
export const asSimd: Contender = {
  name: 'as-simd',
  prepare({ pair: { previous, current }, luma, kernels: { kernels } }) {
    const count = current.luma.length
    const run = () => kernels.sumAbsoluteDifference(luma.previous, luma.current, count)
    const expected = sumOfDifferences(previous.luma, current.luma)
    return { run, answers: () => [{ what: 'sum of differences', got: run(), expected }] }
  },
}

/** The same over canvas pixels: opaque ones differ in nothing but red, green and blue. */
export const asSimdRgba: Contender = {
  name: 'as-simd-rgba',
  prepare({ pair: { previous, current }, rgba, kernels: { kernels } }) {
    const count = current.rgba.length
    const run = () => kernels.sumAbsoluteDifference(rgba.previous, rgba.current, count)
    const expected = sumOfDifferences(previous.rgba, current.rgba)
    return { run, answers: () => [{ what: 'sum of differences of opaque pixels', got: run(), expected }] }
  },
}

/** The limit: nothing that looks at both planes is faster. */
export const read2: Contender = {
  name: 'read2',
  prepare({ pair: { previous, current }, luma, limits }) {
    const count = current.luma.length
    const run = () => limits.readTwoStreams(luma.previous, luma.current, count)
    const expected = foldOf(previous.luma, current.luma)
    return { run, answers: () => [{ what: 'fold of all bytes', got: run(), expected }] }
  },
}
