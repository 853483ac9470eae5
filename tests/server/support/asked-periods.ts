import { DateTime } from 'luxon'
import { readQuestion } from '../../../server/assistant/question/read-question'
import type { AskedPeriod } from '../../../server/assistant/times/period'
import { readPeriod } from '../../../server/assistant/times/read-period'

/** The times that words mean at a moment of the wall clock in a zone, as "03-10 18:00 to now". */
export function rangesIn(words: string, now: string, zone: string, format = 'MM-dd HH:mm'): string {
  const nowMs = DateTime.fromISO(now, { zone }).toMillis()
  const read = readPeriod(words, nowMs, zone)
  if (read === null) return 'none'
  const shown = (ms: number) => DateTime.fromMillis(ms, { zone }).toFormat(format)
  const ranges = read.period.ranges.map(({ fromMs, untilMs }) => {
    const until = untilMs === nowMs + 1 ? 'now' : shown(untilMs)
    return fromMs <= 0 ? `up to ${until}` : `${shown(fromMs)} to ${until}`
  })
  return ranges.join(', ') || 'nothing yet'
}

/** The one stretch that words mean, and how long it is. */
export function clearOf(words: string, now: string, zone: string): { fromMs: number; hours: number } {
  const [range] = readPeriod(words, DateTime.fromISO(now, { zone }).toMillis(), zone)?.period.ranges ?? []
  if (range === undefined) throw new Error(`"${words}" is no time`)
  return { fromMs: range.fromMs, hours: Math.round((range.untilMs - range.fromMs) / 3_600_000) }
}

/** Wednesday, 11 March 2026, 14:20. */
export const WEDNESDAY = '2026-03-11T14:20'

/**
 * The times that a whole question is about in UTC on that Wednesday, as "03-10 18:00 to now", those that it compares with "vs"
 * between them; "unread: …" where it names one that cannot be read.
 */
export function timesAsked(question: string, before: readonly string[] = [], format = 'MM-dd HH:mm'): string {
  const nowMs = Date.parse(`${WEDNESDAY}Z`)
  const intent = readQuestion(question, before, { cameras: [], nowMs, zone: 'UTC' })
  if (intent.kind === 'beyond')
    return intent.beyond.why === 'time' ? `unread: ${intent.beyond.word}` : intent.beyond.why
  if (!('filter' in intent)) return intent.kind
  const shown = (ms: number) =>
    ms <= 0 ? 'ever' : ms > nowMs ? 'now' : DateTime.fromMillis(ms, { zone: 'utc' }).toFormat(format)
  const words = ({ isAll, ranges }: AskedPeriod) =>
    isAll ? 'ever' : ranges.map(({ fromMs, untilMs }) => `${shown(fromMs)} to ${shown(untilMs)}`).join(', ')
  return [intent.filter.period, ...(intent.kind === 'compare-periods' ? [intent.other] : [])].map(words).join(' vs ')
}
