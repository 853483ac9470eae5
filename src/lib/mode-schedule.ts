import type { CameraRule, Mode, SnoozeLength } from './mode'
import { momentOf, wallTimeMs } from './zone-time'

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

/** What somebody chose by hand. */
export interface Choice {
  readonly mode: Mode
  readonly lasts: 'next-switch' | 'for-good'
  readonly atMs: number
  /** Who chose it. */
  readonly by: string
}

export interface Snooze {
  readonly fromMs: number
  readonly untilMs: number
}

/** All that decides what is in force. */
export interface ModeSettings {
  readonly choice: Choice | null
  /** null: no zone was ever named. */
  readonly schedule: Schedule | null
  readonly snooze: Snooze | null
  /** Where they differ from the modes' own. */
  readonly rules: readonly CameraRule[]
}

/** Before anybody changes anything: Armed, which is what Nightjar does without modes (MODE-01). */
export const firstSettings: ModeSettings = { choice: null, schedule: null, snooze: null, rules: [] }

/** Which mode holds, and why. */
export type InForce =
  | ({ readonly why: 'hand'; readonly mode: Mode; readonly by: string; readonly sinceMs: number } & Ending)
  | ({ readonly why: 'schedule'; readonly mode: Mode; readonly sinceMs: number | null } & Ending)
  | { readonly why: 'default'; readonly mode: 'armed'; readonly sinceMs: null; readonly untilMs: null }

interface Ending {
  /** When the schedule changes it next; null: it does not. */
  readonly untilMs: number | null
}

/** A switch of the schedule at a moment. */
export interface ScheduledSwitch {
  readonly atMs: number
  readonly mode: Mode
}

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000
/** A row comes again after seven days; one more, as days begin where they like in UTC. */
const DAYS_TO_LOOK = 8
/** More switches than a week can have to the same mode: it never changes. */
const LONGEST_RUN = 400

/** Minutes after midnight of `HH:MM`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** 1 is Monday, of a day in milliseconds as if its midnight were UTC's. The epoch was a Thursday. */
function weekdayOf(dayMs: number): number {
  return ((Math.floor(dayMs / DAY_MS) + 3) % 7) + 1
}

/** In their order; of two that fall on the same moment, since the clocks leap, the later row is last and holds. */
function switchesOfDay({ timeZone, switches }: Schedule, dayMs: number): readonly ScheduledSwitch[] {
  return switches
    .filter(({ days }) => days.includes(weekdayOf(dayMs)))
    .sort((one, other) => minuteOf(one.time) - minuteOf(other.time))
    .map(({ time, mode }) => ({ atMs: momentOf(timeZone, dayMs + minuteOf(time) * MINUTE_MS), mode }))
}

function dayOf(schedule: Schedule, atMs: number): number {
  return Math.floor(wallTimeMs(schedule.timeZone, atMs) / DAY_MS) * DAY_MS
}

/** The latest switch up to a moment; null: the schedule has none. */
export function lastSwitch(schedule: Schedule, untilMs: number): ScheduledSwitch | null {
  const today = dayOf(schedule, untilMs)
  for (let back = 0; back <= DAYS_TO_LOOK; back++) {
    const passed = switchesOfDay(schedule, today - back * DAY_MS).filter(({ atMs }) => atMs <= untilMs)
    const last = passed.at(-1)
    if (last !== undefined) return last
  }
  return null
}

/** The first switch after a moment; null: the schedule has none. */
export function nextSwitch(schedule: Schedule, afterMs: number): ScheduledSwitch | null {
  const today = dayOf(schedule, afterMs)
  for (let ahead = 0; ahead <= DAYS_TO_LOOK; ahead++) {
    const coming = switchesOfDay(schedule, today + ahead * DAY_MS).filter(({ atMs }) => atMs > afterMs)
    const first = coming[0]
    // Of several at one moment the last holds.
    if (first !== undefined) return coming.filter(({ atMs }) => atMs === first.atMs).at(-1) ?? first
  }
  return null
}

/** When what somebody chose ends; null: not by itself. A schedule that is changed meanwhile counts as it is now. */
function endOfChoice({ choice, schedule }: ModeSettings): number | null {
  if (choice === null || choice.lasts === 'for-good' || schedule === null) return null
  return nextSwitch(schedule, choice.atMs)?.atMs ?? null
}

/** What holds at a moment: what was chosen by hand, else the schedule, else Armed (MODE-03). */
export function inForceAt(settings: ModeSettings, atMs: number): InForce {
  const { choice, schedule } = settings
  const endMs = endOfChoice(settings)
  if (choice !== null && (endMs === null || atMs < endMs)) {
    return { why: 'hand', mode: choice.mode, by: choice.by, sinceMs: choice.atMs, untilMs: endMs }
  }
  const last = schedule === null ? null : lastSwitch(schedule, atMs)
  if (schedule === null || last === null) return { why: 'default', mode: 'armed', sinceMs: null, untilMs: null }
  const beganMs = beginningOfRun(schedule, last)
  const sinceMs = beganMs === null ? endMs : Math.max(beganMs, endMs ?? beganMs)
  return { why: 'schedule', mode: last.mode, sinceMs, untilMs: endOfRun(schedule, last.mode, atMs) }
}

/** Rows that switch to what holds already change nothing. null: it has always been so. */
function beginningOfRun(schedule: Schedule, last: ScheduledSwitch): number | null {
  let began = last
  for (let count = 0; count < LONGEST_RUN; count++) {
    const before = lastSwitch(schedule, began.atMs - 1)
    if (before === null || before.mode !== began.mode) return began.atMs
    began = before
    if (last.atMs - began.atMs > DAYS_TO_LOOK * DAY_MS) return null
  }
  return null
}

function endOfRun(schedule: Schedule, mode: Mode, atMs: number): number | null {
  let end = nextSwitch(schedule, atMs)
  for (let count = 0; end !== null && end.mode === mode; count++) {
    if (count >= LONGEST_RUN || end.atMs - atMs > DAYS_TO_LOOK * DAY_MS) return null
    end = nextSwitch(schedule, end.atMs)
  }
  return end?.atMs ?? null
}

export function isSnoozedAt({ snooze }: ModeSettings, atMs: number): boolean {
  return snooze !== null && snooze.fromMs <= atMs && atMs < snooze.untilMs
}

const HOUR_MS = 3_600_000
/** `tomorrow` ends then, in the workspace's zone. */
const MORNING_HOUR = 7

/** When a snooze that begins now ends (MODE-07). */
export function endOfSnooze(length: SnoozeLength, timeZone: string, nowMs: number): number {
  if (length === '1h') return nowMs + HOUR_MS
  if (length === '8h') return nowMs + 8 * HOUR_MS
  const today = Math.floor(wallTimeMs(timeZone, nowMs) / DAY_MS) * DAY_MS
  return momentOf(timeZone, today + DAY_MS + MORNING_HOUR * HOUR_MS)
}
