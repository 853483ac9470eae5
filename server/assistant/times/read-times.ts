import { PART, SURE_CLOCK } from './clock-words'
import { DAY } from './day-words'
import { UNIT } from './patterns'
import { type AskedPeriod, PRESENT } from './period'
import { type ReadPeriod, readPeriod } from './read-period'

export interface ReadTimes {
  /** In the order in which they are named; several where the words join or compare them. */
  readonly periods: readonly AskedPeriod[]
  /** The question without the words for these times. */
  readonly rest: string
  /** The words of a further time, which no rule joins with these, or of one that can never have been; null: there are none. */
  readonly left: string | null
  /** A part of a day or a clock time was said, and no day. */
  readonly isOfAnyDay: boolean
}

type Read = (text: string, among?: AskedPeriod) => ReadPeriod | null

/** Of "who came earlier this week": it is no time beside the week. */
const SO_FAR = new RegExp(`(?<!${UNIT} )\\bearlier (?=(?:(?:in|on) )?(?:${DAY}|${PART})\\b)`, 'g')

/** All times of a question in small letters; of one that compares, those that it names apart. */
export function readTimes(question: string, nowMs: number, zone: string, isComparing: boolean): ReadTimes {
  const text = question.replace(SO_FAR, '')
  const read: Read = (said, among) => readPeriod(said, nowMs, zone, among)
  const apart = readSides(text, read) ?? readTwoDays(text, read) ?? readTwoClocks(text, read) ?? readLinked(text, read)
  const times = apart ?? readApart(text, read, isComparing)
  const isNever = times.periods.some((period) => period.isNever)
  return isNever ? { ...times, left: times.left ?? wordsTaken(text, times.rest) } : times
}

function timesOf(periods: readonly AskedPeriod[], rest: string, read: Read): ReadTimes {
  return { periods, rest, left: leftIn(rest, read), isOfAnyDay: false }
}

/** "this afternoon than yesterday afternoon": each side has a day and a part of its own, which must not be taken for the other's. */
function readSides(text: string, read: Read): ReadTimes | null {
  const [, said = '', word = '', other = ''] =
    /^(.*)\b((?<!\b(?:other|rather) )than|versus|vs|compared (?:to|with)|(?<=\bcompare\b.* )with)\b(.*)$/.exec(text) ??
    []
  const [one, two] = [read(said), read(other)]
  if (one === null || two === null || one.isOfAnyDay || two.isOfAnyDay) return null
  // "people of now with yesterday": beside another time now is none.
  if (word === 'with' && one.period.label === PRESENT) return null
  return timesOf([one.period, two.period], `${one.rest} ${word} ${two.rest}`, read)
}

const TWO_DAYS = new RegExp(`\\b(${DAY}) (and|or) (?:on )?(${DAY})(?![\\w:/-])`)
/** "between Monday": what follows its "and" bounds one stretch. */
const OPEN = /\b(?:between|from) (?!.* (?:and|to|until|till|through|-) )/

/** "on Saturday and Sunday": a part or a clock time beside them is of both. */
function readTwoDays(text: string, read: Read): ReadTimes | null {
  const match = TWO_DAYS.exec(text)
  if (match === null) return null
  const [both, day, link, other] = match
  const before = text.slice(0, match.index)
  if (OPEN.test(before) || hasDay(before, read)) return null
  const [one, two] = [day, other].map((only = '') => read(text.replace(both, only)))
  return !one || !two ? null : timesOf([one.period, two.period], `${one.rest} ${link}`, read)
}

const TWO_CLOCKS = new RegExp(
  `(?<!\\b(?:between|from|within|after|since|before|until|till|by|past|than|to|and|or) (?:about |around )?)\\b((?:at |around |about )?${SURE_CLOCK}) (and|or) ((?:at |around |about )?${SURE_CLOCK})(?![\\w:])`,
)

/** "between Monday 9:00 and 17:00" is one stretch, "between the cars at" 9:00 and 17:00 are two times. */
const OPEN_BETWEEN = new RegExp(`\\bbetween (?:(?:${DAY}) )?(?:(?:${PART}) )?$`)
/** "from Monday 9:00" begins a stretch, and no rule joins "and 17:00" with it; "from the garage", or "from Monday at", are two. */
const FROM_DAY = new RegExp(`\\bfrom (?:${DAY}) $`)

/** "at 8 pm and 10 pm yesterday": whatever is said beside them is of both. */
function readTwoClocks(text: string, read: Read): ReadTimes | null {
  const match = TWO_CLOCKS.exec(text)
  if (match === null) return null
  const [both, clock = '', link, other = ''] = match
  const before = text.slice(0, match.index)
  if (OPEN_BETWEEN.test(before)) return null
  const [one, two] = [clock, other].map((only = '') => read(text.replace(both, only)))
  if (!one || !two) return null
  if (link === 'and' && FROM_DAY.test(before) && !clock.startsWith('at '))
    return { ...timesOf([one.period], one.rest, read), left: other }
  const times = timesOf([one.period, two.period], `${one.rest} ${link}`, read)
  return { ...times, left: everyIn(text, one) ?? times.left }
}

/** A question of nothing but "and" must not be read for each of them. */
const MOST_LINKS = 6
const ANY_DAY = new RegExp(`\\b(?:${DAY})\\b`)

/** "yesterday evening and this morning": where words for times alone stand around the word between them. */
function readLinked(text: string, read: Read): ReadTimes | null {
  for (const { index, 0: link } of [...text.matchAll(/ (?:and|or) /g)].slice(0, MOST_LINKS)) {
    const [said, other] = [text.slice(0, index), text.slice(index + link.length)]
    const one = OPEN.test(said) ? null : read(said)
    const day = ANY_DAY.exec(said)?.[0] ?? ''
    const two = one === null || one.isOfAnyDay ? null : read(other, read(day)?.period)
    if (one === null || two === null || isBounded(said, other, one.period, two.period)) continue
    if (said.startsWith(one.rest.trim()) && other.endsWith(two.rest.trim()))
      return timesOf([one.period, two.period], one.rest + link + two.rest, read)
  }
  return null
}

const LATER = /\b(?:after|since|from|later than|past)\b/
const EARLIER = /\b(?:before|until|till|by|up to|earlier than|prior to)\b/

/** "before 8 and after 5": what lies within both is meant, and both together would be all around it. */
function isBounded(said: string, other: string, one: AskedPeriod, two: AskedPeriod): boolean {
  const isStretch = LATER.test(said) && EARLIER.test(other)
  const isBoth = isStretch || (EARLIER.test(said) && LATER.test(other))
  const ranges = [...one.ranges, ...two.ranges]
  const isOpen = ranges.some(({ fromMs }) => fromMs <= 0)
  const isCommon = one.ranges.some((a) => two.ranges.some((b) => a.fromMs < b.untilMs && b.fromMs < a.untilMs))
  // "after 5 on Monday and before 8 on Wednesday": whole days lie between the two.
  const isGap = isStretch && (one.ranges.at(-1)?.untilMs ?? 0) < (two.ranges[0]?.fromMs ?? 0)
  return isBoth && (isOpen || isCommon || isGap)
}

/** Of days that are not named, one would be read for all. */
const EVERY =
  /\b(?:(?:every|each|per)(?: (?:single|other|second))? (?:day|night|morning|afternoon|evening|week|weekday|weekend|month)|(?:all days|most (?:day|night|morning|afternoon|evening)s?)|(?:a|any) day|everyday|daily|weekly|monthly)\b/

function everyIn(text: string, { isOfAnyDay }: ReadPeriod): string | null {
  return isOfAnyDay ? (EVERY.exec(text)?.[0] ?? null) : null
}

/** One time, or two of which a comparison may be. */
function readApart(text: string, read: Read, isComparing: boolean): ReadTimes {
  const first = read(text)
  if (first === null) return { periods: [], rest: text, left: null, isOfAnyDay: false }
  const days = TWO_DAYS.exec(text)
  const isTwo = days !== null && !OPEN.test(text.slice(0, days.index))
  // "at 20:00 or 22:00 yesterday": the day that is named is of both.
  const day = first.isOfAnyDay ? '' : (ANY_DAY.exec(text)?.[0] ?? '')
  const second = isComparing || isTwo ? read(first.rest, read(day)?.period) : null
  if (second !== null) return timesOf([first.period, second.period], second.rest, read)
  const left = everyIn(text, first) ?? leftIn(first.rest, read)
  return { periods: [first.period], rest: first.rest, left, isOfAnyDay: first.isOfAnyDay }
}

function hasDay(text: string, read: Read): boolean {
  const time = read(text)
  return time !== null && !time.isOfAnyDay
}

/** "now" beside a time is none: "can you now show me the people of yesterday". */
function leftIn(rest: string, read: Read): string | null {
  const time = read(rest)
  return time === null || time.period.label === PRESENT ? null : wordsTaken(rest, time.rest)
}

/** What of a text is not in its rest. */
function wordsTaken(text: string, rest: string): string {
  const kept = rest.trim().split(/\s+/)
  const taken = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== kept[0] || kept.shift() === undefined)
  return taken.join(' ')
}
