/** From the first moment to before the last. */
export interface Month {
  readonly fromMs: number
  readonly untilMs: number
}

/** The calendar month in UTC, by which quotas count. */
export function monthOf(nowMs: number): Month {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { fromMs: Date.UTC(year, month, 1), untilMs: Date.UTC(year, month + 1, 1) }
}
