import { dayOf, hourOf } from './local-time'
import type { TypedExpectation, TypedQuestion } from './typed-expectation'
import { camera } from './typed-filters'
import { day, TODAY, YESTERDAY } from './typed-periods'
import { cameraNames, type EventRow } from './workspace'

type Rows = readonly EventRow[]
type Tally = [name: string, count: number][]

/** `before` was asked in the same chat. */
export function question(ask: string, check: TypedExpectation, ...before: readonly string[]): TypedQuestion {
  return { ask, check, ...(before.length > 0 && { before }) }
}

export const count = (...sets: readonly Rows[]): TypedExpectation => ({ kind: 'count', sets })
export const one = (row: EventRow | undefined): TypedExpectation => ({ kind: 'one', rows: row ? [row] : [] })
export const clips = (rows: Rows): TypedExpectation => ({ kind: 'clips', sets: [rows] })
export const table = (cells: Tally): TypedExpectation => ({ kind: 'table', cells })
export const numbers = (...values: readonly number[]): TypedExpectation => ({ kind: 'nums', values })
export const says = (...all: readonly RegExp[]): TypedExpectation => ({ kind: 'says', all })
export const refuse = (...not: readonly RegExp[]): TypedExpectation => ({ kind: 'refuse', not })

export const latest = (rows: Rows) => rows.at(-1)

/** The first of any of the sets. */
export function firstOf(sets: readonly Rows[]): TypedExpectation {
  const mayBeNone = sets.some((rows) => rows.length === 0)
  return { kind: 'one', rows: sets.flatMap((rows) => rows.slice(0, 1)), mayBeNone }
}

/** All of the newest so many. */
export function newest(rows: Rows, least: number): TypedExpectation {
  return { kind: 'list', sets: [rows.slice(-least)], least }
}

export function comparison(...pairs: readonly (readonly [Rows, Rows])[]): TypedExpectation {
  return { kind: 'pair', pairs: pairs.map(([first, second]) => [first.length, second.length]) }
}

export function perCamera(rows: Rows): Tally {
  return cameraNames.map((name) => [name, rows.filter(camera(name)).length])
}

/** Those with any. */
export function seen(rows: Rows): Tally {
  return perCamera(rows).filter(([, count]) => count > 0)
}

/** Names those without any, and no other before the end of its first sentence. */
export function quietCameras(rows: Rows): TypedExpectation {
  const busy = new Set(rows.map(({ camera: name }) => name))
  const quiet = cameraNames.filter((name) => !busy.has(name))
  return {
    kind: 'says',
    all: quiet.map((name) => new RegExp(name)),
    not: [...busy].map((name) => new RegExp(`^[^.]*${name}`)),
  }
}

/** Each day by any of its names. */
export function perDay(rows: Rows): Tally {
  const dates = new Set(rows.map(({ atMs }) => dayOf(atMs)))
  return [...dates].map((date) => [dayWords(date), rows.filter(day(date)).length])
}

function perHour(rows: Rows): Tally {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  return hours.map((hour) => [
    `${String(hour).padStart(2, '0')}:00`,
    rows.filter(({ atMs }) => hourOf(atMs) === hour).length,
  ])
}

/** Those that share the most, or the least. */
function extreme(tally: Tally, pick: (...counts: number[]) => number): { names: string[]; count: number } {
  const count = pick(...tally.map(([, each]) => each))
  return { names: tally.flatMap(([name, each]) => (each === count ? [name] : [])), count }
}

/** The camera with the most, by any of the sets. */
export function busiest(...sets: readonly Rows[]): TypedExpectation {
  const best = sets.map((rows) => extreme(perCamera(rows), Math.max))
  return { kind: 'top', names: best.flatMap(({ names }) => names), n: best.map(({ count }) => count) }
}

export function quietest(rows: Rows): TypedExpectation {
  const { names, count } = extreme(perCamera(rows), Math.min)
  return { kind: 'top', names, n: [count] }
}

export function busiestDay(rows: Rows): TypedExpectation {
  return says(new RegExp(extreme(perDay(rows), Math.max).names.join('|')))
}

export function busiestHour(rows: Rows): TypedExpectation {
  const { names } = extreme(perHour(rows), Math.max)
  return says(new RegExp(names.map((hour) => `\\b${hour}`).join('|')))
}

/** What a day may be called, as the text of a pattern. */
function dayWords(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`)
  const weekday = noon.toLocaleDateString('en-GB', { weekday: 'long' })
  const month = noon.toLocaleDateString('en-GB', { month: 'long' })
  const number = noon.getUTCDate()
  const names = [date, weekday, `${number} ${month}`, `${month} ${number}`]
  if (date === TODAY) names.push('today')
  if (date === YESTERDAY) names.push('yesterday')
  return names.join('|')
}

/** A number to as many places as an answer may have. */
export function rounded(value: number): RegExp {
  const texts = [value.toFixed(1), value.toFixed(2), String(Math.round(value))]
  return new RegExp(`\\b(${texts.join('|').replaceAll('.', '\\.')})\\b`)
}
