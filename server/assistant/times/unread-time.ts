import { DateTime } from 'luxon'
import { CLOCK, PART, SURE_CLOCK } from './clock-words'
import { AFTER_DATE, DATE, DAY_OF_MONTH, MONTH, NAMED_DATE, readDate } from './date-words'
import { DAY } from './day-words'
import { NUMBER } from './number-words'

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const DATES = new RegExp(`\\b(?:${DATE})(?![\\w/-])`, 'g')

const ORDINAL = '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|\\w+(?:teen|tie)th)'
const PLACE = '(?:first|second|third|fourth|last|final|1st|2nd|3rd|4th)'
const YEAR = '(?:19|20)\\d{2}'
const UNIT = '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?)'
const ANY_UNIT = `(?:${UNIT}|nights?|weekends?)`
/** What is no number here. "Some nights" alone are no time. */
const MANY = '(?:(?:hundred|thousand|dozen)s?|(?<=\\b(?:last|past|previous) )(?:many|some))'
/** Of "2 hours and 30 minutes" what is joined to the first length. */
const JOINED = `(?:(?:and (?:\\w+ )?(?:${NUMBER})|\\d{1,2}) ?${UNIT}|and a half)`
const COUNTED = '(?:events?|alerts?|clips?|videos?|recordings?|people|persons?|motions?)'
/** Said without the half of the day. */
const HOUR = '\\d{1,2}(?::?\\d{2})?(?: ?(?:o clock|oclock|h))?'
/** "at 9:00 and 17:00", "at 09:00 to 10:00": the clock goes to 24, which leaves no half of the day open. */
const PAIR_OF_24 = (link: string) =>
  `(?:\\d{1,2}:\\d{2} ${link} (?:1[3-9]|2[0-4]):\\d{2}|0\\d:\\d{2} ${link} \\d{2}:\\d{2}|(?:1[3-9]|2[0-4]):\\d{2} (?=to )${link} \\d{1,2}:\\d{2})`

function oneOf(patterns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${patterns.join('|')})\\b`)
}

const EXCEPTING =
  '(?:except|excluding|besides|other than|apart from|aside from|without|not counting|ignoring|but not|(?:every|all|any|each)(?:thing|one|body)?(?: (?:(?:of|the|who|that) )?\\w+)? but)'
const SURE_CLOCKS = `(?:(?:\\d{1,2} ?(?:to|until|till|and|-) ?)?${SURE_CLOCK})`
/** A time that is left out: to read it would turn the question round. "was the garage not on today" leaves none out. */
const EXCEPT = `(?:${EXCEPTING}(?: for)?(?: on)?|(?<!(?:was|were|is|are|it|there|that|why|did|do|does) )not)(?: (?:at|in|during|between|from|after|before|around|since|until))?(?: the)? (?:${DAY}|${PART}|(?:last|past|previous) (?:\\w+ ){0,3}${UNIT}|(?:${NUMBER}) ?${UNIT} ago|${SURE_CLOCKS}|(?<=(?:at|between|from|after|before|around|since|until) )${CLOCK})`

/** Of a question with its times: those of which a rule for days would read only a part. */
const PARTS = oneOf([
  `(?:early|mid|late|(?:beginning|start|end|middle|rest) of|${PLACE} (?:\\w+ )?(?:weeks?|weekend|half|days?|quarter|months?|${WEEKDAY})s? (?:of|in))(?: (?:in|of))?(?: the)? (?:(?:this|last) )?(?:${MONTH}|${YEAR}|month|year|week)`,
  `${ORDINAL}(?: of)? ${MONTH}`,
  `${NAMED_DATE} (?:of |in )?(?:the )?(?:last|this|previous) year`,
  `(?:every|each) ${WEEKDAY}s?|nightly`,
  `(?<!\\b(?:at|around|about|after|before|since|until|by|from|to|and) )\\b\\d{1,2} \\d{1,2} ${MONTH}`,
  `(?:at|around|about) (?!${PAIR_OF_24('(?:and|or|to|than|versus|vs)')} (?:on )?(?:${DAY})\\b|${PAIR_OF_24('to')}\\b)(?:noon|midday|midnight|${HOUR})(?: (?:(?:and|or|to|than|versus|vs) )?${HOUR})+(?! ${MONTH})(?:${AFTER_DATE}|(?= (?:${DAY})\\b))`,
  `(?:${DAY}|${PART}) (?:and|or|than|versus|vs|with|to) (?:on |in )?the (?:same )?(?:day|night|morning|afternoon|evening|week|weekend|month|year|${WEEKDAY}) (?:before|after)(?! (?:last|yesterday))`,
  '(?<!how many )years? ago',
  '(?<!every )(?:the )?other (?:day|night|morning|afternoon|evening|week|weekend|month)',
  EXCEPT,
  `(?<![:\\d]|\\b(?:at|around|about|between|from|within) |\\bbetween (?:${DAY}) )\\b\\d{1,2} (?:and|or) \\d{1,2}(?::\\d{2})? ?[ap]m`,
  `(?:first|1st) (?:(?:${NUMBER}) )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?) of`,
  '(?:first|second|1st|2nd|latter|other) half of',
  `(?:(?:last|past|previous) )?(?:(?:${NUMBER}) )?${MANY} (?:of )?(?:(?:and )?(?:${NUMBER}) )?${ANY_UNIT}`,
  `(?:(?:more|longer|less) than|before|until|till|up to|after) (?:${NUMBER}) (?:minutes?|mins?|hours?|hrs?) ago`,
  `(?:${NUMBER}) ?(?:and a half ${UNIT}|${UNIT} ${JOINED}) (?:ago|back)`,
  `(?:last|past|previous|within|in) (?:(?:${NUMBER}) ?)?${UNIT} ${JOINED}`,
])

/** What is left of a question whose times are taken out must name none. */
const LEFT = oneOf([
  'january|february|march|april|june|july|august|september|october|november|december',
  `(?:since|before|until|till|after|from|to|and|in|of|or|through) ${MONTH}(?! (?:i|we|you|he|she|they|it|there|have|be)\\b)`,
  `(?:to|and|until|till|through) (?:on )?${WEEKDAY}`,
  '(?:to|until|till|through) (?:today|yesterday)',
  `(?:last|past) (?:[\\d ]+|${NUMBER}) ${ANY_UNIT}`,
  // "the last three and a half hours", but not "the last person of these days".
  `(?:last|past|previous) (?:(?!(?:${COUNTED}|in|for) )[a-z\\d.]+ ){0,4}${ANY_UNIT}(?<=s)`,
  '(?:last|this|past|previous) (?:quarter|decade|century)|new year|christmas|easter|thanksgiving|halloween|weeks? \\d{1,2}',
  `(?<!how many )(?:nights?|mornings?|afternoons?|evenings?|weekends?|${WEEKDAY}s?) ago`,
  `(?:and|or|to|through|from|between|since|until|before|after) (?:the )?${DAY_OF_MONTH}`,
  `(?=29|3\\d)${DAY_OF_MONTH}`,
  // "5 or 10 of yesterday" counts what is to be shown.
  `(?<!\\b\\d+ )(?:and|or|plus|also) ${HOUR}${AFTER_DATE}`,
  `${YEAR}(?! ${COUNTED}\\b)`,
  `year \\d{4}|in \\d{4}${AFTER_DATE}`,
  // "How long ago was the last person" names no time.
  '(?:(?:an? )?[a-z\\d]+ )?(?<!\\bhow (?:long|many [a-z]+) )ago',
  `(?:at|on|around|after|before|since|until|till|by) \\d+${AFTER_DATE}`,
  '(?:at|before|after|since|until|till|by|around|during|outside|between|from) (?:dawn|dusk|daybreak|nightfall|sunrise|sunset|breakfast|lunch|lunchtime|dinner|supper|dark|bedtime)',
  '(?:before|after|during|outside) (?:work|school|(?:business |working |office |opening )?hours)',
])

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
