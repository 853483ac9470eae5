import { aligned } from '../../bench/report'
import type { Kind } from './options'

export interface RoundResult {
  /** Says which faults it had. */
  readonly what: string
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** Sentences; none: the round went well. */
  readonly problems: readonly string[]
}

export interface FailedRound {
  readonly seed: number
  readonly problems: readonly string[]
}

export interface KindReport {
  readonly kind: Kind
  readonly rounds: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  readonly failed: readonly FailedRound[]
  /** What this machine lacks, so that it was left out. */
  readonly skipped: readonly string[]
}

/** A kind that cannot run here. */
export function skippedKind(kind: Kind, why: string): KindReport {
  return { kind, rounds: 0, acknowledged: 0, lost: 0, doubled: 0, failed: [], skipped: [why] }
}

/** A kind that ended before it could report. */
export function brokenKind(kind: Kind, seed: number, problem: string): KindReport {
  return { kind, rounds: 0, acknowledged: 0, lost: 0, doubled: 0, failed: [{ seed, problems: [problem] }], skipped: [] }
}

export function sumOf(
  kind: Kind,
  rounds: readonly (RoundResult & { readonly seed: number })[],
  skipped: readonly string[] = [],
): KindReport {
  const sum = (field: 'acknowledged' | 'lost' | 'doubled') => rounds.reduce((total, round) => total + round[field], 0)
  return {
    kind,
    rounds: rounds.length,
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    failed: rounds.filter(({ problems }) => problems.length > 0),
    skipped,
  }
}

/** How long the rounds of a kind took, so that more of them can be planned; what else the machine does counts too. */
export function paceOf({ kind, rounds }: KindReport, tookMs: number): string {
  const each = tookMs / rounds / 1000
  return `${kind}: ${each.toFixed(1)} s a round; 100 rounds take about ${Math.ceil((each * 100) / 60)} minutes`
}

/** The table of all kinds, then what failed and how to see it again. */
export function tableOf(reports: readonly KindReport[]): string {
  const head = ['kind', 'rounds', 'acknowledged', 'lost', 'doubled', 'failed rounds']
  const rows = reports.map(({ kind, rounds, acknowledged, lost, doubled, failed }) => [
    kind,
    ...[rounds, acknowledged, lost, doubled, failed.length].map(String),
  ])
  const failures = reports.flatMap(({ kind, rounds, failed }) =>
    failed.flatMap(({ seed, problems }) => [
      // The rounds of the browser are one story, judged at its end.
      `${kind}: again with npm run test:faults -- --only ${kind} --rounds ${kind === 'browser' ? rounds : 1} --seed ${seed}`,
      ...problems.map((problem) => `  ${problem}`),
    ]),
  )
  const skipped = reports.flatMap(({ kind, skipped }) => skipped.map((why) => `${kind}: left out: ${why}`))
  return [aligned([head, ...rows]), ...failures, ...skipped].join('\n')
}

export function hasFailed({ failed, lost, doubled }: KindReport): boolean {
  return failed.length > 0 || lost > 0 || doubled > 0
}
