import { gridFor } from '../../../src/engine/motion/adaptive/block-grid'
import { ANALYSIS_WIDTH } from '../../../src/engine/pacing/pace'
import type { Addresses, Contender, Prepared, Stage } from '../contender'
import { brighterPair } from '../frame-pair'
import { sumOfBlocks } from '../reference'

const LEARNING_CHECKS = 10

function prepareFused({ pair, kernels: loaded, take }: Stage, addresses: Addresses, second: Uint8Array): Prepared {
  const { kernels, memory } = loaded
  const { width, height, previous } = pair
  const grid = gridFor(width, height, ANALYSIS_WIDTH, loaded)
  if (grid === null) throw new Error(`The kernels take no frames of ${width} x ${height}.`)
  const { columns, rows, edge } = grid
  const state = take(kernels.BLOCKS_BYTES.value)
  let check = 0
  const pass = (luma: number) => kernels.passBlocks(state, luma, width, columns, rows, edge, check++, LEARNING_CHECKS)
  const sumAfter = (luma: number): number => {
    pass(luma)
    return new DataView(memory.buffer).getInt32(state + kernels.SUM.value, true)
  }
  return {
    // The two frames take turns, as a fresh frame would come to every check.
    run: () => pass(check % 2 === 0 ? addresses.previous : addresses.current),
    answers: () => {
      const what = 'sum of the levels of all blocks'
      return [
        { what, got: sumAfter(addresses.previous), expected: sumOfBlocks(previous.luma, width, grid) },
        { what, got: sumAfter(addresses.current), expected: sumOfBlocks(second, width, grid) },
      ]
    },
  }
}

/** The fused pass of the adaptive measure, one read of the frame: levels, background, noise, area, mean, variance. */
export const asFused: Contender = {
  name: 'as-fused',
  prepare: (stage) => prepareFused(stage, stage.luma, stage.pair.current.luma),
}

/** The same where the light changes at every check, so that it is estimated and taken out each time: the worst case. */
export const asFusedLight: Contender = {
  name: 'as-fused-light',
  prepare(stage) {
    const { luma } = brighterPair(stage.pair).current
    const current = stage.take(luma.length)
    new Uint8Array(stage.kernels.memory.buffer).set(luma, current)
    return prepareFused(stage, { previous: stage.luma.previous, current }, luma)
  },
}
