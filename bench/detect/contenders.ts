import { median, quantile, type Row } from '../report'
import type { DetectorRun } from './detector-run'
import { addScores, type Score, scoreOf } from './scorecard'
import type { Truth } from './truth'

const sensitivities: readonly number[] = [25, 50, 75, 100]

/** One contender, as `adaptive-50`, on one video or many. */
export interface Result {
  readonly contender: string
  readonly score: Score
  readonly costsUs: readonly number[]
}

/** D does not hang on the sensitivity, so one run serves all of them. */
export function judge(runs: readonly DetectorRun[], truth: Truth): Result[] {
  return runs.flatMap(({ method, differences, costsUs }) =>
    sensitivities.map((sensitivity) => ({
      contender: `${method}-${sensitivity}`,
      score: scoreOf(differences, truth, sensitivity),
      costsUs,
    })),
  )
}

/** The results of several videos, contender by contender. */
export function sumUp(results: readonly Result[]): Result[] {
  const contenders = [...new Set(results.map(({ contender }) => contender))]
  return contenders.map((contender) => {
    const own = results.filter((result) => result.contender === contender)
    const score = addScores(own.map((result) => result.score))
    return { contender, score, costsUs: own.flatMap(({ costsUs }) => [median(costsUs)]) }
  })
}

/** The rows of a result (BENCH-01); latencies and cost only where there are any. */
export function rowsOf(results: readonly Result[], caseName: string): Row[] {
  return results.flatMap(({ contender, score, costsUs }) => {
    const row = (metric: string, value: number, unit: string): Row[] =>
      Number.isFinite(value) ? [{ name: contender, case: caseName, metric, value: rounded(value), unit }] : []
    return [
      ...row('intervals', score.intervals, 'count'),
      ...row('found', score.found, 'count'),
      ...row('false', score.falseTriggers, 'count'),
      ...row('minutes', score.minutes, 'min'),
      ...row('latency-p50', median(score.latenciesSec), 's'),
      ...row('latency-p95', quantile(score.latenciesSec, 0.95), 's'),
      ...row('cost', median(costsUs), 'us'),
    ]
  })
}

/** Recall over the intervals that the bar is about: subjects of 1 % of the frame and more. */
export function largeSubjectRows(results: readonly Result[]): Row[] {
  return results.flatMap(({ contender, score }) => {
    const row = (metric: string, value: number): Row => {
      return { name: contender, case: 'subjects-1-percent', metric, value, unit: 'count' }
    }
    return [row('intervals', score.largeIntervals), row('found', score.largeFound)]
  })
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
