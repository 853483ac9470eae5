/** A moment to the second, with its zone, in the reader's own language; in milliseconds since the epoch. */
export function formatExactTime(atMs: number): string {
  // Made anew: an old one keeps the zone in which it was made.
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'long' }).format(atMs)
}
