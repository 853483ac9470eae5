import { aligned } from '../../../bench/report'
import type { Kind } from '../options'
import type { KindReport, Plan } from '../report'
import { isFailure, type Verdict } from './verdict'

/** Counted as lost, whatever it is that they lack. */
const losses = ['lost', 'cut', 'broken'] as const

/** The rounds that share a profile are judged together: a clip may be delivered rounds after its own. */
export function reportOf(kind: Kind, { rounds, seed }: Plan, verdicts: readonly Verdict[]): KindReport {
  const problems = verdicts.filter(isFailure).map((verdict) => JSON.stringify(verdict))
  return {
    kind,
    rounds,
    acknowledged: countOf(verdicts, 'whole', 'saved'),
    lost: countOf(verdicts, ...losses),
    doubled: countOf(verdicts, 'doubled'),
    failed: problems.length === 0 ? [] : [{ seed, rounds, problems }],
    skipped: [],
  }
}

/** The same in words; `strangers` are recordings that no round knows. */
export function accountOf(verdicts: readonly Verdict[], strangers: number): string {
  const missing = (kind: 'saved' | 'cut') => {
    const longestMs = Math.max(0, ...verdicts.flatMap((verdict) => (verdict.kind === kind ? verdict.lostMs : [])))
    return ['  of their end missing at most, s', (longestMs / 1000).toFixed(2)]
  }
  return aligned([
    ['clips begun', String(verdicts.length)],
    ['delivered whole', String(countOf(verdicts, 'whole'))],
    ['saved from a dead tab', String(countOf(verdicts, 'saved'))],
    missing('saved'),
    ['died in their first 2 s', String(countOf(verdicts, 'too-young'))],
    ['lost', String(countOf(verdicts, ...losses))],
    ['  not there', String(countOf(verdicts, 'lost'))],
    ['  cut short', String(countOf(verdicts, 'cut'))],
    missing('cut'),
    ['  not starting on a key', String(countOf(verdicts, 'broken'))],
    ['delivered twice', String(countOf(verdicts, 'doubled'))],
    ['from before the rounds', String(strangers)],
  ])
}

function countOf(verdicts: readonly Verdict[], ...kinds: readonly Verdict['kind'][]): number {
  return verdicts.filter(({ kind }) => kinds.includes(kind)).length
}
