/** The zone of the bench's user. Its clocks went forward on 29 March 2026, inside the weeks that the workspace holds. */
export const ZONE = 'Europe/Berlin'

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The wall clock, as 2026-04-15 14:20:00. Not by the library that the assistant uses: the two must agree by themselves. */
function wallClock(ms: number): string {
  return parts.format(ms)
}

/** When the wall clock showed "2026-04-15 14:20". */
export function at(text: string): number {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}:00Z`)
  const offset = (ms: number) => Date.parse(`${wallClock(ms).replace(' ', 'T')}Z`) - ms
  const guess = asUtc - offset(asUtc)
  return asUtc - offset(guess)
}

/** A Wednesday. */
const NOW = '2026-04-15 14:20'
export const NOW_MS = at(NOW)

/** As answers write it. */
export function minuteOf(ms: number): string {
  return wallClock(ms).slice(0, 16)
}

export function hourOf(ms: number): number {
  return Number(wallClock(ms).slice(11, 13))
}

export function dayOf(ms: number): string {
  return wallClock(ms).slice(0, 10)
}
