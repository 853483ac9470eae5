import { apartOf, type Range } from '../times/period'

/** What lies in both, in order. */
export function commonOf(some: readonly Range[], others: readonly Range[]): Range[] {
  const rest = apartOf(others)
  const common: Range[] = []
  let first = 0
  for (const one of apartOf(some)) {
    // What is over by then is over for all that follow.
    while ((rest[first]?.untilMs ?? Number.POSITIVE_INFINITY) <= one.fromMs) first++
    for (let index = first; index < rest.length; index++) {
      const other = rest[index]
      if (other === undefined || other.fromMs >= one.untilMs) break
      const both = { fromMs: Math.max(one.fromMs, other.fromMs), untilMs: Math.min(one.untilMs, other.untilMs) }
      if (both.fromMs < both.untilMs) common.push(both)
    }
  }
  return common
}

/** What of some lies in none of the others, in order. */
export function outsideOf(some: readonly Range[], others: readonly Range[]): Range[] {
  const gaps: Range[] = []
  let fromMs = Number.NEGATIVE_INFINITY
  for (const other of apartOf(others)) {
    gaps.push({ fromMs, untilMs: other.fromMs })
    fromMs = other.untilMs
  }
  return commonOf(some, [...gaps, { fromMs, untilMs: Number.POSITIVE_INFINITY }])
}
