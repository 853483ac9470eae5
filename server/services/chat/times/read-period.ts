import { DateTime } from 'luxon'
import { CLOCK, type Clock, type DayPart, PART, partOf, placeIn, readClock, readPart } from './clock-words'
import { DAY, readDay } from './day-words'
import { readLength } from './length-words'
import { type AskedPeriod, periodOf, type Range } from './period'
import { readPoints } from './point-words'
import { daysSpan, type Span } from './span'

export interface ReadPeriod {
  readonly period: AskedPeriod
  /** The question without the words for the time: "last night" holds no "last event". */
  readonly rest: string
}

/** Finds the time in a question in small letters, as it is meant in the zone. null: the question names none. */
export function readPeriod(question: string, nowMs: number, zone: string): ReadPeriod | null {
  const now = DateTime.fromMillis(nowMs, { zone })
  return (
    readNow(question, now) ?? readLengths(question, now) ?? readPointPeriod(question, now) ?? readDays(question, now)
  )
}

const NOW = /\b(?:right now|just now|at the moment|currently|at present|now|this minute)\b/
const NOW_MINUTES = 10

/** Recordings come some seconds late, so that "now" is the last minutes. */
function readNow(question: string, now: DateTime): ReadPeriod | null {
  if (!NOW.test(question) || /\b(?:until|till|to|up to) now\b/.test(question)) return null
  const from = now.minus({ minutes: NOW_MINUTES })
  return {
    period: periodOf([rangeOf(from, now)], `in the last ${NOW_MINUTES} minutes`, now.toMillis()),
    rest: question.replace(NOW, ' '),
  }
}

function readLengths(question: string, now: DateTime): ReadPeriod | null {
  const read = readLength(question, now)
  if (read === null) return null
  const { span, match } = read
  return { period: periodOf([rangeOf(span.from, span.to)], span.label, now.toMillis()), rest: without(question, match) }
}

function readPointPeriod(question: string, now: DateTime): ReadPeriod | null {
  const read = readPoints(question, now)
  if (read === null) return null
  const { from, to, label, match } = read
  return { period: periodOf([rangeOf(from, to)], label, now.toMillis()), rest: without(question, match) }
}

type Bound = 'at' | 'around' | 'after' | 'before'
type ClockWindow =
  | { readonly kind: 'between'; readonly from: Clock; readonly to: Clock }
  | { readonly kind: 'bound'; readonly bound: Bound; readonly clock: Clock }

/** Days, a part of them, and clock times, in any order. */
function readDays(question: string, now: DateTime): ReadPeriod | null {
  const dayMatch = new RegExp(`\\b(?:(?:on|in|during|for|from|over|of) )?(${DAY})\\b`).exec(question)
  const span = dayMatch === null ? null : readDay(dayMatch[1] ?? '', now)
  const afterDay = span === null || dayMatch === null ? question : without(question, dayMatch)
  const { part, rest: afterPart, isThis } = takePart(afterDay)
  const { window, rest } = takeWindow(afterPart)
  if (span === null && part === null && window === null) return null
  const days = span ?? dayFor(part, window, isThis, now)
  const ranges = daysIn(days, part !== null || window !== null).map((day) => narrowed(day, part, window))
  const label = labelOf(days, span !== null || isThis, part, window)
  return { period: periodOf(ranges, label, now.toMillis()), rest }
}

function takePart(text: string) {
  const match = new RegExp(`\\b(?:(this) )?(${PART})\\b`).exec(text)
  const part = match === null ? null : readPart(match[2] ?? '')
  if (match === null || part === null) return { part: null, rest: text, isThis: false }
  return { part, rest: without(text, match), isThis: match[1] !== undefined }
}

const bounds: readonly (readonly [Bound, string])[] = [
  ['after', 'after|since|from|later than|past'],
  ['before', 'before|until|till|by|up to|earlier than'],
  ['around', 'around|about|near|circa'],
  ['at', 'at'],
]

function takeWindow(text: string): { window: ClockWindow | null; rest: string } {
  const between = new RegExp(`\\b(?:between |from )?(${CLOCK}) ?(?:and|to|until|till|-|–) ?(${CLOCK})(?![\\w:])`).exec(
    text,
  )
  const [from, to] = [readClock(between?.[1] ?? ''), readClock(between?.[2] ?? '')]
  const isTime =
    between !== null && (/^(between|from)/.test(between[0]) || from?.isSure === true || to?.isSure === true)
  if (between !== null && from !== null && to !== null && isTime)
    return { window: { kind: 'between', ...sameHalf(from, to) }, rest: without(text, between) }
  for (const [bound, words] of bounds) {
    const match = new RegExp(`\\b(?:${words}) (?:about |around )?(${CLOCK})(?![\\w:])`).exec(text)
    const clock = readClock(match?.[1] ?? '')
    if (match === null || clock === null) continue
    // "since i left at 9am"
    const isSince = bound === 'at' && /\bsince\b/.test(text)
    return { window: { kind: 'bound', bound: isSince ? 'after' : bound, clock }, rest: without(text, match) }
  }
  return bareClock(text)
}

/** "what happened 3pm yesterday": only what can be nothing but a time. */
function bareClock(text: string): { window: ClockWindow | null; rest: string } {
  const match = new RegExp(`(?:^| )(?=noon|midday|midnight|\\d{1,2}:\\d{2}|\\d{1,2} ?[ap]m)(${CLOCK})(?![\\w:])`).exec(
    text,
  )
  const clock = readClock(match?.[1] ?? '')
  if (match === null || clock === null) return { window: null, rest: text }
  return { window: { kind: 'bound', bound: 'at', clock }, rest: without(text, match) }
}

/** "between 8 and 10 pm": both are in the evening, unless that would turn them round. */
function sameHalf(from: Clock, to: Clock): { from: Clock; to: Clock } {
  if (from.isSure || !to.isSure || to.hour < 12 || from.hour >= 12) return { from, to }
  const later = { ...from, hour: from.hour + 12, isSure: true }
  return later.hour < to.hour || (later.hour === to.hour && later.minute < to.minute)
    ? { from: later, to }
    : { from, to }
}

/** Where no day is named: today, or yesterday where the time is still to come today. */
function dayFor(part: DayPart | null, window: ClockWindow | null, isThis: boolean, now: DateTime): Span {
  const today = daysSpan(now, 1, 'today')
  if (isThis) return today
  const [first] = daysIn(today, true).map((day) => narrowed(day, part, window))
  const isPast = first !== undefined && first.fromMs <= now.toMillis() && !isBeforeOnly(window)
  if (isPast || isBeforeOnly(window)) return today
  return daysSpan(now.minus({ days: 1 }), 1, 'yesterday')
}

function isBeforeOnly(window: ClockWindow | null): boolean {
  return window?.kind === 'bound' && window.bound === 'before'
}

/** Each day of a span by itself where only a part of it is meant. */
function daysIn(span: Span, isPart: boolean): Span[] {
  if (!isPart || span.kind !== 'days') return [span]
  const days: Span[] = []
  for (let day = span.from; day < span.to; day = day.plus({ days: 1 })) days.push(daysSpan(day, 1, span.label))
  return days
}

function narrowed(day: Span, part: DayPart | null, window: ClockWindow | null): Range {
  const base = part === null || day.kind !== 'days' ? day : partOf(day.from, part)
  return window === null ? rangeOf(base.from, base.to) : windowIn(base, window)
}

function windowIn(base: Span, window: ClockWindow): Range {
  if (window.kind === 'between') {
    const from = placeIn(window.from, base)
    const to = placeIn(window.to, { from: from.plus({ minutes: 1 }), to: from.plus({ hours: 23 }) })
    return rangeOf(from, to)
  }
  const { bound, clock } = window
  const place = placeIn(clock, base)
  if (bound === 'after') return rangeOf(place, base.to)
  if (bound === 'before') return rangeOf(base.from, place)
  if (bound === 'around') return rangeOf(place.minus({ minutes: 30 }), place.plus({ minutes: 30 }))
  return clock.hasMinute
    ? rangeOf(place.minus({ minutes: 5 }), place.plus({ minutes: 5 }))
    : rangeOf(place, place.plus({ hours: 1 }))
}

function labelOf(days: Span, isNamed: boolean, part: DayPart | null, window: ClockWindow | null): string {
  const label = isNamed || part !== null ? days.label : ''
  const isNight = days.kind === 'night'
  const named = part === null || isNight ? label : `${label} ${part.label}`
  return window === null || label === '' ? named || 'at that time' : `${named}, at that time`
}

function rangeOf(from: DateTime, to: DateTime): Range {
  return { fromMs: from.toMillis(), toMs: to.toMillis() }
}

function without(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim()
}
