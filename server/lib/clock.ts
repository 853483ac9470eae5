import { MINUTE_MS } from '../../src/lib/durations'

/** The hub's only source of time, in epoch milliseconds; tests hold it still. */
export interface Clock {
  now(): number
}

/** The clocks of hubs differ by less: what was noted, or ends, further ahead than it can is of a clock that was ahead. */
export const CLOCKS_APART_MS = 5 * MINUTE_MS

export const systemClock: Clock = { now: () => Date.now() }
