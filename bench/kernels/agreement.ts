import type { Contender } from './contender'
import type { FramePair } from './frame-pair'
import type { Stages } from './stage'

/** One sentence for every answer of a contender that is not what it must be. */
export function disagreements(contenders: readonly Contender[], stages: Stages, pairs: readonly FramePair[]): string[] {
  return pairs.flatMap((pair) => {
    const stage = stages.set(pair)
    return contenders.flatMap((contender) => {
      const prepared = contender.prepare(stage)
      const wrong = prepared.answers().filter(({ got, expected }) => got !== expected)
      prepared.dispose?.()
      const size = `${pair.width}x${pair.height}`
      return wrong.map(
        ({ what, got, expected }) =>
          `${contender.name} finds ${got} as ${what} of ${pair.title} of ${size}, where ${expected} is right.`,
      )
    })
  })
}
