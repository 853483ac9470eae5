import type { DateTime } from 'luxon'

/**
 * A stretch that a word for days means. `days`: whole days, of which a part may be asked for ("yesterday evening"); `night`:
 * one night, in which a clock time has one place; `length`: counted back from now.
 */
export interface Span {
  readonly kind: 'days' | 'night' | 'length'
  readonly from: DateTime
  /** Does not belong to it. */
  readonly to: DateTime
  readonly label: string
}

/** Where a night begins and ends (ASK-03). */
const NIGHT_FROM_HOUR = 18
const NIGHT_TO_HOUR = 6

export function daysSpan(from: DateTime, days: number, label: string): Span {
  return { kind: 'days', from: from.startOf('day'), to: dayAfter(from, days), label }
}

/** The month that a day is in. */
export function monthSpan(day: DateTime, label: string): Span {
  const from = day.startOf('month')
  return { kind: 'days', from, to: from.plus({ months: 1 }).startOf('day'), label }
}

/** The beginning of a day some days on, also from one that begins at 01:00 as its midnight is leapt over. */
export function dayAfter(day: DateTime, days = 1): DateTime {
  return day.plus({ days }).startOf('day')
}

/** By the wall clock: a night on which the clocks change is an hour shorter or longer. */
export function nightOf(day: DateTime, label: string): Span {
  return { kind: 'night', from: atHour(day, NIGHT_FROM_HOUR), to: atHour(day, 24 + NIGHT_TO_HOUR), label }
}

/** Hours from 24 on are of the day after. */
export function atHour(day: DateTime, hour: number, minute = 0): DateTime {
  return day
    .startOf('day')
    .plus({ days: Math.floor(hour / 24) })
    .set({ hour: hour % 24, minute })
}
