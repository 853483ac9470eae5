import { DateTime } from 'luxon'
import type { Span } from '../../../src/lib/span'

/** What is a span elsewhere: here that is what a word for days means (`span.ts`). */
export type Range = Span

/** The time that a question is about. */
export interface AskedPeriod {
  /** In their order, apart from one another; several where a part of each day is meant ("this week at night"). */
  readonly ranges: readonly Range[]
  /** As an answer says it, such as "last night"; '' where the times say all. */
  readonly label: string
  /** Everything that is kept: the question named no time. */
  readonly isAll: boolean
  /** Of the past, and nothing lies between its ends: "yesterday morning after 3 pm". */
  readonly isNever: boolean
}

/** What "now" is called: recordings come some seconds late, so that it is the last minutes. */
export const PRESENT = 'in the last 10 minutes'

/** All that the hub keeps. */
export function allTime(nowMs: number): AskedPeriod {
  return { ranges: [{ fromMs: 0, untilMs: nowMs + 1 }], label: 'in all that is kept', isAll: true, isNever: false }
}

/** Cut at the present, whose millisecond belongs to it: nothing was recorded later. */
export function periodOf(ranges: readonly Range[], label: string, nowMs: number): AskedPeriod {
  const past = ranges
    .map(({ fromMs, untilMs }) => ({ fromMs, untilMs: untilMs >= nowMs ? nowMs + 1 : untilMs }))
    .filter(({ fromMs, untilMs }) => fromMs < untilMs)
  const isNever = ranges.length > 0 && ranges.every(({ fromMs, untilMs }) => untilMs <= fromMs && fromMs < nowMs)
  return { ranges: past, label, isAll: false, isNever }
}

/** In their order; what overlaps or touches is one. */
export function apartOf(ranges: readonly Range[]): Range[] {
  const apart: Range[] = []
  for (const range of [...ranges].sort((x, y) => x.fromMs - y.fromMs)) {
    const before = apart.at(-1)
    if (before === undefined || before.untilMs < range.fromMs) apart.push(range)
    else apart[apart.length - 1] = { fromMs: before.fromMs, untilMs: Math.max(before.untilMs, range.untilMs) }
  }
  return apart
}

/** Of ranges that lie apart. */
export function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
}

/** Two times as one: "on Saturday and Sunday". */
export function bothPeriods(a: AskedPeriod, b: AskedPeriod): AskedPeriod {
  const isNever = a.isNever || b.isNever
  return { ranges: apartOf([...a.ranges, ...b.ranges]), label: `${a.label} and ${b.label}`, isAll: false, isNever }
}

/** Several times as one; of none it stays none. */
export function joinedPeriods(periods: readonly AskedPeriod[]): readonly AskedPeriod[] {
  return periods.length < 2 ? periods : [periods.reduce(bothPeriods)]
}

/** As "last night (2026-03-09 18:00 to 2026-03-10 06:00 Europe/Paris)", or "(since …)" where it ends now. */
export function periodWords({ ranges, label, isAll }: AskedPeriod, nowMs: number, zone: string): string {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (isAll) return label
  if (first === undefined || last === undefined) return `${label} (which is still to come)`
  if (first.fromMs <= 0) return `${label} (up to ${timeOf(last.untilMs, zone)})`
  const each = ranges.length > 1 ? `, ${ranges.length} times` : ''
  if (last.untilMs > nowMs) return `${label} (since ${timeOf(first.fromMs, zone)}${each})`
  return `${label} (${clockOf(first.fromMs, zone)} to ${timeOf(last.untilMs, zone)}${each})`
}

/** As 2026-03-10 12:00. */
function clockOf(ms: number, zone: string): string {
  return DateTime.fromMillis(ms, { zone }).toFormat('yyyy-MM-dd HH:mm')
}

/** As 2026-03-10 12:00 UTC. */
export function timeOf(ms: number, zone: string): string {
  return `${clockOf(ms, zone)} ${zone}`
}
