import { DAY_MS } from '../durations'
import { wallTimeMs } from '../zone-time'
import { modeTitles } from './mode'
import type { InForce } from './mode-schedule'

const days = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const

/** `22:00` of a zone; with the day of the week where that is another than now's, with the date where it is a week away. */
export function wallClock(timeZone: string, atMs: number, nowMs: number): string {
  const [wall, now] = [wallTimeMs(timeZone, atMs), wallTimeMs(timeZone, nowMs)]
  const iso = new Date(wall).toISOString()
  const time = iso.slice(11, 16)
  const [day, today] = [Math.floor(wall / DAY_MS), Math.floor(now / DAY_MS)]
  if (day === today) return time
  return Math.abs(day - today) < 7 ? `${days[day % 7]} ${time}` : `${iso.slice(0, 10)} ${time}`
}

/** Why a mode holds, and until when, without its name: 'by the schedule since 22:00, until 06:30' (MODE-04). */
function reasonWords(inForce: InForce, timeZone: string, nowMs: number): string {
  const clock = (atMs: number) => wallClock(timeZone, atMs, nowMs)
  const until = inForce.untilMs === null ? '' : `, until ${clock(inForce.untilMs)}`
  switch (inForce.why) {
    case 'hand':
      return `chosen by ${inForce.by || 'hand'} at ${clock(inForce.sinceMs)}${until || ', until somebody changes it'}`
    case 'schedule':
      return `by the schedule${inForce.sinceMs === null ? '' : ` since ${clock(inForce.sinceMs)}`}${until}`
    case 'default':
      return 'as nobody has chosen another mode'
  }
}

/** 'Night by the schedule since 22:00, until 06:30'. */
export function inForceWords(inForce: InForce, timeZone: string, nowMs: number): string {
  const reason = reasonWords(inForce, timeZone, nowMs)
  return `${modeTitles[inForce.mode]}${inForce.why === 'schedule' ? ' ' : ', '}${reason}`
}
