import { ownFormat } from './own-format'

/** A day of the reader's own zone as YYYY-MM-DD, which sorts as text. */
export type Day = string

const two = (number: number) => String(number).padStart(2, '0')

/** The day on which a moment in milliseconds since the epoch falls. */
export function dayOf(atMs: number): Day {
  const date = new Date(atMs)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** When a day begins; with `daysLater`, so many days on. Never by adding 24 hours: some days have 23 or 25. */
export function startOfDayMs(day: Day, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).getTime()
}

/** The moment of another day whose clock shows the same; where a clock leaps over that, the one after the leap. */
export function sameTimeOnMs(day: Day, atMs: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(atMs)
  at.setFullYear(year, month - 1, date)
  return at.getTime()
}

const dayFormat = ownFormat({ dateStyle: 'medium' })

/** A day, or the days from one to another, in the reader's language. */
export function formatDays(first: Day, last: Day = first): string {
  return dayFormat().formatRange(startOfDayMs(first), startOfDayMs(last))
}
