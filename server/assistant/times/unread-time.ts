import { DateTime } from 'luxon'
import { CLOCK, PART, SURE_CLOCK } from './clock-words'
import { AFTER_DATE, DATE, DAY_OF_MONTH, NAMED_DATE, readDate } from './date-words'
import { DAY } from './day-words'
import { NUMBER } from './number-words'
import { COUNTED, FULL_MONTH, MINUTES_OR_HOURS, MONTH, OPEN_CLOCK, UNIT, WEEKDAY, YEAR_DIGITS } from './patterns'

/** Words for a time that no rule reads. */
export interface Unread {
  /** A question in which it is found, and none before it. */
  readonly example: string
  /** Source of a pattern, whole words of which are looked for. */
  readonly source: string
}

const DATES = new RegExp(`\\b(?:${DATE})(?![\\w/-])`, 'g')

const ORDINAL = '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|\\w+(?:teen|tie)th)'
const PLACE = '(?:first|second|third|fourth|last|final|1st|2nd|3rd|4th)'
const PIECE = `(?:early|mid|late|(?:beginning|start|end|middle|rest) of|${PLACE} (?:\\w+ )?(?:weeks?|weekend|half|days?|quarter|months?|${WEEKDAY})s? (?:of|in))`
const ANY_UNIT = `(?:${UNIT}|nights?|weekends?)`
/** What is no number here. "Some nights" alone are no time. */
const MANY = '(?:(?:hundred|thousand|dozen)s?|(?<=\\b(?:last|past|previous) )(?:many|some))'
/** Of "2 hours and 30 minutes" what is joined to the first length. */
const JOINED = `(?:(?:and (?:\\w+ )?(?:${NUMBER})|\\d{1,2}) ?${UNIT}|and a half)`
/** Between two times. */
const LINK = '(?:and|or|to|than|versus|vs)'
/** "at 9:00 and 17:00", "at 09:00 to 10:00": the clock goes to 24, which leaves no half of the day open. */
const PAIR_OF_24 = (link: string) =>
  `(?:\\d{1,2}:\\d{2} ${link} (?:1[3-9]|2[0-4]):\\d{2}|0\\d:\\d{2} ${link} \\d{2}:\\d{2}|(?:1[3-9]|2[0-4]):\\d{2} (?=to )${link} \\d{1,2}:\\d{2})`
/** Between the ends of a stretch. */
const TO = '(?:to|until|till|through|-)'
const SEVERAL_CLOCKS = `(?:noon|midday|midnight|${OPEN_CLOCK})(?: (?:${LINK} )?${OPEN_CLOCK})+`

const EXCEPTING =
  '(?:except|excluding|besides|other than|apart from|aside from|without|not counting|ignoring|but not|(?:every|all|any|each)(?:thing|one|body)?(?: (?:(?:of|the|who|that) )?\\w+)? but)'
/** "was the garage not on today" leaves none out. */
const NOT = '(?<!(?:was|were|is|are|it|there|that|why|did|do|does) )not'
const SURE_CLOCKS = `(?:(?:\\d{1,2} ?(?:to|until|till|and|-) ?)?${SURE_CLOCK})`
const LENGTH = `(?:last|past|previous) (?:\\w+ ){0,3}${UNIT}|(?:${NUMBER}) ?${UNIT} ago`
const CLOCK_BEHIND = `(?<=(?:at|between|from|after|before|around|since|until) )${CLOCK}`
/** A time that is left out: to read it would turn the question round. */
const EXCEPT = `(?:${EXCEPTING}(?: for)?(?: on)?|${NOT})(?: (?:at|on|in|during|between|from|after|before|around|since|until))?(?: the)? (?:${DAY}|${PART}|${LENGTH}|${SURE_CLOCKS}|${CLOCK_BEHIND})`

/** Of no hour that is the same everywhere, or every day. */
const NO_HOUR = '(?:dawn|dusk|daybreak|nightfall|sunrise|sunset|breakfast|lunch|lunchtime|dinner|supper|bedtime)'
const SHOWN =
  '(?:the|that|this) (?:last |first )?(?:alert|alarm|event|motion|person|visitor|clip|recording|cat|dog|car|truck)s?'
/** Who asks for a time, or for recordings, says with "when" what of: "tell me when the last alert was". */
const AMID =
  '(?<=^(?:(?:and|so|but) )*(?:who|was|were|any\\w*|did (?:any\\w*|some\\w*))\\b(?!.*\\b(?:tell|knows|clips?|videos?|recordings?|footage)\\b).* )(?:when|while)'

/** Of a question with its times: those of which a rule for days would read only a part. */
export const unreadParts: readonly Unread[] = [
  {
    example: 'people in late march',
    source: `${PIECE}(?: (?:in|of))?(?: the)? (?:(?:this|last) )?(?:${MONTH}|${YEAR_DIGITS}|month|year|week)`,
  },
  { example: 'people on the fifth of march', source: `${ORDINAL}(?: of)? ${MONTH}` },
  { example: 'people on 5 march last year', source: `${NAMED_DATE} (?:of |in )?(?:the )?(?:last|this|previous) year` },
  { example: 'people on good friday', source: `(?:good|black|palm|holy) ${WEEKDAY}` },
  { example: 'people this time yesterday', source: `this time (?:on )?(?:${DAY})` },
  // Of two stretches side by side a rule would take the end of one and the beginning of the other for a moment.
  {
    example: 'people monday to wednesday 8 to 10 pm',
    source: `(?:(?:${DAY}) ?${TO} ?|(?:since|until|till|before|after) )(?:on )?(?:${DAY}) ${OPEN_CLOCK} ?${TO} ?${CLOCK}`,
  },
  {
    example: 'people 12 to 14 april 8 pm',
    source: `\\d{1,2}(?:st|nd|rd|th)? ?(?:and|or|${TO}) ?${NAMED_DATE} (?:${SURE_CLOCK}|${OPEN_CLOCK} ?${TO} ?${CLOCK})`,
  },
  {
    example: 'people 12 march to 14 march at 8 pm or 9 pm',
    source: `${TO} ?${NAMED_DATE} at ${CLOCK} (?:and|or) (?:at )?${CLOCK}`,
  },
  {
    example: 'people 8 to 10 pm monday to wednesday',
    source: `${OPEN_CLOCK} ?${TO} ?${SURE_CLOCK} (?:on )?(?:${DAY}) ?${TO} ?(?:on )?(?:${DAY})`,
  },
  { example: 'people every monday', source: `(?:every|each) ${WEEKDAY}s?|nightly` },
  {
    example: 'people on weekday evenings',
    source: '(?:weekday|(?<!\\b(?:this|last|previous|past|the) )weekend) (?:mornings?|afternoons?|evenings?|nights?)',
  },
  {
    example: 'people on 3 4 march',
    source: `(?<!\\b(?:at|around|about|after|before|since|until|by|from|to|and) )\\b\\d{1,2} \\d{1,2} ${MONTH}`,
  },
  {
    example: 'people at 8 or 9 yesterday',
    source: `(?:at|around|about) (?!${PAIR_OF_24(LINK)} (?:on )?(?:${DAY})\\b|${PAIR_OF_24('to')}\\b)${SEVERAL_CLOCKS}(?! ${MONTH})(?:${AFTER_DATE}|(?= (?:${DAY})\\b))`,
  },
  {
    example: 'people on monday and the day before',
    source: `(?:${DAY}|${PART}) (?:and|or|than|versus|vs|with|to) (?:on |in )?the (?:same )?(?:day|night|morning|afternoon|evening|week|weekend|month|year|${WEEKDAY}) (?:before|after)(?! (?:last|yesterday))`,
  },
  // Of "the day before Monday" a rule for days reads Monday, or all days before it.
  {
    example: 'people the day before monday',
    source: `the (?:same )?(?:day|night|morning|afternoon|evening|week|weekend|month|year) (?:before|after) (?:on )?(?:(?!(?<=the day before )yesterday\\b|last$|the\\b)(?:${DAY})|${NAMED_DATE}|my|our|your|his|her|their)`,
  },
  {
    example: 'people yesterday dinner',
    source: `(?:${DAY}) ${NO_HOUR}`,
  },
  { example: 'people two years ago', source: '(?<!how many )years? ago' },
  {
    example: 'people the other night',
    source: '(?<!every )(?:the )?other (?:day|night|morning|afternoon|evening|week|weekend|month)',
  },
  { example: 'people except on monday', source: EXCEPT },
  {
    example: 'people 7 or 9 pm',
    source: `(?<![:\\d]|\\b(?:at|around|about|between|from|within) |\\bbetween (?:${DAY}) )\\b\\d{1,2} (?:and|or) \\d{1,2}(?::\\d{2})? ?[ap]m`,
  },
  {
    example: 'people in the first 2 hours of yesterday',
    source: `(?:first|1st) (?:(?:${NUMBER}) )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?) of`,
  },
  { example: 'people in the second half of yesterday', source: '(?:first|second|1st|2nd|latter|other) half of' },
  {
    example: 'people in the last hundred days',
    source: `(?:(?:last|past|previous) )?(?:(?:${NUMBER}) )?${MANY} (?:of )?(?:(?:and )?(?:${NUMBER}) )?${ANY_UNIT}`,
  },
  {
    example: 'people until 2 hours ago',
    source: `(?:(?:more|longer|less) than|before|until|till|up to|after) (?:${NUMBER}) (?:${MINUTES_OR_HOURS}) ago`,
  },
  {
    example: 'people 2 hours and 30 minutes ago',
    source: `(?:${NUMBER}) ?(?:and a half ${UNIT}|${UNIT} ${JOINED}) (?:ago|back)`,
  },
  {
    example: 'people in the last 2 hours and 30 minutes',
    source: `(?:last|past|previous|within|in) (?:(?:${NUMBER}) ?)?${UNIT} ${JOINED}`,
  },
]

/** What is left of a question whose times are taken out must name none. */
export const unreadLeft: readonly Unread[] = [
  { example: 'people march', source: FULL_MONTH },
  {
    example: 'people through may',
    source: `(?:since|before|until|till|after|from|to|and|in|of|or|through) ${MONTH}(?! (?:i|we|you|he|she|they|it|there|have|be)\\b)`,
  },
  { example: 'people until on monday', source: `(?:to|and|until|till|through) (?:on )?${WEEKDAY}` },
  { example: 'people until today', source: '(?:to|until|till|through) (?:today|yesterday)' },
  { example: 'people in the last 2 3 days', source: `(?:last|past) (?:[\\d ]+|${NUMBER}) ${ANY_UNIT}` },
  // Not "the last person of these days".
  {
    example: 'people in the last three and a half hours',
    source: `(?:last|past|previous) (?:(?!(?:${COUNTED}|in|for) )[a-z\\d.]+ ){0,4}${ANY_UNIT}(?<=s)`,
  },
  {
    example: 'people at christmas',
    source:
      '(?:last|this|past|previous) (?:quarter|decade|century)|new year|christmas|easter|thanksgiving|halloween|weeks? \\d{1,2}',
  },
  {
    example: 'people some nights ago',
    source: `(?<!how many )(?:nights?|mornings?|afternoons?|evenings?|weekends?|${WEEKDAY}s?) ago`,
  },
  {
    example: 'people before the 5th',
    source: `(?:and|or|to|through|from|between|since|until|before|after) (?:the )?${DAY_OF_MONTH}`,
  },
  { example: 'people on 31st', source: `(?=29|3\\d)${DAY_OF_MONTH}` },
  // "5 or 10 of yesterday" counts what is to be shown.
  { example: 'people or 9', source: `(?<!\\b\\d+ )(?:and|or|plus|also) ${OPEN_CLOCK}${AFTER_DATE}` },
  { example: 'people 2024', source: `${YEAR_DIGITS}(?! ${COUNTED}\\b)` },
  { example: 'people in 1700', source: `year \\d{4}|in \\d{4}${AFTER_DATE}` },
  {
    example: 'people the 3 days before',
    source: `(?:the )?(?:${NUMBER}) ?${ANY_UNIT} (?:before|after)(?: that| it)?$`,
  },
  { example: 'people two hours earlier', source: `(?:${NUMBER}) ?${ANY_UNIT} (?:earlier|sooner)` },
  // "How long ago was the last person" names no time.
  { example: 'people a while ago', source: '(?:(?:an? )?[a-z\\d]+ )?(?<!\\bhow (?:long|many [a-z]+) )ago' },
  {
    example: 'people after 25',
    source: `(?:at|on|around|after|before|since|until|till|by) \\d+${AFTER_DATE}`,
  },
  {
    example: 'people before breakfast',
    source: `(?:at|before|after|since|until|till|by|around|during|outside|between|from) (?:${NO_HOUR}|dark)`,
  },
  {
    example: 'people since i left',
    source:
      '(?:since|while|when) (?:i|we) (?:left|went (?:out|away|to (?:bed|sleep|work))|(?:was|were|am|are) (?:away|out|gone|asleep|at work|on holiday))',
  },
  // "How long is it since the last alert" names no time.
  {
    example: 'people before the alert',
    source: `(?:before|after|until|till|(?<!\\b(?:how long|time)\\b.*)since) ${SHOWN}`,
  },
  { example: 'who was here when the alarm went off', source: `${AMID} ${SHOWN}` },
  { example: 'people since that moment', source: '(?:since|before|after|until|till) that (?:time|moment|hour)' },
  {
    example: 'people outside opening hours',
    source: '(?:before|after|during|outside(?: of)?) (?:work|school|(?:business |working |office |opening )?hours)',
  },
]

const [PARTS, LEFT] = [oneOf(unreadParts), oneOf(unreadLeft)]

function oneOf(all: readonly Unread[]): RegExp {
  return new RegExp(`\\b(?:${all.map(({ source }) => source).join('|')})\\b`)
}

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

/** What numbers count, beside what all rules know as that: "5 to 10 visitors". */
const MORE_COUNTED =
  'cameras|times|visitors|strangers|animals|pets|cats|dogs|birds|horses|vehicles|cars|trucks|buses|bicycles|bikes|motorcycles'
/** A clock time, or what may be one or a date ("09.03"), that no rule took: to leave it out would count the whole day. */
const CLOCK_LEFT = new RegExp(
  `\\b(?:\\d{1,2}(?::\\d\\d)? ?(?:[ap]m|h)|(?<!\\bcameras? )\\d{1,2} (?:-|to|till|until) \\d{1,2}(?! ?(?:[kmg]b|s|${UNIT}|${COUNTED}|${MORE_COUNTED})\\b)|(?<!\\.)\\d{1,2}\\.\\d{1,2}(?![\\d.]| ?(?:[kmg]b|s|${UNIT})\\b))\\b`,
)

/** Of a question whose times are taken out; null: there is none. */
export function clockLeftIn(rest: string): string | null {
  return CLOCK_LEFT.exec(rest)?.[0] ?? null
}
