import { describe, expect, it } from 'vitest'
import { formatRelativeTime } from '../../src/lib/relative-time'

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
