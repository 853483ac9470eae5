import { DAY_MS, MINUTE_MS } from '../../../src/lib/durations'

const FIRST_MS = 30_000
/** What is new waits behind what failed: an alert too, for so long at most. */
const LONGEST_MS = 5 * MINUTE_MS
/** Hubs and channels that failed together do not come back together. */
const JITTER = 0.5
/** A server that asks for more than this is asked again all the same. */
const LONGEST_ASKED_MS = DAY_MS

/** The wait after so many failures in a row, in milliseconds: 30 s, doubled each time, five minutes at most; `random` is 0 to 1. */
export function backoffMs(failures: number, random: number): number {
  const plainMs = FIRST_MS * 2 ** Math.min(failures - 1, 20)
  return Math.round(Math.min(plainMs * (1 + JITTER * random), LONGEST_MS))
}

/** What the header Retry-After asks for (RFC 9110, 10.2.3: seconds or a date), in milliseconds; null: nothing readable. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const text = header.trim()
  // Discord sends decimals.
  const ms = /^\d{1,9}(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_ASKED_MS)
}
