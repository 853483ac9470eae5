import { DateTime } from 'luxon'
import { outsideOf } from '../sight/ranges'
import { rangeOf } from '../times/clock-window'
import { partOf, readPart } from '../times/clock-words'
import { DAY } from '../times/day-words'
import { type AskedPeriod, lengthOf, periodOf, type Range } from '../times/period'
import { readPeriod } from '../times/read-period'
import { daysSpan } from '../times/span'
import { thenIn } from './leaning-words'
import type { QuestionParts, Reading } from './question-parts'

/** The times of a follow-up, and words for one that could not be read (null: none). */
type FollowedTime = Pick<QuestionParts, 'periods' | 'unreadTime'>

/** Its own times, or those of the question before it, which its own may lie in or beside. */
export function followedTime(parts: QuestionParts, previous: QuestionParts, reading: Reading): FollowedTime {
  const [before] = previous.periods
  const isCompared = parts.ask === 'compare'
  const stepped = before === undefined ? null : steppedFrom(parts.spelt, before, reading)
  if (before !== undefined && stepped !== null) {
    const periods = isCompared ? [before, ...stepped.periods] : stepped.periods
    return { periods, unreadTime: parts.unreadTime ?? stepped.unreadTime }
  }
  return {
    periods: isCompared ? comparedWith(parts, previous) : followedPeriods(parts, previous, reading),
    unreadTime: parts.unreadTime ?? (parts.periods.length === 0 ? previous.unreadTime : null),
  }
}

function followedPeriods(parts: QuestionParts, previous: QuestionParts, reading: Reading): readonly AskedPeriod[] {
  const [before] = previous.periods
  if (before === undefined) return parts.periods
  // Of the last one it is the moment, and not the time that this was looked for in.
  if (thenIn(parts.words) !== null && isOfEnd(previous)) return parts.periods
  if (parts.periods.length === 0) return previous.periods
  const within = parts.isOfAnyDay ? readPeriod(parts.spelt, reading.nowMs, reading.zone, before) : null
  return within === null ? parts.periods : [within.period]
}

/** "more than yesterday?" compares what was asked before, which without a time is today. */
function comparedWith(parts: QuestionParts, previous: QuestionParts): readonly AskedPeriod[] {
  if (parts.periods.length !== 1) return parts.periods.length > 1 ? parts.periods : previous.periods
  return [...previous.periods.slice(0, 1), ...parts.periods]
}

const UNIT = 'day|night|morning|afternoon|evening|week|weekend|month|year'
/** Not "the day before yesterday", nor "the morning before 8". */
const STEP = new RegExp(
  `\\bthe (?:same )?(${UNIT}) (before|after)(?: that| it)?(?= |$)(?! (?:last|the|i|we|noon|midday|midnight|\\d+|${DAY})\\b)`,
)
/** How far a word for a stretch goes. */
const steps = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, year: { years: 1 } } as const

/** "and the day before?": as long, and one step away; a clock time beside it is of that. null: nothing of the kind. */
function steppedFrom(spelt: string, before: AskedPeriod, reading: Reading): FollowedTime | null {
  const [said, unit = '', way = ''] = STEP.exec(spelt) ?? []
  if (said === undefined || before.isAll) return null
  const { nowMs, zone } = reading
  const rest = spelt.replace(said, ' ')
  const beside = readPeriod(rest, nowMs, zone)
  if (beside !== null && beside.isOfAnyDay !== true) return null
  const ranges = isStretch(unit)
    ? shifted(before.ranges, unit, way, reading)
    : partsBeside(before.ranges, unit, way, zone)
  if (ranges === null) return { periods: [], unreadTime: said }
  const period = periodOf(ranges, `the ${unit} ${way}`, nowMs)
  if (beside === null) return { periods: [period], unreadTime: null }
  const within = readPeriod(rest, nowMs, zone, period)?.period
  const isWithin = within !== undefined && lengthOf(outsideOf(within.ranges, period.ranges)) === 0
  return isWithin ? { periods: [within], unreadTime: null } : { periods: [], unreadTime: said }
}

function isStretch(unit: string): unit is keyof typeof steps {
  return unit in steps
}

function shifted(ranges: readonly Range[], unit: keyof typeof steps, way: string, { nowMs, zone }: Reading): Range[] {
  const shift = (ms: number) => {
    const time = DateTime.fromMillis(ms, { zone })
    const moved = way === 'before' ? time.minus(steps[unit]) : time.plus(steps[unit])
    // A day that begins at 01:00, as its midnight is leapt over, is beside days that begin at 00:00.
    return (time.equals(time.startOf('day')) ? moved.startOf('day') : moved).toMillis()
  }
  // What ran until now was cut there: the day before it was whole.
  const whole = (ms: number) =>
    ms > nowMs ? DateTime.fromMillis(nowMs, { zone }).startOf(unit).plus(steps[unit]).toMillis() : ms
  return ranges.map(({ fromMs, toMs }) => ({ fromMs: shift(fromMs), toMs: shift(whole(toMs)) }))
}

/** The night beside a night. null: no night was asked of, so that nobody knows which one is meant. */
function partsBeside(ranges: readonly Range[], unit: string, way: string, zone: string): Range[] | null {
  const part = readPart(unit)
  const spanOf = (day: DateTime) => (part === null || unit === 'weekend' ? daysSpan(day, 2, '') : partOf(day, part))
  const step = { days: (unit === 'weekend' ? 7 : 1) * (way === 'before' ? -1 : 1) }
  const beside: Range[] = []
  for (const { fromMs, toMs } of ranges) {
    const from = DateTime.fromMillis(fromMs, { zone })
    const asked = spanOf(from.startOf('day'))
    const isIt = +asked.from === fromMs && toMs <= +asked.to && (unit !== 'weekend' || from.weekday === 6)
    if (!isIt) return null
    const next = spanOf(from.startOf('day').plus(step))
    beside.push(rangeOf(next.from, next.to))
  }
  return beside
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
