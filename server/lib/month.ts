import type { Span } from '../../src/lib/span'

/** The calendar month in UTC, by which quotas count. */
export function monthOf(nowMs: number): Span {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { fromMs: Date.UTC(year, month, 1), untilMs: Date.UTC(year, month + 1, 1) }
}

export function utcMonth(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7)
}

/** The day on which a month begins or ends. The zone is named: a reader's own clock may have another day. */
export function utcDay(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 10)} (UTC)`
}
