import type { DateTime } from 'luxon'
import { atHour, type Span } from './span'

/** A time of day as it was said; without am or pm an hour up to 12 may be either. */
export interface Clock {
  /** 24 is the end of a day, as in "24:00". */
  readonly hour: number
  readonly minute: number
  readonly isSure: boolean
  /** Said with an hour above 12: the clock beside it goes to 24 too. */
  readonly isOf24: boolean
  /** Minutes were said: "at 3:15" is narrower than "at 3". */
  readonly hasMinute: boolean
}

/** Source of a pattern without groups. A bare number counts only where the words around it make it a time. */
export const CLOCK =
  '(?:noon|midday|midnight|\\d{1,2}(?::\\d{2})? ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|o clock|oclock|h\\b)|\\d{1,2}:\\d{2}|\\d{1,2}(?!\\d|[:/.-]|(?:st|nd|rd|th)| ?(?:min|hour|hr|day|week|month|event|alert|clip|video|record|camera|people|person|motion|visit|time)))'

/** It can be nothing but a time: "everything but 2" may be of two people. Source of a pattern without groups. */
export const SURE_CLOCK = '(?:\\d{1,2}(?::\\d{2})? ?[ap]m|\\d{1,2}:\\d{2}|noon|midday|midnight)'

/** null: no time of day. */
export function readClock(text: string): Clock | null {
  if (/^(noon|midday)$/.test(text)) return { hour: 12, minute: 0, isSure: true, isOf24: false, hasMinute: false }
  if (text === 'midnight') return { hour: 0, minute: 0, isSure: true, isOf24: false, hasMinute: false }
  const match = /^(\d{1,2})(?::(\d{2}))? ?(am|pm|a\.m\.?|p\.m\.?)?/.exec(text)
  if (match === null) return null
  const [, hours = '', minutes, half] = match
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (hour > 24 || minute > 59) return null
  const hasMinute = minutes !== undefined
  if (half === undefined)
    return {
      hour: hasMinute ? hour : hour % 24,
      minute,
      isSure: hour > 12 || hour === 0 || hours.startsWith('0'),
      isOf24: hour > 12,
      hasMinute,
    }
  if (hour > 12) return null
  return { hour: (hour % 12) + (half.startsWith('p') ? 12 : 0), minute, isSure: true, isOf24: false, hasMinute }
}

/** Where a clock time lies in a span: the first place it has there; of two readings the one that is inside. */
export function placeIn(clock: Clock, span: Pick<Span, 'from' | 'to'>): DateTime {
  const hours = clock.isSure ? [clock.hour] : [clock.hour, (clock.hour + 12) % 24]
  const inside = [0, 1]
    .flatMap((day) => hours.map((hour) => atHour(span.from, hour + 24 * day, clock.minute)))
    .filter((place) => place >= span.from && place < span.to)
    .sort((a, b) => a.toMillis() - b.toMillis())
  // On a whole day 12 is noon; only in a night is it midnight.
  const isNoon = !clock.isSure && clock.hour === 12 && +span.from === +span.from.startOf('day')
  const noon = isNoon ? inside.find((place) => place.hour === 12) : undefined
  return noon ?? inside[0] ?? atHour(span.from, clock.hour, clock.minute)
}

/** Where a clock time ends what lies in a span. Nothing of a day lies before the midnight that it begins with: the one at its end is meant. */
export function endIn(clock: Clock, span: Pick<Span, 'from' | 'to'>): DateTime {
  const dayLater = atHour(span.from, clock.hour + 24, clock.minute)
  return +dayLater === +span.to ? dayLater : placeIn(clock, span)
}

/** A named part of a day, in hours; from 24 on they are of the day after. */
export interface DayPart {
  readonly fromHour: number
  readonly toHour: number
  readonly label: string
}

const parts: readonly (readonly [RegExp, DayPart])[] = [
  [
    /^(?:early|the early|in the early|the small hours|early morning hours|small hours|wee hours|dawn)/,
    { fromHour: 0, toHour: 6, label: 'in the early hours' },
  ],
  [/morning/, { fromHour: 6, toHour: 12, label: 'in the morning' }],
  [/afternoon/, { fromHour: 12, toHour: 18, label: 'in the afternoon' }],
  [/evening/, { fromHour: 18, toHour: 24, label: 'in the evening' }],
  [/night/, { fromHour: 18, toHour: 30, label: 'at night' }],
  [/day/, { fromHour: 6, toHour: 18, label: 'during the day' }],
]

/** Source of a pattern without groups. */
export const PART =
  '(?:(?:early |late )?(?:in |during |at )?(?:the )?(?:early hours|early mornings?|small hours|wee hours|wee small hours|mornings?|afternoons?|evenings?|nights?|nighttime|night time|daytime)(?: hours)?|during the day\\b|in the daytime)'

export function readPart(text: string): DayPart | null {
  if (/early (hours|morning)|small hours|wee hours/.test(text)) return parts[0]?.[1] ?? null
  return parts.slice(1).find(([words]) => words.test(text))?.[1] ?? null
}

export function partOf(day: DateTime, part: DayPart): Span {
  const [from, to] = [atHour(day, part.fromHour), atHour(day, part.toHour)]
  return { kind: 'night', from, to, label: part.label }
}
