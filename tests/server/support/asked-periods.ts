import { DateTime } from 'luxon'
import { readPeriod } from '../../../server/assistant/times/read-period'

/** The times that words mean at a moment of the wall clock in a zone, as "03-10 18:00 to now". */
export function rangesIn(words: string, now: string, zone: string, format = 'MM-dd HH:mm'): string {
  const nowMs = DateTime.fromISO(now, { zone }).toMillis()
  const read = readPeriod(words, nowMs, zone)
  if (read === null) return 'none'
  const shown = (ms: number) => DateTime.fromMillis(ms, { zone }).toFormat(format)
  const ranges = read.period.ranges.map(({ fromMs, toMs }) => {
    const until = toMs === nowMs + 1 ? 'now' : shown(toMs)
    return fromMs <= 0 ? `up to ${until}` : `${shown(fromMs)} to ${until}`
  })
  return ranges.join(', ') || 'nothing yet'
}

/** The one stretch that words mean, and how long it is. */
export function clearOf(words: string, now: string, zone: string): { fromMs: number; hours: number } {
  const [range] = readPeriod(words, DateTime.fromISO(now, { zone }).toMillis(), zone)?.period.ranges ?? []
  if (range === undefined) throw new Error(`"${words}" is no time`)
  return { fromMs: range.fromMs, hours: Math.round((range.toMs - range.fromMs) / 3_600_000) }
}
