import { CLOCK_TOLERANCE_MS } from '../../src/contract/limits'
import { DAY_MS } from '../../src/lib/durations'

/** What a camera recorded or saw may have waited this long in it. */
export const MAX_AGE_MS = 30 * DAY_MS

export interface SaidBy {
  /** How far the hub's clock is ahead of the camera's (SENSE-14); left out: nothing is known of that. */
  readonly hubAheadMs?: number | undefined
  /** A camera that was there before those 30 days, since then, may have been without its hub for longer. */
  readonly sinceMs?: number
}

/**
 * When a camera says that something happened, by the hub's clock; at the latest now. Now, where its clock cannot be right or
 * it says nothing.
 */
export function saidTimeOr(
  said: string | undefined,
  nowMs: number,
  { hubAheadMs = 0, sinceMs = nowMs }: SaidBy = {},
): number {
  const saidMs = said === undefined ? Number.NaN : Date.parse(said)
  const oldestMs = Math.min(nowMs - MAX_AGE_MS, sinceMs)
  const movedMs = saidMs + hubAheadMs
  // A clock that was set since, or a measure that is none: nothing that has come happened later.
  const isMoved = movedMs >= oldestMs && movedMs <= nowMs + CLOCK_TOLERANCE_MS
  const atMs = isMoved ? movedMs : saidMs
  // Clocks differ, and nothing that has come began later: what lies ahead would be missing from every list that ends now.
  return atMs >= oldestMs ? Math.min(atMs, nowMs) : nowMs
}
