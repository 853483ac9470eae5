import { DateTime } from 'luxon'
import { HOUR_MS } from '../../../src/lib/durations'
import { outsideOf } from '../sight/ranges'
import { rangeOf, takeWindow, windowIn } from '../times/clock-window'
import { partOf, readPart } from '../times/clock-words'
import { type AskedPeriod, lengthOf, periodOf, type Range } from '../times/period'
import { readPeriod } from '../times/read-period'
import { daysSpan } from '../times/span'
import { asksForOne } from './ask'
import type { AskedTimes } from './asked-times'
import { stepIn, thenIn } from './leaning-words'
import type { QuestionParts, Reading } from './question-parts'
import { asksLength } from './topic'

/** A night on which the clocks change has an hour more than 12. */
const PART_OF_DAY_MS = 14 * HOUR_MS

/** Its own times, or those of the question before it, which its own may lie in or beside. */
export function timesAfter(parts: QuestionParts, previous: QuestionParts, reading: Reading): AskedTimes {
  const { times, spelt } = parts
  const [before] = previous.times.periods
  const isCompared = parts.ask === 'compare'
  const stepped = before === undefined ? null : steppedFrom(spelt, before, isCompared, reading)
  if (before !== undefined && stepped !== null) {
    const periods = isCompared ? [before, ...stepped.periods] : stepped.periods
    // Unread by itself, the step is read here.
    const own = times.unread === stepIn(spelt)?.said ? null : times.unread
    return { ...stepped, periods, unread: own ?? stepped.unread }
  }
  const isWithin = times.periods.length === 0 || times.isOfAnyDay
  return {
    ...times,
    periods: isCompared ? comparedWith(parts, previous) : periodsAfter(parts, previous, reading),
    among: isWithin && !isCompared ? amongOf(previous, reading) : null,
    unread: times.unread ?? (times.periods.length === 0 ? previous.times.unread : null),
  }
}

/** In which a clock time of the next question lies: after "last night" and "at 8" it is that night, not that hour. null: none was named. */
function amongOf({ times, spelt }: QuestionParts, { nowMs, zone }: Reading): AskedPeriod | null {
  const { among } = times
  const [before, other] = times.periods
  if (among !== null || before === undefined || other !== undefined) return among ?? before ?? null
  const { window, rest } = takeWindow(spelt)
  const whole = window === null ? null : readPeriod(rest, nowMs, zone)
  const isNamed = whole !== null && !whole.isOfAnyDay
  return isNamed && lengthOf(outsideOf(before.ranges, whole.period.ranges)) === 0 ? whole.period : before
}

function periodsAfter(parts: QuestionParts, previous: QuestionParts, reading: Reading): readonly AskedPeriod[] {
  const { spelt, words } = parts
  const { periods, isOfAnyDay } = parts.times
  const [before] = previous.times.periods
  if (before === undefined) return periods
  // Of the last one it is the moment, and not the time that this was looked for in.
  if (thenIn(words) !== null && isEnd(previous.ask)) return periods
  if (periods.length === 0) return previous.times.periods
  if (!isOfAnyDay) return periods
  const among = amongOf(previous, reading) ?? before
  const within = clockWithin(spelt, among, reading) ?? readPeriod(spelt, reading.nowMs, reading.zone, among)?.period
  return within === undefined ? periods : [within]
}

/** "and at 8" after last night is in that night. null: it does not lie in a night, or a part of a day, that was asked of. */
function clockWithin(spelt: string, { ranges, label }: AskedPeriod, { nowMs, zone }: Reading): AskedPeriod | null {
  const [asked] = ranges
  const { window } = takeWindow(spelt)
  const isPart = asked !== undefined && ranges.length === 1 && asked.untilMs - asked.fromMs < PART_OF_DAY_MS
  if (!isPart || window === null || readPart(spelt) !== null) return null
  const [from, to] = [asked.fromMs, asked.untilMs].map((ms) => DateTime.fromMillis(ms, { zone }))
  // Of a day that is begun the reader of days knows which half of it is meant.
  if (from === undefined || to === undefined || from.equals(from.startOf('day'))) return null
  const range = windowIn({ kind: 'night', from, to, label }, window, DateTime.fromMillis(nowMs, { zone }))
  const isWithin = range.fromMs < range.untilMs && asked.fromMs <= range.fromMs && range.untilMs <= asked.untilMs
  return isWithin ? periodOf([range], `${label}, at that time`, nowMs) : null
}

/** "more than yesterday?" compares what was asked before, which without a time is today. */
function comparedWith({ times: { periods } }: QuestionParts, previous: QuestionParts): readonly AskedPeriod[] {
  const before = previous.times.periods
  if (periods.length !== 1) return periods.length > 1 ? periods : before
  return [...before.slice(0, 1), ...periods]
}

/** How far a word for a stretch goes. */
const steps = {
  hour: { hours: 1 },
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  year: { years: 1 },
} as const

/** "and the day before?": one step away; a clock time beside it is of that. null: nothing of the kind. */
function steppedFrom(spelt: string, before: AskedPeriod, isCompared: boolean, reading: Reading): AskedTimes | null {
  const step = stepIn(spelt)
  if (step === null || before.isAll) return null
  const { said, unit, way } = step
  // Of what is to come nothing is kept, also not where it would be.
  if (before.ranges.length === 0) return unreadStep(said)
  const { nowMs, zone } = reading
  const rest = spelt.replace(said, ' ')
  const beside = readPeriod(rest, nowMs, zone)
  if (beside !== null && !beside.isOfAnyDay) return null
  const stepped = isStretch(unit)
    ? stretchBeside(before, unit, way, reading)
    : partsBeside(before.ranges, unit, way, zone)
  // A day is compared with no week.
  if (stepped === null || (isCompared && stepped.isLonger)) return unreadStep(said)
  const period = periodOf(stepped.ranges, stepped.label ?? `the ${unit} ${way}`, nowMs)
  if (beside === null) return steppedTo(period, null)
  const within = clockWithin(rest, period, reading) ?? readPeriod(rest, nowMs, zone, period)?.period
  const isWithin = within !== undefined && lengthOf(outsideOf(within.ranges, period.ranges)) === 0
  return isWithin ? steppedTo(within, period) : unreadStep(said)
}

function steppedTo(period: AskedPeriod, among: AskedPeriod | null): AskedTimes {
  return { periods: [period], isOfAnyDay: false, among, unread: null }
}

function unreadStep(said: string): AskedTimes {
  return { periods: [], isOfAnyDay: false, among: null, unread: said }
}

function isStretch(unit: string): unit is keyof typeof steps {
  return unit in steps
}

/** Times beside those that were asked of. */
interface Beside {
  readonly ranges: readonly Range[]
  /** Left out: as it is said. */
  readonly label?: string
  readonly isLonger?: boolean
}

/** As long, or all of the week or month beside a day. null: it was asked of more than one such stretch, so that nobody knows which one is meant. */
function stretchBeside(
  before: AskedPeriod,
  unit: keyof typeof steps,
  way: string,
  { nowMs, zone }: Reading,
): Beside | null {
  const { ranges, label } = before
  const timeOf = (ms: number) => DateTime.fromMillis(ms, { zone })
  const [firstMs, lastMs] = [ranges[0]?.fromMs ?? 0, ranges.at(-1)?.untilMs ?? 0]
  if (lastMs - 1 > +timeOf(firstMs).plus(steps[unit])) return null
  const shift = (ms: number) => {
    const time = timeOf(ms)
    const moved = way === 'before' ? time.minus(steps[unit]) : time.plus(steps[unit])
    // A day that begins at 01:00, as its midnight is leapt over, is beside days that begin at 00:00.
    return (time.equals(time.startOf('day')) ? moved.startOf('day') : moved).toMillis()
  }
  // What runs until now was cut there: today, or this morning, was whole the day before. The last 24 hours were as long.
  const endOf = ({ fromMs, untilMs }: Range) => {
    if (untilMs <= nowMs) return untilMs
    const begun = timeOf(nowMs).startOf(unit)
    if (fromMs === +begun) return +begun.plus(steps[unit])
    const part = readPart(label)
    const span = part === null ? null : partOf(timeOf(fromMs).startOf('day'), part)
    return +(span?.from ?? 0) === fromMs ? +(span?.to ?? untilMs) : nowMs
  }
  const [only, other] = ranges
  const isShorter = only !== undefined && other === undefined && endOf(only) < +timeOf(only.fromMs).plus(steps[unit])
  // "This morning, and the day before" and "on 5 March, and the year before" are of the same time of it.
  if (isShorter && unit !== 'day' && unit !== 'year') {
    const [fromMs, untilMs] = way === 'before' ? [shift(only.fromMs), only.fromMs] : [endOf(only), shift(endOf(only))]
    return { ranges: [{ fromMs, untilMs }], isLonger: true }
  }
  const moved = ranges.map((range) => ({ fromMs: shift(range.fromMs), untilMs: shift(endOf(range)) }))
  return { ranges: moved, ...(isShorter && unit === 'year' && { label: `a year ${way}` }) }
}

/** The night beside a night. null: no night was asked of, so that nobody knows which one is meant. */
function partsBeside(ranges: readonly Range[], unit: string, way: string, zone: string): Beside | null {
  const part = readPart(unit)
  const spanOf = (day: DateTime) => (part === null || unit === 'weekend' ? daysSpan(day, 2, '') : partOf(day, part))
  const step = { days: (unit === 'weekend' ? 7 : 1) * (way === 'before' ? -1 : 1) }
  const beside: Range[] = []
  for (const { fromMs, untilMs } of ranges) {
    const from = DateTime.fromMillis(fromMs, { zone })
    const asked = spanOf(from.startOf('day'))
    const isIt = +asked.from === fromMs && untilMs <= +asked.to && (unit !== 'weekend' || from.weekday === 6)
    if (!isIt) return null
    const next = spanOf(from.startOf('day').plus(step))
    beside.push(rangeOf(next.from, next.to))
  }
  return { ranges: beside }
}

const BEGINNING = '^(?:and |what about |how about |so |ok |when was )*(?:the one |the time |the last one )?'
/** What asks for the one beside: before the last, after the first. */
const oneMore = {
  last: new RegExp(`${BEGINNING}before(?: that| it)?$|\\bthe previous one$`),
  first: new RegExp(`${BEGINNING}after(?: that| it)?$|\\bthe next one$`),
} as const

/** How many of the newest or oldest to pass over: "and before that?" asks for the one beside. */
export function passedOver({ words }: QuestionParts, { ask, passed, count }: QuestionParts): number {
  const end = ask === 'now' ? 'last' : ask
  return isEnd(end) && oneMore[end].test(words) ? passed + (count ?? 1) : 0
}

const ASKED = '(?:at )?(?:when|where|who|what time)'
const ofIt = new RegExp(
  `^(?:(?:and|so|but|ok) )*(?:${ASKED}|(?:${ASKED} )?(?:was|were|is) (?:it|that|this|he|she|they)\\b(?!.*\\bthere\\b).*)$`,
)
/** All of them, or others, where one was asked for. */
const isOfMore = /\b(?:them|those|these|they|all|more|else|other|another|clips|videos|recordings|events|alerts)\b/

/** "play it", "was it a person": after the last one, or the longest, it is that one. */
export function meansTheOne(parts: QuestionParts, { ask, count, topic }: QuestionParts): boolean {
  const { said, words, kinds, cameras, times } = parts
  if (!asksForOne(ask) || times.unread !== null || (topic !== 'events' && topic !== 'recordings')) return false
  if (ofIt.test(said)) return true
  const isNamed = cameras.length > 0 || times.periods.length > 0 || kinds.types !== null || kinds.labels !== null
  const isToSee =
    parts.ask === 'list' ||
    (parts.ask === 'any' && parts.topic === 'recordings') ||
    (asksLength(words) && !asksForOne(parts.ask))
  return isToSee && !isNamed && !(isOfMore.test(words) && (count ?? 1) === 1)
}

function isEnd(ask: QuestionParts['ask']): ask is keyof typeof oneMore {
  return ask === 'last' || ask === 'first'
}
