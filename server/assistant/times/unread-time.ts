import { DateTime } from 'luxon'
import { ISO_DATE, MONTH, NAMED_DATE, readDate } from './date-words'

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const DATES = new RegExp(`\\b(?:${NAMED_DATE}|${ISO_DATE})(?![\\w-])`, 'g')

/** Parts of months and years, and units that are too long to be counted back. */
const PARTS = new RegExp(
  `\\b(?:(?:early|mid|late|(?:beginning|start|end|middle|rest) of|(?:first|second|third|fourth|last|final|1st|2nd|3rd|4th) (?:\\w+ )?(?:weeks?|weekend|half|days?|quarter|months?|${WEEKDAY})s? (?:of|in))(?: (?:in|of))?(?: the)? (?:(?:this|last) )?(?:${MONTH}|(?:19|20)\\d{2}|month|year|week)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\w+(?:teen|tie)th|twelfth)(?: of)? ${MONTH}|(?<!how many )years? ago)\\b`,
)

/** What is left of a question whose times are taken out must name none. */
const LEFT = new RegExp(
  `\\b(?:(?:january|february|march|april|june|july|august|september|october|november|december)|(?:since|before|until|till|after|from|to|and|in|of|or|through) ${MONTH}(?! (?:i|we|you|he|she|they|it|there|have|be)\\b)|(?:to|and|until|till|through) (?:on )?${WEEKDAY}|(?:to|until|till|through) (?:today|yesterday)|(?:last|past) \\d+ (?:hours|days|nights|weeks|weekends|months|years)|(?<!how many )(?:nights?|mornings?|afternoons?|evenings?|weekends?|${WEEKDAY}s?) ago|(?:from|between|since|until|before|after) \\d{1,2}(?:st|nd|rd|th)|(?:29|3\\d)(?:st|nd|rd|th)|(?:19|20)\\d{2}(?! (?:events?|alerts?|clips?|videos?|recordings?|people|persons?|motions?)\\b))\\b`,
)

const RANGE_LEFT = new RegExp(` - (?:on )?${WEEKDAY}\\b`)

/**
 * The words for a time that were not read, though they name one; null: there are none. To leave them out would count all that is
 * kept for a day, a month or a year.
 */
export function unreadTimeIn(text: string, rest: string, nowMs: number, zone: string): string | null {
  const now = DateTime.fromMillis(nowMs, { zone })
  const noDay = [...text.matchAll(DATES)].map(([date]) => date).find((date) => readDate(date, now) === null)
  return noDay ?? RANGE_LEFT.exec(rest)?.[0].trim() ?? PARTS.exec(text)?.[0] ?? LEFT.exec(rest)?.[0] ?? null
}
