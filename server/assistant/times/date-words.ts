import { casual } from 'chrono-node/en'
import { DateTime } from 'luxon'
import { BRIEF_MONTH, COUNTED, FULL_MONTH, MONTH, TH, YEAR_DIGITS } from './patterns'
import { daysSpan, monthSpan, type Span } from './span'

/** Sources of patterns, without groups where nothing else is said. */
export const NAMED_DATE = `(?:(?:the )?\\d{1,2}${TH}?(?: of)? ${MONTH}|${MONTH} (?:the )?\\d{1,2}${TH}?)(?:,? \\d{4})?\\b`
export const ISO_DATE = '\\d{4}-\\d{2}-\\d{2}'
export const DATE = `${NAMED_DATE}|${ISO_DATE}|(?!24/7(?!/))\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?`

/** Only after one of these a short word or a number is a month or a year: "may I see" and "2000 events" are none. */
const BEFORE =
  '(?<=^|\\b(?:in|during|of|for|since|before|after|until|till|from|between|to|and|through|prior to|starting|than|versus|vs|with|compare) )'
/** With one group each. */
export const BARE_MONTH = `(${FULL_MONTH})`
export const SHORT_MONTH = `${BEFORE}(${BRIEF_MONTH})(?! (?:i|we|you|he|she|they|it|there|have|be)\\b)`
export const BARE_YEAR = `${BEFORE}(${YEAR_DIGITS})(?![\\w:/.-]| ${COUNTED}\\b)`

/** What may follow a date: "the 2nd visitor" and "the 2nd floor" are none. */
export const AFTER_DATE =
  '(?= ?$| (?:_|-|\\d\\w*|and|or|to|until|till|through|than|versus|vs|at|in|on|of|from|between|after|before|around|about|by|near|during|since|for|how|was|were|is|are|did|do|does|has|have|had|who|what|which|when|where|show|list|tell|any|anyone|anybody|somebody|someone|there|the|my|i|we|it|only|not|please|(?:last|this|previous) (?:month|week|year)|early|late|mornings?|afternoons?|evenings?|nights?|noon|midnight)\\b)'
/** With one group. */
export const DAY_OF_MONTH = `(\\d{1,2})${TH}\\b${AFTER_DATE}`

const IS_ISO_DATE = new RegExp(`^${ISO_DATE}$`)

/** A year that is not said is the latest in which the date is not to come. null: there is no such day. */
export function readDate(text: string, now: DateTime): Span | null {
  if (IS_ISO_DATE.test(text)) return readIsoDate(text, now)
  const reference = { instant: now.toJSDate(), timezone: now.offset }
  const start = casual.parse(text, reference)[0]?.start
  const [years, months, days] = [start?.get('year'), start?.get('month'), start?.get('day')]
  if (start === undefined || !years || !months || !days) return null
  const day = now.set({ year: years, month: months, day: days }).startOf('day')
  if (!day.isValid) return null
  const isSaid = start.isCertain('year')
  const latest = isSaid ? day : day.set({ year: now.year })
  const past = !isSaid && latest > now ? latest.minus({ years: 1 }) : latest
  return past.day === days ? daysSpan(past, 1, `on ${past.toFormat('d LLLL')}`) : null
}

function readIsoDate(text: string, now: DateTime): Span | null {
  const day = DateTime.fromISO(text, { zone: now.zone })
  return day.isValid ? daysSpan(day, 1, `on ${day.toFormat('d LLLL')}`) : null
}

/** A year of '' is the latest in which the month has begun. */
export function readMonth(name: string, of: string, now: DateTime): Span | null {
  const number = casual.parse(`${name} 1`, { instant: now.toJSDate(), timezone: now.offset })[0]?.start.get('month')
  if (!number) return null
  const inYear = now.startOf('year').set({ month: number, ...(of && { year: Number(of) }) })
  const from = !of && inYear > now ? inYear.minus({ years: 1 }) : inYear
  return monthSpan(from, `in ${from.toFormat('LLLL yyyy')}`)
}

export function readYear(year: number, now: DateTime): Span {
  const from = now.startOf('year').set({ year })
  return { kind: 'days', from, to: from.plus({ years: 1 }), label: `in ${year}` }
}

const IS_MONTH_OR_YEAR = new RegExp(`^(?:${MONTH}(?: (?:of )?\\d{4})?|\\d{4})$`)

/** Whether a text is a month or a year alone: what goes until March ends where it begins. */
export function isMonthOrYear(text: string): boolean {
  return IS_MONTH_OR_YEAR.test(text)
}
