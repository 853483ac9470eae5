import { DateTime } from 'luxon'
import { without } from './clock-window'
import { CLOCK, endIn, PART, partOf, placeIn, readClock, readPart } from './clock-words'
import { isMonthOrYear } from './date-words'
import { DAY, readDay } from './day-words'
import type { Span } from './span'

/** A period that two moments bound, or one and now. */
export interface PointPeriod {
  readonly from: DateTime
  readonly to: DateTime
  readonly label: string
  readonly match: RegExpExecArray
}

/** A day with or without a part or time of it. Source of a pattern without groups. */
export const POINT = `(?:(?:on )?(?:${DAY})(?: ${PART})?(?: (?:at |after )?${CLOCK})?|${CLOCK} (?:on )?(?:${DAY})(?: ${PART})?)(?![\\w:])`

/** "since Tuesday", "before yesterday", "from Friday evening to Sunday morning". null: nothing of the kind. */
export function readPoints(text: string, now: DateTime): PointPeriod | null {
  return readBoth(text, now) ?? readOne(text, now)
}

const BETWEEN = new RegExp(`\\b(?:from|between) (${POINT}) ?(?:to|and|until|till|through|-) ?(${POINT})`)
const UP_TO = new RegExp(`(?<![\\w:])(${POINT}) ?(?:to|until|till|through|-) ?(${POINT})`)

function readBoth(text: string, now: DateTime): PointPeriod | null {
  const match = BETWEEN.exec(text) ?? UP_TO.exec(text)
  const [from, to] = [readPoint(match?.[1] ?? '', now), readPoint(match?.[2] ?? '', now, endIn)]
  if (match === null || from === null || to === null || from.from >= to.to) return null
  return { from: from.from, to: to.isMoment ? to.from : to.to, label: 'in that time', match }
}

const BOUND = new RegExp(
  `\\b(?:(ever since|since|starting|after|(?<!day )before|until|till|prior to|from)) (${POINT})(?: (?:on|onwards?|until now|to now|till now))?`,
)

/** Who asks for the last one before a moment looks back for as long as it takes. */
const LOOKS_BACK =
  /\b(?:latest|newest|recent|(?:last|previous)(?! (?:nights?|evening|weekend|week|month|year|\w+day)\b))\b/

const IS_END = /^(?:before|until|till|prior to)$/

function readOne(text: string, now: DateTime): PointPeriod | null {
  const match = BOUND.exec(text)
  const [, word = '', said = ''] = match ?? []
  const point = readPoint(said, now, IS_END.test(word) ? endIn : placeIn)
  if (match === null || point === null) return null
  const words = said.replace(/^on /, '')
  const before = text.slice(0, match.index)
  switch (word) {
    case 'from':
      return /(on|onwards?|now)$/.test(match[0]) ? { from: point.from, to: now, label: `since ${words}`, match } : null
    case 'before':
    case 'prior to':
      return { from: startBefore(point, words, before, now), to: point.from, label: `before ${words}`, match }
    case 'until':
    case 'till':
      return { from: startBefore(point, words, before, now), to: untilOf(point, words), label: `until ${words}`, match }
    case 'after':
      return readAfter(point, words, now, match)
    default:
      return { from: point.from, to: now, label: `since ${words}`, match }
  }
}

/** "before 8 am yesterday" and "until 8 this morning" are of that day; before "yesterday at 8 am" is all that was. */
function startBefore({ from, isMoment, dayFrom }: Point, words: string, asked: string, now: DateTime): DateTime {
  if (LOOKS_BACK.test(asked)) return beginning(now)
  const isOfThis = isMoment && /\bthis (morning|afternoon|evening)\b/.test(words)
  return dayFrom ?? (isOfThis ? from.startOf('day') : beginning(now))
}

/** "until Tuesday" has that day, "until March" ends where March begins. */
function untilOf({ from, to, isMoment }: Point, words: string): DateTime {
  return isMoment || isMonthOrYear(words) ? from : to
}

function beginning(now: DateTime): DateTime {
  return now.set({ year: 1970 }).minus({ years: 1 })
}

/** "after 6pm yesterday" ends with that day; "after Tuesday" begins when it is over. */
function readAfter(point: Point, words: string, now: DateTime, match: RegExpExecArray): PointPeriod {
  if (point.isMoment) return { from: point.from, to: point.to, label: `after ${words}`, match }
  return { from: point.to, to: now, label: `after ${words}`, match }
}

interface Point {
  readonly from: DateTime
  /** End of the day that it is on. */
  readonly to: DateTime
  /** A clock time was said: it is the moment `from`. */
  readonly isMoment: boolean
  /** Where the day or the night begins before which the clock time stands, as in "8 am yesterday"; null: it stands before none. */
  readonly dayFrom: DateTime | null
}

const WITH_CLOCK = new RegExp(`(?:^| )(?:at |after )?(${CLOCK})(?![\\w:])`, 'g')

function readPoint(text: string, now: DateTime, place = placeIn): Point | null {
  const whole = readDayOrPart(text, now)
  if (whole !== null) return { from: whole.from, to: whole.to, isMoment: false, dayFrom: null }
  // The 8 of "8 march 10 pm" is no hour: the last number that leaves a day beside it is one.
  for (const match of [...text.matchAll(WITH_CLOCK)].reverse()) {
    const clock = readClock(match[1] ?? '')
    const day = readDayOrPart(without(text, match), now)
    // Beside a longer time it is of each of its days.
    if (clock === null || day === null || day.to > day.from.plus({ days: 1, hours: 2 })) continue
    const from = place(clock, day)
    const dayFrom = match.index === 0 ? DateTime.min(day.from, from.startOf('day')) : null
    return { from, to: day.to, isMoment: true, dayFrom }
  }
  return null
}

function readDayOrPart(text: string, now: DateTime): Span | null {
  const day = text.replace(/^on /, '')
  return readDay(day, now) ?? readPartOfDay(day, now)
}

const DAY_AND_PART = new RegExp(`^(.+?) (${PART})$`)

function readPartOfDay(text: string, now: DateTime): Span | null {
  const match = DAY_AND_PART.exec(text)
  const [day, part] = [readDay(match?.[1] ?? '', now), readPart(match?.[2] ?? '')]
  return day === null || part === null ? null : partOf(day.from, part)
}
