const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
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
