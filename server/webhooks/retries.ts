import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/durations'
import type { WebhookDeliveryTable, WebhookTable } from '../db/integration-tables'

/** The wait after each try that failed. Eight tries in all, the last within a day (HOOK-06). */
const WAITS_MS = [15 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 7 * HOUR_MS, 7 * HOUR_MS]
/** What failed together does not come back together. */
const JITTER = 0.1

export const MOST_TRIES = WAITS_MS.length + 1
/** What is older is given up, however often it was tried. */
export const LONGEST_TRY_MS = 24 * HOUR_MS
/** What lies further ahead was written while the clock was, and holds nothing back: the clocks of hubs differ by less. */
export const AHEAD_MS = 5 * MINUTE_MS

/** How long a message waits after so many tries; null: it is given up. `random` is 0 to 1. */
export function waitAfter(tries: number, random: number): number | null {
  const plainMs = WAITS_MS[tries - 1]
  return plainMs === undefined ? null : Math.round(plainMs * (1 + JITTER * random))
}

/** Whether a message is due before its wait is over, because the receiver may be back: that try does not count. */
export function isHurried({ tries, tried_at, due_at }: Pick<WebhookDeliveryTable, 'tries' | 'tried_at' | 'due_at'>) {
  return tried_at !== null && due_at < tried_at + (waitAfter(tries, 0) ?? 0)
}

/** One try that failed among others that arrive says something of its message; so many in a row, of the receiver. */
export const AWAY_FAILURES = 2

const FIRST_HOLD_MS = 10 * SECOND_MS
const LONGEST_HOLD_MS = 5 * MINUTE_MS
/** A receiver that asks to be left alone for longer is asked again all the same. */
const LONGEST_ASKED_MS = HOUR_MS
/** Holds that end later were written while the clock was ahead. */
export const LONGEST_HELD_MS = LONGEST_ASKED_MS + AHEAD_MS

/** How long a webhook is left alone after so many tries in a row, of whatever messages, that failed. */
export function holdAfter(failures: number, askedMs: number | null, random: number): number {
  const plainMs = Math.min(FIRST_HOLD_MS * 2 ** Math.min(failures - 1, 20), LONGEST_HOLD_MS)
  return Math.round(Math.max(plainMs * (1 + JITTER * random), Math.min(askedMs ?? 0, LONGEST_ASKED_MS)))
}

/** A webhook at which nothing has arrived for so long, in as many tries as one message has, is switched off (HOOK-08). */
const FAILING_MS = 3 * 24 * HOUR_MS

/** Whether so long nothing was sent that a try which fails begins anew: what failed before is given up by then. */
export function isQuiet({ held_until }: Pick<WebhookTable, 'held_until'>, nowMs: number): boolean {
  return nowMs - held_until >= LONGEST_TRY_MS
}

export function isFailingForLong(failures: number, failingSinceMs: number | null, nowMs: number): boolean {
  return failures >= MOST_TRIES && failingSinceMs !== null && nowMs - failingSinceMs >= FAILING_MS
}
