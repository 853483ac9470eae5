import { describe, expect, it } from 'vitest'
import { formatDateTime, formatMoment, formatTime } from '../../src/lib/date-time'

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
