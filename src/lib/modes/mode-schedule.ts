import { DAY_MS, HOUR_MS } from '../durations'
import { momentOf, wallTimeMs } from '../zone-time'
import type { CameraRule, Mode, SnoozeLength } from './mode'
import { DAYS_TO_LOOK, type Schedule, type ScheduledSwitch, type SwitchTimes, switchTimesOf } from './switch-times'

/** What somebody chose by hand. */
export interface Choice {
  readonly mode: Mode
  readonly lasts: 'next-switch' | 'for-good'
  readonly atMs: number
  /** Who chose it; '' where that is not told. */
  readonly by: string
  /** It ends at the first switch after this; left out: after it was chosen. Another schedule may have come since. */
  readonly endsAfterMs?: number | undefined
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

/** More switches than a week can have to the same mode: it never changes. */
const LONGEST_RUN = 400

/** When what somebody chose ends; null: not by itself. A schedule that is changed meanwhile counts from then on. */
export function endOfChoice({ choice, schedule }: Pick<ModeSettings, 'choice' | 'schedule'>): number | null {
  if (choice === null || choice.lasts === 'for-good' || schedule === null) return null
  return switchTimesOf(schedule).firstAfter(choice.endsAfterMs ?? choice.atMs)?.atMs ?? null
}

/** Whether what somebody chose is over; where nobody chose anything it is not. */
export function hasChoiceEnded(settings: Pick<ModeSettings, 'choice' | 'schedule'>, atMs: number): boolean {
  const endMs = endOfChoice(settings)
  return endMs !== null && endMs <= atMs
}

/** What holds at a moment: what was chosen by hand, else the schedule, else Armed (MODE-03). */
export function inForceAt(settings: ModeSettings, atMs: number): InForce {
  const { choice, schedule } = settings
  const endMs = endOfChoice(settings)
  if (choice !== null && (endMs === null || atMs < endMs)) {
    return { why: 'hand', mode: choice.mode, by: choice.by, sinceMs: choice.atMs, untilMs: endMs }
  }
  const times = schedule && switchTimesOf(schedule)
  const last = times?.lastUpTo(atMs) ?? null
  if (times === null || last === null) return { why: 'default', mode: 'armed', sinceMs: null, untilMs: null }
  const beganMs = beginningOfRun(times, last)
  const sinceMs = beganMs === null ? endMs : Math.max(beganMs, endMs ?? beganMs)
  return { why: 'schedule', mode: last.mode, sinceMs, untilMs: endOfRun(times, last.mode, atMs) }
}

/** Rows that switch to what holds already change nothing. null: it has always been so. */
function beginningOfRun(times: SwitchTimes, last: ScheduledSwitch): number | null {
  let began = last
  for (let count = 0; count < LONGEST_RUN; count++) {
    const before = times.before(began)
    if (before === null || before.mode !== began.mode) return began.atMs
    began = before
    if (last.atMs - began.atMs > DAYS_TO_LOOK * DAY_MS) return null
  }
  return null
}

function endOfRun(times: SwitchTimes, mode: Mode, atMs: number): number | null {
  let end = times.firstAfter(atMs)
  for (let count = 0; end !== null && end.mode === mode; count++) {
    if (count >= LONGEST_RUN || end.atMs - atMs > DAYS_TO_LOOK * DAY_MS) return null
    end = times.after(end)
  }
  return end?.atMs ?? null
}

export function isSnoozedAt({ snooze }: ModeSettings, atMs: number): boolean {
  return snooze !== null && snooze.fromMs <= atMs && atMs < snooze.untilMs
}

/** `tomorrow` ends then, in the workspace's zone. */
const MORNING_HOUR = 7

/** When a snooze that begins now ends (MODE-07). */
export function endOfSnooze(length: SnoozeLength, timeZone: string, nowMs: number): number {
  if (length === '1h') return nowMs + HOUR_MS
  if (length === '8h') return nowMs + 8 * HOUR_MS
  const today = Math.floor(wallTimeMs(timeZone, nowMs) / DAY_MS) * DAY_MS
  return momentOf(timeZone, today + DAY_MS + MORNING_HOUR * HOUR_MS)
}
