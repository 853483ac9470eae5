const longDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** The date of a moment in the reader's own zone and language, as 'April 1, 2026'; the text itself where it is no time. */
export function formatLongDate(iso: string): string {
  const atMs = Date.parse(iso)
  return Number.isNaN(atMs) ? iso : longDate.format(atMs)
}
