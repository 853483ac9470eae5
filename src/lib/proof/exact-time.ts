const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'long' })

/** A moment to the second, with its zone, in the reader's own language; in milliseconds since the epoch. */
export function formatExactTime(atMs: number): string {
  return exactTime.format(atMs)
}
