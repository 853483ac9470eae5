import type { Contender } from '../contender'
import { sumOfBoxes } from '../reference'

function box(factor: 2 | 4): Contender {
  return {
    name: `box${factor}`,
    prepare({ pair: { current, width, height }, luma, kernels: { kernels, memory }, take }) {
      const count = Math.floor(width / factor) * Math.floor(height / factor)
      const target = take(count)
      const run = () => kernels.boxDownsample(luma.current, width, width, height, factor, target)
      const got = (): number => {
        run()
        return new Uint8Array(memory.buffer, target, count).reduce((sum, value) => sum + value, 0)
      }
      const expected = sumOfBoxes(current.luma, width, height, factor)
      return { run, answers: () => [{ what: `sum of boxes of ${factor} x ${factor}`, got: got(), expected }] }
    },
  }
}

/** The box filters in front of the classic measure. */
export const box2 = box(2)
export const box4 = box(4)
