import type { Failure } from '../../api/result'
import { MINUTE_MS } from '../../lib/durations'

/** A hub may ask to be left alone for this long at most: its clock or this one may be wrong. */
const LONGEST_PATIENCE_MS = 10 * MINUTE_MS

/** Retry-After counts in these, rounded up. */
const STEP_MS = 1_000

type Asked = Pick<Extract<Failure, { kind: 'http' }>, 'retryAfterMs' | 'retryAt'>

/** How long a refusal asks to wait; 0 where it does not say, or names a moment that is over. */
export function patienceMs(asked: Asked, nowMs: number): number {
  return Math.min(LONGEST_PATIENCE_MS, Math.max(0, askedMs(asked, nowMs)))
}

/** The moment is one of the hub's clock, which may differ from this one; what it counts needs no clock. */
function askedMs({ retryAfterMs, retryAt }: Asked, nowMs: number): number {
  const untilMs = Date.parse(retryAt ?? '') - nowMs
  if (retryAfterMs === null) return Number.isNaN(untilMs) ? 0 : untilMs
  // Where the clocks agree the moment is finer: those who were refused together do not come back at one second.
  const isSame = untilMs > retryAfterMs - STEP_MS && untilMs <= retryAfterMs
  return isSame ? untilMs : retryAfterMs
}
