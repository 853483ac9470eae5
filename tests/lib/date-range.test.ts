import { describe, expect, test } from 'vitest'
import { allDates, boundsOf, type DateRange, isWithin, labelOf } from '../../src/lib/date-range'
import { dayOf, formatDays, startOfDayMs } from '../../src/lib/day'

const HOUR_MS = 3_600_000
/** Local time, as the reader's clock says. */
const now = new Date(2026, 2, 10, 15, 30).getTime()

describe('a date range', () => {
  test('of all dates has no bounds', () => {
    expect(boundsOf(allDates, now)).toBeNull()
    expect(isWithin(allDates, 'no time', now)).toBe(true)
  })

  test('of today begins at midnight and ends now', () => {
    expect(boundsOf({ kind: 'today' }, now)).toEqual({ startMs: new Date(2026, 2, 10).getTime(), endMs: now })
  })

  test.each([
    ['last-24-hours', 24],
    ['last-7-days', 7 * 24],
    ['last-30-days', 30 * 24],
  ] as const)('%s reaches back %i hours', (kind, hours) => {
    expect(boundsOf({ kind }, now)).toEqual({ startMs: now - hours * HOUR_MS, endMs: now })
  })

  test('of days holds the whole of the first and of the last', () => {
    const range: DateRange = { kind: 'days', first: '2026-03-08', last: '2026-03-09' }
    const at = (...when: [number, number, number, number?, number?, number?, number?]) =>
      new Date(...when).toISOString()
    expect(isWithin(range, at(2026, 2, 8), now)).toBe(true)
    expect(isWithin(range, at(2026, 2, 9, 23, 59, 59, 999), now)).toBe(true)
    expect(isWithin(range, at(2026, 2, 10), now)).toBe(false)
    expect(isWithin(range, at(2026, 2, 7, 23, 59, 59, 999), now)).toBe(false)
    expect(isWithin(range, '', now)).toBe(false)
  })

  test('is named as it was chosen', () => {
    expect(labelOf({ kind: 'last-7-days' })).toBe('Last 7 days')
    expect(labelOf({ kind: 'days', first: '2026-03-08', last: '2026-03-09' })).toMatch(/8.*9.*2026/)
  })
})

describe('a day', () => {
  test('is told by the local clock', () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 0).getTime())).toBe('2026-01-05')
    expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05')
    expect(startOfDayMs('2026-01-31', 1)).toBe(new Date(2026, 1, 1).getTime())
  })

  test('alone is written once', () => {
    expect(formatDays('2026-03-08')).toBe(formatDays('2026-03-08', '2026-03-08'))
    expect(formatDays('2026-03-08')).toMatch(/^[^8]*8[^8]*$/)
  })
})
