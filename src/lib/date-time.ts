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
