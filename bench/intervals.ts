import { uniformNumbers } from '../scripts/footage/random.mjs'
import { quantile } from './report'

/** A figure and where 95 of 100 repetitions of the same measurement would put it. */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

const RESAMPLES = 2_000

/**
 * The statistic of all items, with its bootstrap interval: the same of as many items drawn from these with
 * repetition, again and again. Draws are the same each time, so the same items give the same interval.
 */
export function intervalOf<Item>(items: readonly Item[], statistic: (of: readonly Item[]) => number): Interval {
  const random = uniformNumbers(1)
  const values = Array.from({ length: RESAMPLES }, () =>
    statistic(items.map((item) => items[Math.floor(random() * items.length)] ?? item)),
  )
  return { value: statistic(items), low: quantile(values, 0.025), high: quantile(values, 0.975) }
}
