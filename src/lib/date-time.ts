const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment in the reader's own zone and language; the text itself where it is no time. */
export function formatDateTime(iso: string): string {
  const atMs = Date.parse(iso)
  return Number.isNaN(atMs) ? iso : dateTime.format(atMs)
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** The time of day of a moment in milliseconds since the epoch. */
export function formatTime(atMs: number): string {
  return time.format(atMs)
}

/** The time of day; with its date where that is not today's. Both in milliseconds since the epoch. */
export function formatMoment(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  return at.toDateString() === new Date(nowMs).toDateString() ? formatTime(atMs) : formatDateTime(at.toISOString())
}
