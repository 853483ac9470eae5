import { DAY_MS } from './durations'

/** Some 30 kB each, by names that whoever asks may have made up. */
const KEPT_FORMATS = 64
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether this machine knows a zone of that name. */
export function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** A zone that this machine does not know reads as UTC. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: isKnownZone(zone) ? zone : 'UTC',
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  const [first] = formats.keys()
  if (formats.size > KEPT_FORMATS && first !== undefined) formats.delete(first)
  return format
}

/** What the clocks of a zone show at a moment, in milliseconds as if they were UTC; to the second. */
export function wallTimeMs(zone: string, atMs: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetMs(zone: string, atMs: number): number {
  return wallTimeMs(zone, atMs) - Math.floor(atMs / 1000) * 1000
}

/**
 * The moment at which the clocks of a zone show a time, given in milliseconds as if it were UTC. A time that they show twice
 * is the first of the two; one that they leap over is the moment of the leap.
 */
export function momentOf(zone: string, wallMs: number): number {
  const before = offsetMs(zone, wallMs - DAY_MS)
  const after = offsetMs(zone, wallMs + DAY_MS)
  const shown = [wallMs - before, wallMs - after].filter((atMs) => wallTimeMs(zone, atMs) === wallMs)
  return shown.length > 0 ? Math.min(...shown) : leapBetween(zone, wallMs - after, wallMs - before)
}

/** When the offset changes between two moments, to the second. */
export function leapBetween(zone: string, fromMs: number, toMs: number): number {
  const offset = offsetMs(zone, fromMs)
  let [lowSec, highSec] = [Math.floor(fromMs / 1000), Math.ceil(toMs / 1000)]
  while (highSec - lowSec > 1) {
    const middleSec = Math.floor((lowSec + highSec) / 2)
    if (offsetMs(zone, middleSec * 1000) === offset) lowSec = middleSec
    else highSec = middleSec
  }
  return highSec * 1000
}
