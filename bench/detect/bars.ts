import { Complaint } from '../complaint'
import { type Bar, openBarLine } from '../report'
import type { Result } from './contenders'

/** The measure and the sensitivity that users find. */
const SHIPPED = 'adaptive-50'
const MOST_FALSE_PER_HOUR = 1
const LEAST_FOUND_SHARE = 0.98

/** What is asked of the detector over drawn scenes (BENCH-04); not decided where those that were run have nobody to find. */
export function sceneBarLines(results: readonly Result[]): string[] {
  return sceneBars(results).map(openBarLine)
}

function sceneBars(results: readonly Result[]): Bar[] {
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

/** A folder without labelled videos, or a name that none has, is no success. Throws a Complaint. */
export function requireJudged(results: { readonly [bench in 'motion' | 'person' | 'tampering']: number }): void {
  if (Object.values(results).every((count) => count === 0)) {
    throw new Complaint('There was nothing to judge: no labelled footage, and no scenes wanted.')
  }
}
