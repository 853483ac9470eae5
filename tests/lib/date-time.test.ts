import { describe, expect, it } from 'vitest'
import { formatClipTime, formatDateTime, formatMoment, formatRelativeTime, formatTime } from '../../src/lib/date-time'

describe('a moment', () => {
  it('is shown with its date and its time of day, in the zone of the reader', () => {
    const moment = new Date(2026, 2, 10, 14, 5)
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(moment)
    const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(moment)
    const shown = formatDateTime(moment.toISOString())
    expect(shown).toContain(day)
    expect(shown).toContain(time)
  })

  it('that is none is shown as it was written', () => {
    expect(formatDateTime('yesterday-ish')).toBe('yesterday-ish')
    expect(formatDateTime('')).toBe('')
  })
})

describe('a moment of today', () => {
  const [yesterday, today] = [new Date(2026, 2, 9, 23, 59), new Date(2026, 2, 10, 0, 1)]

  it('needs its time of day only', () => {
    expect(formatMoment(today.getTime(), today.getTime())).toBe(formatTime(today.getTime()))
  })

  it('is shown with its date from midnight on', () => {
    expect(formatMoment(yesterday.getTime(), today.getTime())).toBe(formatDateTime(yesterday.toISOString()))
  })
})

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.parse('2026-03-10T12:00:00Z')

describe('relative time', () => {
  it.each([
    ['FMT-04', 0, 'just now'],
    ['FMT-04', 59_999, 'just now'],
    ['FMT-05', MINUTE, '1 minute ago'],
    ['FMT-05', 2 * MINUTE - 1, '1 minute ago'],
    ['FMT-05', 2 * MINUTE, '2 minutes ago'],
    ['FMT-05', HOUR - 1, '59 minutes ago'],
    ['FMT-06', HOUR, '1 hour ago'],
    ['FMT-06', 2 * HOUR, '2 hours ago'],
    ['FMT-06', DAY - 1, '23 hours ago'],
    ['FMT-07', DAY, '1 day ago'],
    ['FMT-07', 45 * DAY, '45 days ago'],
  ])('(%s, X-11) after %i ms is %s (FMT-04 to FMT-07)', (_, passedMs, text) => {
    expect(formatRelativeTime(NOW - passedMs, NOW)).toBe(text)
  })

  it("of a moment to come, as by a clock that is off, is 'just now'", () => {
    expect(formatRelativeTime(NOW + DAY, NOW)).toBe('just now')
  })

  it('of a time that could not be read is nothing (FMT-04)', () => {
    expect(formatRelativeTime(Date.parse(''), NOW)).toBe('')
  })
})

it.each([
  [0, '0:00'],
  [4.87, '0:04'],
  [14.99, '0:14'],
  [60, '1:00'],
  [671, '11:11'],
  [-1, '0:00'],
])('%d seconds into a recording are written %s', (seconds, text) => {
  expect(formatClipTime(seconds)).toBe(text)
})
