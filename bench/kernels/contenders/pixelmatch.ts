import match from 'pixelmatch'
import type { Contender } from '../contender'
import { sumOfDifferences } from '../reference'

/** Pixelmatch with its own settings, counting only. */
export const pixelmatch: Contender = {
  name: 'pixelmatch',
  prepare({ pair: { previous, current, width, height } }) {
    const run = () => match(previous.rgba, current.rgba, undefined, width, height)
    const differs = sumOfDifferences(previous.rgba, current.rgba) > 0
    return {
      run,
      answers: () => [{ what: 'whether pixels differ', got: Number(run() > 0), expected: Number(differs) }],
    }
  },
}
