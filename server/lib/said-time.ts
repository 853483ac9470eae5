import { DAY_MS } from '../../src/lib/durations'

/** What a camera recorded or saw may have waited this long in it. */
export const MAX_AGE_MS = 30 * DAY_MS
/** When a camera says that something happened, at the latest now; now, where its clock cannot be right or it says nothing. */
export function saidTimeOr(said: string | undefined, nowMs: number): number {
  const saidMs = said === undefined ? Number.NaN : Date.parse(said)
  // Clocks differ, and nothing that has come began later: what lies ahead would be missing from every list that ends now.
  return saidMs >= nowMs - MAX_AGE_MS ? Math.min(saidMs, nowMs) : nowMs
}
