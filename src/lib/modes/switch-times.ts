import { DAY_MS, MINUTE_MS } from '../durations'
import { momentOf, wallTimeMs } from '../zone-time'
import type { Mode } from './mode'

/** A row of the weekly schedule. */
export interface Switch {
  /** 1 is Monday, 7 Sunday. */
  readonly days: readonly number[]
  /** `HH:MM` of the schedule's zone. */
  readonly time: string
  readonly mode: Mode
}

export interface Schedule {
  /** IANA name. */
  readonly timeZone: string
  readonly switches: readonly Switch[]
}

/** A switch of the schedule at a moment. */
export interface ScheduledSwitch {
  readonly atMs: number
  readonly mode: Mode
  /** The day that the clocks show at that moment, and the one just before it. */
  readonly dayMs: number
  readonly dayBeforeMs: number
}

/** A row comes again after seven days; one more, as days begin where they like in UTC. */
export const DAYS_TO_LOOK = 8

/** Minutes after midnight of `HH:MM`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** 1 is Monday, of a day in milliseconds as if its midnight were UTC's. The epoch was a Thursday. */
function weekdayOf(dayMs: number): number {
  return ((Math.floor(dayMs / DAY_MS) + 3) % 7) + 1
}

/** More than one answer looks at, both ways. */
const KEPT_DAYS = 64
const KEPT_SCHEDULES = 32

/** When a schedule switches. Days that were reckoned are kept: asking a zone's clocks costs more than all else here. */
export class SwitchTimes {
  readonly #schedule: Schedule
  readonly #days = new Map<number, readonly ScheduledSwitch[]>()

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** The latest switch up to a moment; null: the schedule has none. */
  lastUpTo(untilMs: number): ScheduledSwitch | null {
    return this.#lastUpTo(untilMs, this.#dayOf(untilMs))
  }

  /** The first switch after a moment; null: the schedule has none. */
  firstAfter(afterMs: number): ScheduledSwitch | null {
    return this.#firstAfter(afterMs, this.#dayOf(afterMs))
  }

  before({ atMs, dayBeforeMs }: ScheduledSwitch): ScheduledSwitch | null {
    return this.#lastUpTo(atMs - 1, dayBeforeMs)
  }

  after({ atMs, dayMs }: ScheduledSwitch): ScheduledSwitch | null {
    return this.#firstAfter(atMs, dayMs)
  }

  #lastUpTo(untilMs: number, todayMs: number): ScheduledSwitch | null {
    for (let back = 0; back <= DAYS_TO_LOOK; back++) {
      const last = this.#switchesOf(todayMs - back * DAY_MS).findLast(({ atMs }) => atMs <= untilMs)
      if (last !== undefined) return last
    }
    return null
  }

  #firstAfter(afterMs: number, todayMs: number): ScheduledSwitch | null {
    for (let ahead = 0; ahead <= DAYS_TO_LOOK; ahead++) {
      const switches = this.#switchesOf(todayMs + ahead * DAY_MS)
      const first = switches.find(({ atMs }) => atMs > afterMs)
      // Of several at one moment the last holds.
      if (first !== undefined) return switches.findLast(({ atMs }) => atMs === first.atMs) ?? first
    }
    return null
  }

  #switchesOf(dayMs: number): readonly ScheduledSwitch[] {
    const known = this.#days.get(dayMs)
    if (known !== undefined) return known
    const switches = this.#reckon(dayMs)
    this.#days.set(dayMs, switches)
    forgetFirst(this.#days, KEPT_DAYS)
    return switches
  }

  /** In their order; of two that fall on the same moment, since the clocks leap, the later row is last and holds. */
  #reckon(dayMs: number): readonly ScheduledSwitch[] {
    const { timeZone, switches } = this.#schedule
    return switches
      .filter(({ days }) => days.includes(weekdayOf(dayMs)))
      .sort((one, other) => minuteOf(one.time) - minuteOf(other.time))
      .map(({ time, mode }) => {
        const atMs = momentOf(timeZone, dayMs + minuteOf(time) * MINUTE_MS)
        return { atMs, mode, dayMs: this.#dayOf(atMs), dayBeforeMs: this.#dayOf(atMs - 1) }
      })
  }

  #dayOf(atMs: number): number {
    return Math.floor(wallTimeMs(this.#schedule.timeZone, atMs) / DAY_MS) * DAY_MS
  }
}

const knownTimes = new Map<string, SwitchTimes>()

/** By what the schedule says, as every row of a workspace's history brings its own copy of it. */
export function switchTimesOf(schedule: Schedule): SwitchTimes {
  const key = JSON.stringify(schedule)
  const times = knownTimes.get(key) ?? new SwitchTimes(schedule)
  knownTimes.delete(key)
  knownTimes.set(key, times)
  forgetFirst(knownTimes, KEPT_SCHEDULES)
  return times
}

function forgetFirst<K>(kept: Map<K, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(key)
  }
}
