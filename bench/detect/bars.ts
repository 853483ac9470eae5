import type { Bar } from '../report'
import type { Result } from './contenders'

/** The measure and the sensitivity that users find. */
const SHIPPED = 'adaptive-50'
const MOST_FALSE_PER_HOUR = 1
const LEAST_FOUND_SHARE = 0.98

/** What is asked of the detector over drawn scenes (BENCH-04): `results` are of every scene. */
export function sceneBars(results: readonly Result[]): Bar[] {
  return results
    .filter(({ contender }) => contender === SHIPPED)
    .flatMap(({ score }) => [
      {
        what: `${SHIPPED}: false triggers an hour of scenes`,
        value: (60 * score.falseTriggers) / score.minutes,
        most: MOST_FALSE_PER_HOUR,
      },
      { what: `${SHIPPED}: people found in scenes`, value: score.found / score.intervals, least: LEAST_FOUND_SHARE },
    ])
}
