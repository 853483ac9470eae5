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

/** The figures of a result, with their units. */
const figures = {
  intervals: { of: ({ intervals }: Score) => intervals, unit: 'count' },
  found: { of: ({ found }: Score) => found, unit: 'count' },
  false: { of: ({ falseTriggers }: Score) => falseTriggers, unit: 'count' },
  minutes: { of: ({ minutes }: Score) => minutes, unit: 'min' },
  'latency-p95': { of: ({ latenciesSec }: Score) => quantile(latenciesSec, 0.95), unit: 's' },
} as const

/** The rows of a result (BENCH-01); latencies only where there are any. */
export function rowsOf(
  results: readonly Result[],
  caseName: string,
  metrics: readonly (keyof typeof figures)[],
): Row[] {
  const rows = results.flatMap(({ contender, score }) =>
    metrics.map((metric) => {
      const { of, unit } = figures[metric]
      return { name: contender, case: caseName, metric, value: rounded(of(score)), unit }
    }),
  )
  return rows.filter(({ value }) => Number.isFinite(value))
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
