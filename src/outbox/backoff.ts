import { MINUTE_MS } from '../lib/durations'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = MINUTE_MS

/**
 * Wait before the next try after `failures` failed ones in a row: 1 s doubled to at most `longestMs`, a minute if not
 * said otherwise, of which a random half is taken off, so that many cameras do not come back at one moment. `random` is
 * 0 to 1.
 */
export function backoffMs(failures: number, random: number, longestMs = LONGEST_DELAY_MS): number {
  const full = Math.min(longestMs, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1))
  return full * (1 - random / 2)
}
