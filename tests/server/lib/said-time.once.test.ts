import { expect, test } from 'vitest'
import { saidTimeOr } from '../../../server/lib/said-time'

const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MONTHS_MS = 180 * DAY_MS

/** How long ago it is held to have happened. */
function agoMs(saidAgoMs: number, hubAheadMs?: number): number {
  return NOW_MS - saidTimeOr(new Date(NOW_MS - saidAgoMs).toISOString(), NOW_MS, { hubAheadMs })
}

test.each([
  ['of a clock that is six minutes slow', 6 * MINUTE_MS + 20 * SECOND_MS, 6 * MINUTE_MS, 20 * SECOND_MS],
  ['of one that is six minutes fast', 20 * SECOND_MS - 6 * MINUTE_MS, -6 * MINUTE_MS, 20 * SECOND_MS],
  ['that waited for three days behind a slow clock', 3 * DAY_MS + 6 * MINUTE_MS, 6 * MINUTE_MS, 3 * DAY_MS],
  ['that waited for an hour behind a fast clock', 54 * MINUTE_MS, -6 * MINUTE_MS, 60 * MINUTE_MS],
  ['of a clock that is years slow, as without a battery', 20 * 365 * DAY_MS, 20 * 365 * DAY_MS - MINUTE_MS, MINUTE_MS],
  ['of a clock that is months fast', MINUTE_MS - MONTHS_MS, -MONTHS_MS, MINUTE_MS],
  ['of a measure that is a little off', MINUTE_MS, MINUTE_MS + 5 * SECOND_MS, 0],
])('what is told %s happened when it did (SENSE-14)', (_words, saidAgoMs, hubAheadMs, heldAgoMs) => {
  expect(agoMs(saidAgoMs, hubAheadMs)).toBe(heldAgoMs)
})

test.each([
  ['by a measure from before the clock was set right', 20 * SECOND_MS, 6 * MINUTE_MS],
  ['by one that is months away', 20 * SECOND_MS, MONTHS_MS],
  ['by one that is months away on the other side', 20 * SECOND_MS, -MONTHS_MS],
  ['by one that is no length of time', 20 * SECOND_MS, Number.MAX_SAFE_INTEGER],
  ['to more than 5 s from now', MINUTE_MS, MINUTE_MS + 5 * SECOND_MS + 1],
])('what would be moved %s stays when it was said to be (SENSE-14)', (_words, saidAgoMs, hubAheadMs) => {
  expect(agoMs(saidAgoMs, hubAheadMs)).toBe(saidAgoMs)
})

test('who says no time is not moved (SENSE-14)', () => {
  expect(saidTimeOr(undefined, NOW_MS, { hubAheadMs: -6 * MINUTE_MS })).toBe(NOW_MS)
})
