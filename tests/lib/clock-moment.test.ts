import { afterEach, describe, expect, it } from 'vitest'
import { momentOfDayMs } from '../../src/lib/clock-moment'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('the moment of a day that a clock shows', () => {
  it.each([
    ['Europe/Berlin', '2026-10-25', '02:30:05', ['2026-10-25T00:30:05.000Z', '2026-10-25T01:30:05.000Z']],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['America/Havana', '2026-11-01', '00:10', ['2026-11-01T04:10:00.000Z', '2026-11-01T05:10:00.000Z']],
  ])('is one of two in %s as its clocks go back: the nearer to another', (timeZone, day, clock, two) => {
    process.env['TZ'] = timeZone
    const [first = 0, second = 0] = two.map((at) => Date.parse(at))
    expect([momentOfDayMs(day, clock, first + 60_000), momentOfDayMs(day, clock, second - 60_000)]).toEqual([
      first,
      second,
    ])
  })

  it.each([
    ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-03-29', '01:30', '2026-03-29T00:30:00.000Z'],
    // The clock leaps over it.
    ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '23:59', '2026-03-29T21:59:00.000Z'],
  ])('is one, however far from another: %s at %s', (day, clock, moment) => {
    process.env['TZ'] = 'Europe/Berlin'
    expect([0, Date.parse('2027-01-01')].map((nearMs) => momentOfDayMs(day, clock, nearMs))).toEqual([
      Date.parse(moment),
      Date.parse(moment),
    ])
  })
})
