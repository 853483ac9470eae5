import { HOUR_MS } from '../../src/lib/durations'
import { at, dayOf, NOW_MS } from './local-time'
import type { Filter } from './typed-filters'

export const TODAY = '2026-04-15'
export const YESTERDAY = '2026-04-14'
export const MONDAY = '2026-04-13'
export const SUNDAY = '2026-04-12'
export const SATURDAY = '2026-04-11'
export const FRIDAY = '2026-04-10'
/** Where what is “so far” of an earlier day, week or month ends. */
const NOW_OF_DAY = '14:20'

function within(fromMs: number, untilMs: number): Filter {
  return ({ atMs }) => atMs >= fromMs && atMs < untilMs
}

/** From one moment of the wall clock until before another, or until now. */
export function span(from: string, until?: string): Filter {
  return within(at(from), until === undefined ? NOW_MS + 1 : at(until))
}

/** A span for each two moments, as several of both are honest readings of a word. */
export function spans(froms: readonly string[], untils: readonly string[]): Filter[] {
  return froms.flatMap((from) => untils.map((until) => span(from, until)))
}

export function day(date: string): Filter {
  return ({ atMs }) => dayOf(atMs) === date
}

/** The last so many hours. */
export function ago(hours: number): Filter {
  return within(NOW_MS - hours * HOUR_MS, NOW_MS + 1)
}

export const today = day(TODAY)
export const yesterday = day(YESTERDAY)
export const yesterdaySoFar = span(`${YESTERDAY} 00:00`, `${YESTERDAY} ${NOW_OF_DAY}`)
export const thisWeek = span(`${MONDAY} 00:00`)
export const lastWeek = span('2026-04-06 00:00', `${MONDAY} 00:00`)
export const lastWeekSoFar = span('2026-04-06 00:00', `2026-04-08 ${NOW_OF_DAY}`)
export const weekend = span(`${SATURDAY} 00:00`, `${MONDAY} 00:00`)
export const thisMonth = span('2026-04-01 00:00')
export const lastMonth = span('2026-03-01 00:00', '2026-04-01 00:00')
export const lastMonthSoFar = span('2026-03-01 00:00', `2026-03-15 ${NOW_OF_DAY}`)

/** What is meant where a question names no time. */
export const anyTime: readonly Filter[] = [
  () => true,
  thisWeek,
  ago(24),
  ago(7 * 24),
  today,
  thisMonth,
  span('2026-04-09 00:00'),
  span('2026-04-08 00:00'),
  ago(30 * 24),
]

/** Moments of a date, for `span` and `spans`. */
export function timesOf(date: string, times: readonly string[]): string[] {
  return times.map((time) => `${date} ${time}`)
}

/** The readings of a night, from the evening of one date to the morning of the next. */
export function nights(date: string, next: string): Filter[] {
  const dusks = ['18:00', '19:00', '20:00', '21:00', '22:00', '23:00']
  const dawns = ['05:00', '06:00', '07:00', '08:00', '00:00']
  return spans(timesOf(date, dusks), timesOf(next, dawns))
}

export const lastNight = nights(YESTERDAY, TODAY)

export function evening(date: string, next: string): Filter[] {
  const ends = [...timesOf(date, ['21:00', '22:00', '23:00']), `${next} 00:00`]
  return spans(timesOf(date, ['17:00', '18:00', '19:00']), ends)
}

export function morning(date: string): Filter[] {
  return spans(timesOf(date, ['00:00', '04:00', '05:00', '06:00']), timesOf(date, ['11:00', '12:00']))
}

export function afternoon(date: string): Filter[] {
  return spans([`${date} 12:00`], timesOf(date, ['17:00', '18:00']))
}

/** After ten in the evening of yesterday: until midnight, until now, or until the morning. */
export const lateYesterday: readonly Filter[] = [
  span(`${YESTERDAY} 22:00`),
  ...spans([`${YESTERDAY} 22:00`], timesOf(TODAY, ['00:00', '05:00', '06:00', '07:00'])),
]

/** About a full hour of the day. */
export function around(date: string, hour: number): Filter[] {
  const clock = (hours: number, minutes = '00') => `${date} ${String(hours).padStart(2, '0')}:${minutes}`
  return [
    span(clock(hour - 1), clock(hour + 1)),
    span(clock(hour), clock(hour + 1)),
    span(clock(hour - 1, '30'), clock(hour, '30')),
  ]
}
