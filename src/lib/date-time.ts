const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment in the reader's own zone and language; the text itself where it is no time. */
export function formatDateTime(iso: string): string {
  const atMs = Date.parse(iso)
  return Number.isNaN(atMs) ? iso : dateTime.format(atMs)
}
