/** The time that a question is about, and how an answer says it. */
export interface AskedPeriod {
  readonly fromMs: number
  /** Does not belong to it. */
  readonly toMs: number
  /** Such as "today (since 00:00 UTC)". */
  readonly words: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const unitMs: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }
/** What a question may reach back: the longest storage time of a plan. */
const MAX_MS = 366 * DAY_MS

/** Times are in UTC: the contract does not tell the user's zone. null: the question names no time. */
export function periodIn(question: string, nowMs: number): AskedPeriod | null {
  const today = nowMs - (nowMs % DAY_MS)
  if (/\btoday\b/.test(question)) return { fromMs: today, toMs: nowMs + 1, words: 'today (since 00:00 UTC)' }
  if (/\byesterday\b/.test(question)) {
    return { fromMs: today - DAY_MS, toMs: today, words: `yesterday (${dateOf(today - DAY_MS)}, UTC)` }
  }
  const [, count = '1', unit = ''] =
    /\b(?:last|past)\s+(?:(\d{1,4})\s+)?(minute|hour|day|week)s?\b/.exec(question) ?? []
  const lengthMs = Number(count) * (unitMs[unit] ?? 0)
  return lengthMs > 0 && lengthMs <= MAX_MS
    ? lastly(lengthMs, `${count === '1' ? '' : `${count} `}${unit}`, nowMs)
    : null
}

/** The last days, where a question names no time. */
export function lastDays(count: number, nowMs: number): AskedPeriod {
  return lastly(count * DAY_MS, `${count} day`, nowMs)
}

function lastly(lengthMs: number, words: string, nowMs: number): AskedPeriod {
  const plural = /^\d/.test(words) ? 's' : ''
  const fromMs = nowMs - lengthMs
  return { fromMs, toMs: nowMs + 1, words: `in the last ${words}${plural} (since ${timeOf(fromMs)})` }
}

/** As 2026-03-10 12:00 UTC. */
export function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
