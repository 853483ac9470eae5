const DAY_MS = 24 * 3_600_000
/** What a camera recorded or saw may have waited this long in it. */
export const MAX_AGE_MS = 30 * DAY_MS
/** Clocks differ. */
const MAX_AHEAD_MS = 5 * 60_000

/** When a camera says that something happened; now, where its clock cannot be right or it says nothing. */
export function saidTimeOr(said: string | undefined, nowMs: number): number {
  const saidMs = said === undefined ? Number.NaN : Date.parse(said)
  return saidMs >= nowMs - MAX_AGE_MS && saidMs <= nowMs + MAX_AHEAD_MS ? saidMs : nowMs
}
