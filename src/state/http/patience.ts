/** A hub may ask to be left alone for this long at most: its clock or this one may be wrong. */
const LONGEST_PATIENCE_MS = 10 * 60_000

/** How long to wait until the moment that a refusal names; 0 where it is missing or no time. */
export function patienceMs(retryAt: string | null, nowMs: number): number {
  const atMs = Date.parse(retryAt ?? '')
  return Number.isNaN(atMs) ? 0 : Math.min(LONGEST_PATIENCE_MS, Math.max(0, atMs - nowMs))
}
