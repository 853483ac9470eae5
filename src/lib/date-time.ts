import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations'
import { ownFormat } from './own-format'
import { counted } from './words'

const dateTime = ownFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** A moment in the reader's own zone and language; the text itself where it is no time. */
export function formatDateTime(iso: string): string {
  const atMs = Date.parse(iso)
  return Number.isNaN(atMs) ? iso : dateTime().format(atMs)
}

const time = ownFormat({ timeStyle: 'short' })

/** The time of day of a moment in milliseconds since the epoch. */
export function formatTime(atMs: number): string {
  return time().format(atMs)
}

/** The time of day; with its date where that is not today's. Both in milliseconds since the epoch. */
export function formatMoment(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  return at.toDateString() === new Date(nowMs).toDateString() ? formatTime(atMs) : formatDateTime(at.toISOString())
}

const longDate = ownFormat({ dateStyle: 'long' })

/** The date of a moment in the reader's own zone and language, as 'April 1, 2026'; the text itself where it is no time. */
export function formatLongDate(iso: string): string {
  const atMs = Date.parse(iso)
  return Number.isNaN(atMs) ? iso : longDate().format(atMs)
}

function ago(count: number, unit: string): string {
  return `${counted(count, unit)} ago`
}

/**
 * 'just now' under 60 s, then minutes, hours, days (FMT-04 to FMT-07; X-11). Future times are 'just now'; '' of
 * a time that could not be read, which says nothing.
 */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const passed = nowMs - atMs
  if (Number.isNaN(passed)) return ''
  if (passed < MINUTE_MS) return 'just now'
  if (passed < HOUR_MS) return ago(Math.floor(passed / MINUTE_MS), 'minute')
  if (passed < DAY_MS) return ago(Math.floor(passed / HOUR_MS), 'hour')
  return ago(Math.floor(passed / DAY_MS), 'day')
}

/** As moments cross the network, and stand in files. */
export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString()
}

/** A place in a recording, or its length, as players write it: `0:05`, `1:00`. */
export function formatClipTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
