import { DateTime } from 'luxon'
import { type AskedPeriod, periodOf } from '../times/period'
import { readPeriod } from '../times/read-period'
import { thenIn } from './leaning-words'
import type { QuestionParts, Reading } from './question-parts'

/** The times of a follow-up: its own, or those of the question before it, which its own may lie in or beside. */
export function followedPeriods(
  parts: QuestionParts,
  previous: QuestionParts,
  reading: Reading,
): readonly AskedPeriod[] {
  const [before] = previous.periods
  if (parts.ask === 'compare') return comparedWith(parts, previous)
  if (before === undefined) return parts.periods
  // Of the last one it is the moment, and not the time that this was looked for in.
  if (thenIn(parts.words) !== null && isOfEnd(previous)) return parts.periods
  if (parts.periods.length === 0) return shiftedBy(parts.words, before, reading) ?? previous.periods
  const within = parts.isOfAnyDay ? readPeriod(parts.spelt, reading.nowMs, reading.zone, before) : null
  return within === null ? parts.periods : [within.period]
}

/** "more than yesterday?" compares what was asked before, which without a time is today. */
function comparedWith(parts: QuestionParts, previous: QuestionParts): readonly AskedPeriod[] {
  if (parts.periods.length !== 1) return parts.periods.length > 1 ? parts.periods : previous.periods
  return [...previous.periods.slice(0, 1), ...parts.periods]
}

const STEP = /\bthe (?:(?:same )?(day|night|morning|afternoon|evening|week|weekend|month|year)) (before|after)\b/
/** How far a word for a stretch goes. */
const steps = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, year: { years: 1 } } as const

/** "and the day before?": as long, and one step away. null: nothing of the kind. */
function shiftedBy(words: string, { ranges, isAll }: AskedPeriod, { nowMs, zone }: Reading): AskedPeriod[] | null {
  const [, unit = '', way = ''] = STEP.exec(words) ?? []
  if (unit === '' || isAll) return null
  const name = unit === 'weekend' ? 'week' : unit === 'week' || unit === 'month' || unit === 'year' ? unit : 'day'
  const shift = (ms: number) => {
    const time = DateTime.fromMillis(ms, { zone })
    const moved = way === 'before' ? time.minus(steps[name]) : time.plus(steps[name])
    // A day that begins at 01:00, as its midnight is leapt over, is beside days that begin at 00:00.
    return (time.equals(time.startOf('day')) ? moved.startOf('day') : moved).toMillis()
  }
  // What ran until now was cut there: the day before it was whole.
  const whole = (ms: number) =>
    ms > nowMs ? DateTime.fromMillis(nowMs, { zone }).startOf(name).plus(steps[name]).toMillis() : ms
  const moved = ranges.map(({ fromMs, toMs }) => ({ fromMs: shift(fromMs), toMs: shift(whole(toMs)) }))
  return [periodOf(moved, `the ${unit} ${way}`, nowMs)]
}

const ONE_MORE =
  /^(?:and |what about |how about |so |ok |when was )*(?:the one |the time |the last one )?before(?: that| it)?$|\bthe previous one$/

/** How many of the newest or oldest to pass over: "and before that?" asks for the one beside. */
export function passedOver(parts: QuestionParts, previous: QuestionParts): number {
  return isOfEnd(previous) && ONE_MORE.test(parts.words) ? previous.passed + (previous.count ?? 1) : 0
}

function isOfEnd({ ask }: QuestionParts): boolean {
  return ask === 'last' || ask === 'first'
}
