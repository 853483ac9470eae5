import { CLOCK_TOLERANCE_MS } from '../../src/contract/limits'
import { DAY_MS } from '../../src/lib/durations'

/** What a camera recorded or saw may have waited this long in it. */
export const MAX_AGE_MS = 30 * DAY_MS

/**
 * When a camera says that something happened, by the hub's clock, which is so far ahead of the camera's (SENSE-14); at the
 * latest now. Now, where its clock cannot be right or it says nothing.
 */
export function saidTimeOr(said: string | undefined, nowMs: number, hubAheadMs = 0): number {
  const saidMs = said === undefined ? Number.NaN : Date.parse(said)
  const oldestMs = nowMs - MAX_AGE_MS
  const movedMs = saidMs + hubAheadMs
  // A clock that was set since, or a measure that is none: nothing that has come happened later.
  const isMoved = movedMs >= oldestMs && movedMs <= nowMs + CLOCK_TOLERANCE_MS
  const atMs = isMoved ? movedMs : saidMs
  // Clocks differ, and nothing that has come began later: what lies ahead would be missing from every list that ends now.
  return atMs >= oldestMs ? Math.min(atMs, nowMs) : nowMs
}
