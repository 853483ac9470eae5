import { MINUTE_MS } from '../../lib/durations'
import { ownFormat } from '../../lib/own-format'

/** Large letters are as large as an hour has room for between the next ones. */
export const AXIS_LETTERS = { base: 'min({fontSizes.xs}, 3.4vw)', md: 'min({fontSizes.xs}, 16px)' } as const

/** Every zone's clock stands a whole number of these from UTC. */
const QUARTER_MS = 15 * MINUTE_MS

export interface HourTick {
  readonly atMs: number
  /** On the reader's clock, 0 to 23. */
  readonly hour: number
}

/** The full hours between two moments that the reader's own clock shows, of every `stepHours` from midnight on. */
export function hourTicks(startMs: number, endMs: number, stepHours: number): readonly HourTick[] {
  const ticks: HourTick[] = []
  for (let atMs = Math.ceil(startMs / QUARTER_MS) * QUARTER_MS; atMs <= endMs; atMs += QUARTER_MS) {
    const clock = new Date(atMs)
    const hour = clock.getHours()
    if (clock.getMinutes() === 0 && hour % stepHours === 0) ticks.push({ atMs, hour })
  }
  return ticks
}

const hourFormat = ownFormat({ hour: 'numeric' })
const dayFormat = ownFormat({ weekday: 'short' })

/** The hour as the reader writes it; at midnight the day that begins. */
export function formatTick({ atMs, hour }: HourTick): string {
  return hour === 0 ? dayFormat().format(atMs) : hourFormat().format(atMs)
}
