import type { Range } from '../times/period'

/** In their order, and those that touch as one. */
export function joinedRanges(ranges: readonly Range[]): Range[] {
  const apart: Range[] = []
  for (const range of [...ranges].sort((one, other) => one.fromMs - other.fromMs)) {
    const before = apart.at(-1)
    if (before === undefined || before.toMs < range.fromMs) apart.push(range)
    else apart[apart.length - 1] = { fromMs: before.fromMs, toMs: Math.max(before.toMs, range.toMs) }
  }
  return apart
}

/** What lies in both, in order. */
export function commonOf(some: readonly Range[], others: readonly Range[]): Range[] {
  const rest = joinedRanges(others)
  const common: Range[] = []
  let first = 0
  for (const one of joinedRanges(some)) {
    // What is over by then is over for all that follow.
    while ((rest[first]?.toMs ?? Number.POSITIVE_INFINITY) <= one.fromMs) first++
    for (let index = first; index < rest.length; index++) {
      const other = rest[index]
      if (other === undefined || other.fromMs >= one.toMs) break
      const both = { fromMs: Math.max(one.fromMs, other.fromMs), toMs: Math.min(one.toMs, other.toMs) }
      if (both.fromMs < both.toMs) common.push(both)
    }
  }
  return common
}

/** What of some lies in none of the others, in order. */
export function outsideOf(some: readonly Range[], others: readonly Range[]): Range[] {
  const gaps: Range[] = []
  let fromMs = Number.NEGATIVE_INFINITY
  for (const other of joinedRanges(others)) {
    gaps.push({ fromMs, toMs: other.fromMs })
    fromMs = other.toMs
  }
  return commonOf(some, [...gaps, { fromMs, toMs: Number.POSITIVE_INFINITY }])
}

/** Of ranges that lie apart. */
export function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
}
