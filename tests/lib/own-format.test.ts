import { afterEach, expect, it } from 'vitest'
import { formatDateTime, formatLongDate, formatTime } from '../../src/lib/date-time'
import { dayOf, formatDays } from '../../src/lib/day'
import { formatExactTime } from '../../src/lib/proof/exact-time'
import { formatSecond } from '../../src/state/review/words'
import { formatTick } from '../../src/ui/events/day-axis'

const ownZone = process.env['TZ']
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = ownZone
})

/** In UTC already the next day of New York, and the same evening there. */
const AT_MS = Date.UTC(2026, 5, 14, 2, 30, 15)
const shown = () => [
  formatDateTime(new Date(AT_MS).toISOString()),
  formatTime(AT_MS),
  formatLongDate(new Date(AT_MS).toISOString()),
  formatDays(dayOf(AT_MS)),
  formatSecond(AT_MS),
  formatTick({ atMs: AT_MS, hour: 2 }),
  formatTick({ atMs: AT_MS, hour: 0 }),
]

it.each(['America/New_York', 'Asia/Kolkata'])('goes along with a machine that travels to %s (FMT-08)', (zone) => {
  process.env['TZ'] = 'UTC'
  const before = shown()
  const exactBefore = formatExactTime(AT_MS)
  process.env['TZ'] = zone
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, options).format(AT_MS)
  const there = shown()
  expect(there).toEqual([
    format({ dateStyle: 'medium', timeStyle: 'short' }),
    format({ timeStyle: 'short' }),
    format({ dateStyle: 'long' }),
    format({ dateStyle: 'medium' }),
    format({ timeStyle: 'medium' }),
    format({ hour: 'numeric' }),
    format({ weekday: 'short' }),
  ])
  expect(formatExactTime(AT_MS)).not.toBe(exactBefore)
  expect(there.slice(0, 2)).not.toEqual(before.slice(0, 2))
})
