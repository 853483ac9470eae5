import { afterEach, describe, expect, it } from 'vitest'
import { formatTick, hourTicks } from '../../../src/ui/events/day-axis'

const DAY = 24 * 3_600_000
const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

function ticksIn(timeZone: string, startIso: string, stepHours = 6) {
  process.env['TZ'] = timeZone
  const startMs = Date.parse(startIso)
  return hourTicks(startMs, startMs + DAY, stepHours)
}
const read = (ticks: ReturnType<typeof ticksIn>) =>
  ticks.map(({ atMs, hour }) => [new Date(atMs).toISOString().slice(5, 16), hour])

describe('the hours of a day axis', () => {
  it.each([
    ['UTC', ['03-09T18:00', '03-10T00:00', '03-10T06:00', '03-10T12:00']],
    ['Asia/Kolkata', ['03-09T12:30', '03-09T18:30', '03-10T00:30', '03-10T06:30']],
    ['America/New_York', ['03-09T16:00', '03-09T22:00', '03-10T04:00', '03-10T10:00']],
  ])('are those of the reader’s clock in %s', (timeZone, at) => {
    const ticks = ticksIn(timeZone, '2026-03-09T12:10:00Z')
    expect(read(ticks).map(([time]) => time)).toEqual(at)
    expect(ticks.every(({ hour }) => hour % 6 === 0)).toBe(true)
  })

  it('stay full hours across the night in which clocks change', () => {
    const ticks = ticksIn('Europe/Berlin', '2026-03-28T12:00:00Z', 3)
    expect(read(ticks)).toEqual([
      ['03-28T14:00', 15],
      ['03-28T17:00', 18],
      ['03-28T20:00', 21],
      ['03-28T23:00', 0],
      ['03-29T01:00', 3],
      ['03-29T04:00', 6],
      ['03-29T07:00', 9],
      ['03-29T10:00', 12],
    ])
  })

  it('are written as hours, and midnight as the day that begins', () => {
    process.env['TZ'] = 'UTC'
    const sunday = Date.parse('2026-03-29T00:00:00Z')
    const named = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }).format(sunday)
    expect(formatTick({ atMs: sunday, hour: 0 })).toBe(named)
    expect(formatTick({ atMs: sunday + 15 * 3_600_000, hour: 15 })).toMatch(/3|15/)
  })
})
