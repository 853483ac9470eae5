import { DateTime } from 'luxon'
import { type ClockWindow, rangeOf, takeWindow, windowIn, without } from './clock-window'
import { CLOCK, type DayPart, PART, partOf, readPart } from './clock-words'
import { readLastCounted } from './counted-days'
import { DAY, readDay } from './day-words'
import { readLength } from './length-words'
import { type AskedPeriod, apartOf, PRESENT, periodOf, type Range } from './period'
import { readPoints } from './point-words'
import { dayAfter, daysSpan, nightOf, type Span } from './span'
import { inFigures } from './spoken-times'

export interface ReadPeriod {
  readonly period: AskedPeriod
  /** The question without the words for the time: "last night" holds no "last event". */
  readonly rest: string
  /** A part of a day or a clock time was said, and no day. */
  readonly isOfAnyDay: boolean
}

/**
 * Finds the time in a question in small letters, as it is meant in the zone; null: the question names none. A part of a day or
 * a clock time without a day is of `among`, else of today or yesterday.
 */
export function readPeriod(
  said: string,
  nowMs: number,
  zone: string,
  among: AskedPeriod | null = null,
): ReadPeriod | null {
  const now = DateTime.fromMillis(nowMs, { zone })
  const question = inFigures(said)
  // "and now how many people yesterday": where another time is said, now is none.
  const text = question.replace(/^((?:(?:ok|okay|and|so|then|but|right) )*)now\b/, '$1')
  return (
    readLengths(text, now) ??
    readCounted(text, now) ??
    readPointPeriod(text, now) ??
    readDays(text, now, among === null ? null : daysOf(among, now)) ??
    readNow(question, now)
  )
}

/** The days that a period holds, where it is one stretch that begins with a day. */
function daysOf({ ranges, label, isAll }: AskedPeriod, now: DateTime): Span | null {
  const [only] = ranges
  if (only === undefined || ranges.length > 1 || isAll || only.fromMs <= 0) return null
  const from = DateTime.fromMillis(only.fromMs, { zone: now.zone })
  const to = dayAfter(DateTime.fromMillis(only.untilMs - 1, { zone: now.zone }))
  return from.equals(from.startOf('day')) ? { kind: 'days', from, to, label } : null
}

const NOW = /\b(?:right now|just now|at the moment|currently|at present|now|this minute)\b/
const NOW_MINUTES = 10

function readNow(question: string, now: DateTime): ReadPeriod | null {
  if (!NOW.test(question) || /\b(?:until|till|to|up to) (?:right |just )?now\b/.test(question)) return null
  const from = now.minus({ minutes: NOW_MINUTES })
  return {
    period: periodOf([rangeOf(from, now)], PRESENT, now.toMillis()),
    rest: question.replace(NOW, ' '),
    isOfAnyDay: false,
  }
}

function readLengths(question: string, now: DateTime): ReadPeriod | null {
  const read = readLength(question, now)
  return read === null ? null : readStretch(read.span, without(question, read.match), now)
}

function readCounted(question: string, now: DateTime): ReadPeriod | null {
  const read = readLastCounted(question, now)
  if (read === null) return null
  const { part, window, rest } = takeNarrower(without(question, read.match), read.spans[0] ?? null)
  const ranges = read.spans.map((span) => narrowed(span, part, window, now))
  const period = periodOf(ranges, labelOf(read.label, part, window), now.toMillis())
  return { period, rest, isOfAnyDay: false }
}

function readPointPeriod(question: string, now: DateTime): ReadPeriod | null {
  const read = readPoints(question, now)
  if (read === null) return null
  const rest = without(question, read.match)
  const after = question.slice(read.match.index + read.match[0].length)
  // What ends it is left over: it is of none of its days, but of whichever the words do not say.
  if (+read.to === +now && END.test(after)) return { period: stretchPeriod(read, now), rest, isOfAnyDay: false }
  return readStretch(read, rest, now)
}

/** "since noon yesterday until 5". */
const END = new RegExp(
  `^ (?:(?:(?:and|but) )?(?:until|till|up to|by)|(?:and|but) (?:before|earlier than)) ${CLOCK}(?![\\w:])`,
)

type Stretch = Pick<Span, 'from' | 'to' | 'label'>

/** A stretch, or of each of its days the part that is said beside it: "at night since Monday". */
function readStretch(stretch: Stretch, said: string, now: DateTime): ReadPeriod {
  const { part, window, isThis, isOneNight, rest } = takeNarrower(said, null)
  const isSince = window?.kind === 'bound' && window.bound === 'since'
  // "before yesterday 8 pm": a clock time beside it is no time of each of its days.
  const isEndless = window !== null && +stretch.from <= 0
  const isWhole = (part === null && window === null) || isThis || isSince || isEndless
  // "the night from 8 to 9 March" begins on the first of its two days alone.
  const isOfFirst = isOneNight && +stretch.to === +dayAfter(stretch.from, 2)
  const days = isWhole ? [] : wholeDaysOf(stretch).slice(0, isOfFirst ? 1 : undefined)
  const ranges = days.map((day) => within(stretch, narrowed(day, part, window, now)))
  const { ranges: apart, ...period } = periodOf(ranges, labelOf(stretch.label, part, window), now.toMillis())
  if (apart.length > 0) return { period: { ...period, ranges: apartOf(apart) }, rest, isOfAnyDay: false }
  return { period: stretchPeriod(stretch, now), rest: said, isOfAnyDay: false }
}

function stretchPeriod({ from, to, label }: Stretch, now: DateTime): AskedPeriod {
  return periodOf([rangeOf(from, to)], label, now.toMillis())
}

/** With the day before one that is begun: its night may reach into the stretch. */
function wholeDaysOf({ from, to, label }: Stretch): Span[] {
  const [first, last] = [from.startOf('day'), to.startOf('day')]
  const start = +first === +from ? from : first.minus({ days: 1 })
  return daysIn({ kind: 'days', from: start, to: +last === +to ? to : last.plus({ days: 1 }), label }, true)
}

/** A night belongs to the day on which it begins: whole days end it no earlier. */
function within({ from, to }: Stretch, { fromMs, untilMs }: Range): Range {
  return {
    fromMs: Math.max(fromMs, +from),
    untilMs: +to === +to.startOf('day') ? untilMs : Math.min(untilMs, +to),
  }
}

const WITH_DAY = new RegExp(`\\b(?:(?:on|in|during|for|from|over|of) )?(${DAY})\\b`)

/** Days, a part of them, and clock times, in any order. */
function readDays(question: string, now: DateTime, among: Span | null): ReadPeriod | null {
  const dayMatch = WITH_DAY.exec(question)
  const span = dayMatch === null ? null : readDay(dayMatch[1] ?? '', now)
  const afterDay = span === null || dayMatch === null ? question : without(question, dayMatch)
  const { part, window, isThis, rest } = takeNarrower(afterDay, span)
  if (span === null && part === null && window === null) return null
  const days = span ?? among ?? dayFor(part, window, isThis, now)
  const ranges = daysIn(days, part !== null || window !== null).map((day) => narrowed(day, part, window, now))
  const isNamed = span !== null || isThis || among !== null
  const period = periodOf(ranges, labelOf(isNamed || part !== null ? days.label : '', part, window), now.toMillis())
  return { period, rest, isOfAnyDay: !isNamed }
}

/** The part of a day, and then the clock times, that are said beside a span. */
function takeNarrower(text: string, span: Span | null) {
  const { rest: afterPart, ...taken } = takePart(text, span)
  return { ...taken, ...takeWindow(afterPart) }
}

const WITH_PART = new RegExp(`\\b(?:(this) )?(${PART})\\b`)

/** "this evening" beside a day is another time, and so is what does not lie in the night that is named. */
function takePart(text: string, span: Span | null) {
  const match = WITH_PART.exec(text)
  const part = match === null ? null : readPart(match[2] ?? '')
  const isThis = match?.[1] !== undefined
  const base = span === null || part === null ? null : baseOf(span, part)
  if (match === null || part === null || (span !== null && (isThis || base === null)))
    return { part: null, rest: text, isThis: false, isOneNight: false }
  // "last night at night" says the part twice.
  const isAll = span !== null && base !== null && +base.from === +span.from && +base.to === +span.to
  const isOneNight = /\bthe night$/.test(match[0])
  return { part: isAll ? null : part, rest: without(text, match), isThis, isOneNight }
}

/** Where no day is named: today, or yesterday where the time is still to come today; what is before midnight is of the latest evening that is begun. */
function dayFor(part: DayPart | null, window: ClockWindow | null, isThis: boolean, now: DateTime): Span {
  const today = daysSpan(now, 1, 'today')
  if (isThis) return today
  const { fromMs, untilMs } = narrowed(today, part, window, now)
  const isOfEvening = window !== null && untilMs === today.to.toMillis() && isBefore(window)
  const begunMs = isOfEvening ? nightOf(now, '').from.toMillis() : fromMs
  return begunMs <= now.toMillis() ? today : daysSpan(now.minus({ days: 1 }), 1, 'yesterday')
}

function isBefore(window: ClockWindow): boolean {
  return window.kind === 'bound' && window.bound === 'before'
}

/** Four years: each day is reckoned by itself, and looked for by itself. */
const MOST_DAYS = 1461

/** Each day of a span by itself where only a part of it is meant; the latest of them, which the answer says. */
function daysIn(span: Span, isPart: boolean): Span[] {
  if (!isPart || span.kind !== 'days') return [span]
  const first = DateTime.max(span.from, span.to.minus({ days: MOST_DAYS }))
  const days: Span[] = []
  for (let day: DateTime = first; day < span.to; day = dayAfter(day)) days.push(daysSpan(day, 1, span.label))
  return days
}

function narrowed(day: Span, part: DayPart | null, window: ClockWindow | null, now: DateTime): Range {
  const base = (part === null ? null : baseOf(day, part)) ?? day
  return window === null ? rangeOf(base.from, base.to) : windowIn(base, window, now)
}

/** A part of a day, or what it has of a night: "last night in the small hours". null: nothing. */
function baseOf(span: Span, part: DayPart): Span | null {
  if (span.kind === 'days') return partOf(span.from, part)
  return (
    [span.from, span.from.plus({ days: 1 })]
      .map((day) => partOf(day, part))
      .map(({ from, to }) => ({ ...span, from: DateTime.max(from, span.from), to: DateTime.min(to, span.to) }))
      .find(({ from, to }) => from < to) ?? null
  )
}

function labelOf(label: string, part: DayPart | null, window: ClockWindow | null): string {
  const named = part === null ? label : `${label} ${part.label}`
  return window === null || label === '' ? named || 'at that time' : `${named}, at that time`
}
