import type { DateTime } from 'luxon'
import { CLOCK, type Clock, endIn, placeIn, readClock } from './clock-words'
import type { Range } from './period'
import type { Span } from './span'

type Bound = 'at' | 'around' | 'after' | 'since' | 'before'
/** A stretch of a day that clock times bound. */
export type ClockWindow =
  | { readonly kind: 'between'; readonly from: Clock; readonly to: Clock }
  | { readonly kind: 'bound'; readonly bound: Bound; readonly clock: Clock }

/** "And" alone joins two times. */
const BETWEEN = new RegExp(
  `\\b(?:(?:between|from|within) (${CLOCK}) ?(?:and|to|until|till|-|–)|(${CLOCK}) ?(?:to|until|till|-|–)) ?(${CLOCK})(?![\\w:])`,
)
const bounds: readonly (readonly [Bound, RegExp])[] = [
  ['since', withClock('since')],
  ['after', withClock('after|from|later than|past')],
  ['before', withClock('before|until|till|by|up to|earlier than')],
  ['around', withClock('around|about|near|circa')],
  ['at', withClock('at')],
]

function withClock(words: string): RegExp {
  return new RegExp(`\\b(?:${words}) (?:about |around )?(${CLOCK})(?![\\w:])`)
}

/** Takes the clock times out of a question in small letters. */
export function takeWindow(text: string): { window: ClockWindow | null; rest: string } {
  const between = BETWEEN.exec(text)
  const [from, to] = [readClock(between?.[1] ?? between?.[2] ?? ''), readClock(between?.[3] ?? '')]
  const isTime =
    between !== null && (/^(between|from|within)/.test(between[0]) || from?.isSure === true || to?.isSure === true)
  if (between !== null && from !== null && to !== null && isTime)
    return { window: { kind: 'between', ...sameHalf(from, to) }, rest: without(text, between) }
  for (const [bound, pattern] of bounds) {
    const match = pattern.exec(text)
    const clock = readClock(match?.[1] ?? '')
    if (match === null || clock === null) continue
    // "since i left at 9am"
    const isSince = bound === 'at' && /\bsince\b/.test(text)
    return { window: { kind: 'bound', bound: isSince ? 'since' : bound, clock }, rest: without(text, match) }
  }
  return bareClock(text)
}

const BARE_CLOCK = new RegExp(
  `(?:^| )(?=noon|midday|midnight|\\d{1,2}:\\d{2}|\\d{1,2} ?(?:[ap]m|h\\b(?! ago)))(${CLOCK})(?![\\w:])`,
)

/** "what happened 3pm yesterday": only what can be nothing but a time. */
function bareClock(text: string): { window: ClockWindow | null; rest: string } {
  const match = BARE_CLOCK.exec(text)
  const clock = readClock(match?.[1] ?? '')
  if (match === null || clock === null) return { window: null, rest: text }
  return { window: { kind: 'bound', bound: 'at', clock }, rest: without(text, match) }
}

/** "between 17 and 9" is until the morning. "between 8 and 10 pm": both are in the evening, unless that would turn them round. "12 to 2 am" begins at midnight. */
function sameHalf(from: Clock, to: Clock): { from: Clock; to: Clock } {
  if (from.isOf24 || to.isOf24) return { from: { ...from, isSure: true }, to: { ...to, isSure: true } }
  const isBeforeNoon = to.isSure && (to.hour < 12 || (to.hour === 12 && to.minute <= from.minute))
  if (!from.isSure && from.hour === 12 && isBeforeNoon) return { from: { ...from, hour: 0, isSure: true }, to }
  if (from.isSure || !to.isSure || to.hour < 12 || from.hour >= 12) return { from, to }
  const later = { ...from, hour: from.hour + 12, isSure: true }
  return later.hour < to.hour || (later.hour === to.hour && later.minute < to.minute)
    ? { from: later, to }
    : { from, to }
}

/** Where a window lies in a span. */
export function windowIn(base: Span, window: ClockWindow, now: DateTime): Range {
  if (window.kind === 'between') {
    const from = placeIn(window.from, base)
    const to = placeIn(window.to, { from: from.plus({ minutes: 1 }), to: from.plus({ hours: 23 }) })
    return rangeOf(from, to)
  }
  const { bound, clock } = window
  const place = placeIn(clock, base)
  if (bound === 'since') return rangeOf(place, now)
  if (bound === 'after') return rangeOf(place, base.to)
  if (bound === 'before') return rangeOf(base.from, endIn(clock, base))
  if (bound === 'around') return rangeOf(place.minus({ minutes: 30 }), place.plus({ minutes: 30 }))
  return clock.hasMinute
    ? rangeOf(place.minus({ minutes: 5 }), place.plus({ minutes: 5 }))
    : rangeOf(place, place.plus({ hours: 1 }))
}

export function rangeOf(from: DateTime, to: DateTime): Range {
  return { fromMs: from.toMillis(), untilMs: to.toMillis() }
}

export function without(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim()
}
