import { aligned } from '../../bench/report'
import type { Kind } from './options'

export interface Plan {
  readonly rounds: number
  readonly seed: number
}

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
  /** So many from this seed show it again: more than one where they are judged together. */
  readonly rounds: number
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
export function brokenKind(kind: Kind, { seed, rounds: planned }: Plan, problem: string): KindReport {
  const failed = [{ seed, rounds: planned, problems: [problem] }]
  return { kind, rounds: 0, acknowledged: 0, lost: 0, doubled: 0, failed, skipped: [] }
}

/** The rounds of two runs of a kind as those of one. */
export function together(one: KindReport, other: KindReport): KindReport {
  return {
    kind: one.kind,
    rounds: one.rounds + other.rounds,
    acknowledged: one.acknowledged + other.acknowledged,
    lost: one.lost + other.lost,
    doubled: one.doubled + other.doubled,
    failed: [...one.failed, ...other.failed],
    skipped: [...new Set([...one.skipped, ...other.skipped])],
  }
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
    failed: rounds.flatMap(({ seed, problems }) => (problems.length > 0 ? [{ seed, rounds: 1, problems }] : [])),
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
  const failures = reports.flatMap(({ kind, failed }) =>
    failed.flatMap(({ seed, rounds, problems }) => [
      `${kind}: again with npm run test:faults -- --only ${kind} --rounds ${rounds} --seed ${seed}`,
      ...problems.map((problem) => `  ${problem}`),
    ]),
  )
  const skipped = reports.flatMap(({ kind, skipped }) => skipped.map((why) => `${kind}: left out: ${why}`))
  return [aligned([head, ...rows]), ...failures, ...skipped].join('\n')
}

export function hasFailed({ failed, lost, doubled }: KindReport): boolean {
  return failed.length > 0 || lost > 0 || doubled > 0
}
