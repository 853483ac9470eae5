import type { Mode } from './mode'
import { minuteOf, type Switch } from './switch-times'

const MINUTES_OF_DAY = 24 * 60

/** A part of a day, as the clock shows it. */
export interface DayPart {
  readonly fromMinute: number
  readonly untilMinute: number
  readonly mode: Mode
}

/** Each day of the week, Monday first, from midnight to midnight; empty where nothing is ever switched. */
export function weekParts(switches: readonly Switch[]): readonly (readonly DayPart[])[] {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    switches
      .filter((row) => row.days.includes(day))
      .map(({ time, mode }) => ({ minute: minuteOf(time), mode }))
      .sort((one, other) => one.minute - other.minute),
  )
  // The week before ends as this one does.
  let mode = days.flat().at(-1)?.mode
  return days.map((rows) => {
    const parts: DayPart[] = []
    let fromMinute = 0
    for (const row of [...rows, { minute: MINUTES_OF_DAY, mode: null }]) {
      if (mode !== undefined && row.minute > fromMinute) append(parts, { fromMinute, untilMinute: row.minute, mode })
      fromMinute = row.minute
      mode = row.mode ?? mode
    }
    return parts
  })
}

function append(parts: DayPart[], part: DayPart): void {
  const last = parts.at(-1)
  if (last?.mode === part.mode) parts[parts.length - 1] = { ...last, untilMinute: part.untilMinute }
  else parts.push(part)
}

/** `22:00`. */
export function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
