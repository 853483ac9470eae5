import { clockOf, figure, hourOf, withColon } from './clock-figures'
import { CLOCK } from './clock-words'
import { dateRewrites } from './date-rewrites'
import { AFTER_DATE, ISO_DATE, NAMED_DATE } from './date-words'
import { DAY } from './day-words'
import { NUMBER, numberOf } from './number-words'
import { BRIEF_WEEKDAY, MONTH, SPOKEN_HOUR, TH, UNIT, weekdays, YEAR_DIGITS } from './patterns'
import { POINT } from './point-words'
import type { Rewrite } from './rewrite'

const MINUTES = '(?:five|ten|twenty|twenty five|5|10|20|25)'
const DAY_NAME = `(?:yesterday|(?:last |this )?${BRIEF_WEEKDAY})`
/** Between two times. */
const LINK = 'and|or|to|vs|versus|than|with'
/** "Was anyone sat in the sun": only the words around them make them days. */
const SAT_SUN =
  '(?<=\\b(?:on|last|past|previous|this|since|until|till|before|after|from|between|of|by|for|than|with|compare|versus|vs|week|(?:\\w*day|mon|tues?|wed|thur?s?|fri|sat) (?:and|or|to|until|till|through|-)) )(?:sat|sun)\\b|\\b(?:sat|sun)(?= (?:morning|afternoon|evening|night|(?:at )?\\d\\w*|(?:of )?(?:last|this) week|(?:and|or|to) sun)\\b)'

/** A date that begins no stretch. */
const ONE_DATE = `(?:${NAMED_DATE}|${ISO_DATE}|the \\d{1,2}${TH}\\b)(?! ?(?:and|or|to|until|till|through|-) ?(?:the )?(?:\\d|${MONTH}))`

/** Before either end of a stretch they say nothing. */
const ROUGHLY = '(?:(?:the hours of|(?<=\\bbetween .*)at|about|around|roughly|approximately|like) )'
const END = `(?:${SPOKEN_HOUR}\\b|${CLOCK})`

const FOUR_DIGITS = '(?:[01]\\d|2[0-3])[0-5]\\d'
const HOURS = '(?: ?(?:h|hrs?|hours)\\b)?'
/** What may follow a time in four figures: "about 1200 events" has none. */
const AFTER_TIME = `(?:${AFTER_DATE}|(?= (?:today|yesterday|tonight|last|\\w+day)\\b))`
const MAY_BE_YEAR = new RegExp(`^${YEAR_DIGITS}$`)
const WHOLE = '(?:all|the (?:whole|entire))'
const NOW = '(?:right |just )?now'

const unitNames = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week', y: 'year' } as const

/** In their order: later ones see what earlier ones made. */
export const rewrites: readonly Rewrite[] = [
  {
    example: ['what just happened', 'what just now happened'],
    pattern:
      /\b(?<=\b(?:who|what|was|were|is|has|have|did|someone|somebody|something|anyone|anybody|anything|people) )just(?= (?:happen|there\b|here\b|came\b|come\b|arrived\b|left\b|passed\b|walked\b|moved\b|at\b|in\b|outside\b|seen\b|detected\b|recorded\b))/g,
    to: 'just now',
  },
  {
    example: ['who came earlier', 'who came earlier today'],
    pattern: new RegExp(
      `^(?!.*\\b(?:last|this|tonight|nights?|mornings?|afternoons?|evenings?|\\w+day|not?|than|or|${UNIT}) )(?:who|what|was|were|is|has|have|did|any\\w*)(?: (?:[a-z]+|_)){0,5} earlier$`,
    ),
    to: (_, said) => `${said} today`,
  },
  { example: ['people this night', 'people tonight'], pattern: /\bthis night\b/g, to: 'tonight' },
  {
    example: ['in the middle of the night', 'in the small hours'],
    pattern: /\b(?:middle|dead) of (?:the )?night\b/g,
    to: 'small hours',
  },
  {
    example: ['in the middle of last night', 'last night in the small hours'],
    pattern: /\b(?:in )?(?:the )?(?:middle|dead) of last night\b/g,
    to: 'last night in the small hours',
  },
  { example: ['around 5ish', 'around 5'], pattern: /\b(\d{1,2}(?::\d{2})?) ?ish\b/g, to: '$1' },
  { example: ['no later than 8 pm', 'before 8 pm'], pattern: /\b(?:no|not) later than\b/g, to: 'before' },
  { example: ['not earlier than 8 pm', 'after 8 pm'], pattern: /\b(?:no|not) earlier than\b/g, to: 'after' },
  {
    example: ['people on sat', 'people on saturday'],
    pattern: new RegExp(SAT_SUN, 'g'),
    to: (_, day) => (day === 'sat' ? 'saturday' : 'sunday'),
  },
  {
    example: ['at half past two', 'at 2:30'],
    pattern: new RegExp(`\\bhalf (?:past )?(?<hour>${SPOKEN_HOUR})\\b`, 'g'),
    to: ({ hour }) => clockOf(hour, 30),
  },
  {
    example: ['at quarter past nine', 'at 9:15'],
    pattern: new RegExp(`\\bquarter past (?<hour>${SPOKEN_HOUR})\\b`, 'g'),
    to: ({ hour }) => clockOf(hour, 15),
  },
  {
    example: ['at quarter to one', 'at 12:45'],
    pattern: new RegExp(`\\bquarter (?:to|till) (?<hour>${SPOKEN_HOUR})\\b`, 'g'),
    to: ({ hour }) => clockOf(hour, -15),
  },
  {
    example: ['at ten past 4', 'at 4:10'],
    pattern: new RegExp(`\\b(?<count>${MINUTES})(?: minutes?)? past (?<hour>${SPOKEN_HOUR})\\b`, 'g'),
    to: ({ count, hour }) => clockOf(hour, numberOf(count ?? '') ?? 0),
  },
  // The patterns for a stretch have its ends directly behind the words.
  {
    example: ['between yesterday at about 8 pm and roughly 10 pm', 'between yesterday 8 pm and 10 pm'],
    pattern: new RegExp(
      `(?<!\\bdifference )\\b(?<word>between (?:(?:${DAY}) )?|(?:from|within) )${ROUGHLY}*(?<from>${END}) ?(?<link>and|to|until|till|-) ${ROUGHLY}*(?=${END})`,
      'g',
    ),
    to: '$<word>$<from> $<link> ',
  },
  // "from five to ten" is a stretch, "at ten to five" a time.
  {
    example: ['at ten to five', 'at 4:50'],
    pattern: new RegExp(
      `\\b(?<word>at|around|about|after|before|until|till|by|since) (?<count>${MINUTES})(?: minutes?)? to (?<hour>${SPOKEN_HOUR})\\b`,
      'g',
    ),
    to: ({ word, count, hour }) => `${word} ${clockOf(hour, -(numberOf(count ?? '') ?? 0))}`,
  },
  // Both are in the half that is said, unless that would turn them round.
  {
    example: ['at 7 and 9 pm', 'at 7 pm and 9 pm'],
    pattern: new RegExp(
      `\\b(?<word>at|around|about) (?<one>${SPOKEN_HOUR})(?<minutes>(?::\\d{2})?)(?= (?:and|or) (?:(?:at|around|about) )?(?<other>${SPOKEN_HOUR})(?::\\d{2})? ?(?<half>[ap]m)\\b)`,
      'g',
    ),
    to: ({ word, one, minutes, other, half }) =>
      hourOf(one) < hourOf(other) ? `${word} ${figure(one)}${minutes} ${half}` : null,
  },
  // Only where words around it make a number a time.
  {
    example: ['between two and four', 'between 2 and 4'],
    pattern: new RegExp(
      `\\b(?<from>between|from) (?<one>${SPOKEN_HOUR}) (?<to>and|to|until|till) (?<other>${SPOKEN_HOUR})\\b(?! of)`,
      'g',
    ),
    to: ({ from, one, to, other }) => `${from} ${figure(one)} ${to} ${figure(other)}`,
  },
  {
    example: ['after seven pm', 'after 7 pm'],
    pattern: new RegExp(
      `\\b(?<word>between|from|and|to|at|around|about|after|before|until|till|by|since) (?<hour>${SPOKEN_HOUR}) ?(?<half>am|pm|o clock|oclock)\\b`,
      'g',
    ),
    to: ({ word, hour, half }) => `${word} ${figure(hour)} ${half}`,
  },
  {
    example: ['from 9 am to five', 'from 9 am to 5'],
    pattern: new RegExp(
      `\\b(?<from>between|from) (?<one>\\S+(?: [ap]m)?) (?<to>and|to|until|till) (?<other>${SPOKEN_HOUR})\\b(?! of)`,
      'g',
    ),
    to: ({ from, one, to, other }) => (/\d/.test(one ?? '') ? `${from} ${one} ${to} ${figure(other)}` : null),
  },
  // "1d 2h ago" is no "2 hours ago".
  {
    example: ['2h ago', '2 hours ago'],
    pattern: /(?<!\d ?[smhdwy] ?)\b(?<count>\d{1,6}) ?(?<unit>[smhdwy]) ago\b/g,
    to: ({ count, unit }) => `${count} ${unitNames[unit as keyof typeof unitNames]}${count === '1' ? '' : 's'} ago`,
  },
  { example: ['a fortnight ago', '2 weeks ago'], pattern: /\b(?:(?:a|1) )?fortnights?\b/g, to: '2 weeks' },
  {
    example: ['the last couple days', 'last 2 days'],
    pattern: /\b(?:the )?(?<last>last|past) couple (?<unit>days|hours|weeks)\b/g,
    to: '$<last> 2 $<unit>',
  },
  {
    example: ['in the last hour and a half', 'in the last 90 minutes'],
    pattern: /\b(?:an |(?<=\b(?:last|past) ))hour and a half\b/g,
    to: '90 minutes',
  },
  {
    example: ['a quarter of an hour ago', '15 minutes ago'],
    pattern: /\b(?:a )?quarter of an hour\b/g,
    to: '15 minutes',
  },
  {
    example: ['since lunch time', 'since noon'],
    pattern: /\b(?<word>since|after|before|until|around|at) lunch(?: ?time)?\b/g,
    to: '$<word> noon',
  },
  // Before a room, say, it is of a name.
  {
    example: ['yesterday lunchtime', 'yesterday at noon'],
    pattern: new RegExp(
      `\\b(?<day>today|${DAY_NAME}) lunch(?: ?time)?(?=$| (?:at|in|on|and|or|near|by|to|until|till)\\b)`,
      'g',
    ),
    to: '$<day> at noon',
  },
  {
    example: ['last night and the night before', 'last night and the night before last'],
    pattern: new RegExp(`\\blast (?<unit>night|week|weekend) (?<link>${LINK}) the \\k<unit> before\\b(?! last)`, 'g'),
    to: 'last $<unit> $<link> the $<unit> before last',
  },
  {
    example: ['this week than the week before', 'this week than last week'],
    pattern: new RegExp(`\\bthis (?<unit>week|month|year) (?<link>${LINK}) the \\k<unit> before\\b(?! last)`, 'g'),
    to: 'this $<unit> $<link> last $<unit>',
  },
  {
    example: ['yesterday and the day before', 'yesterday and the day before yesterday'],
    pattern: new RegExp(`\\byesterday (?<link>${LINK}) the day before\\b(?! yesterday)`, 'g'),
    to: 'yesterday $<link> the day before yesterday',
  },
  // Both are of that week.
  {
    example: ['monday and wednesday of last week', 'monday of last week and wednesday of last week'],
    pattern: new RegExp(
      `\\b(?<one>${BRIEF_WEEKDAY}) (?<link>${LINK}|until|till|through) (?:on )?(?<other>${BRIEF_WEEKDAY}) (?:of )?(?<which>last|this) week\\b`,
      'g',
    ),
    to: '$<one> of $<which> week $<link> $<other> of $<which> week',
  },
  // The day that it begins on names a night.
  {
    example: ['during the night of monday to tuesday', 'monday night'],
    pattern: new RegExp(
      `\\b(?:(?:during|in|over) )?the night (?:of |on |from |between )?(?<day>yesterday|${BRIEF_WEEKDAY}|${ONE_DATE})(?: (?:to|and) ${BRIEF_WEEKDAY})?\\b`,
      'g',
    ),
    to: '$<day> night',
  },
  {
    example: ['the cats night from sunday to monday', 'the cats sunday night'],
    pattern: new RegExp(
      `\\b(?<!\\b(?:last|at|every|each) )night (?:of|from|between) (?<day>${BRIEF_WEEKDAY}) (?:to|and) (?<next>${BRIEF_WEEKDAY})\\b`,
      'g',
    ),
    to: ({ day = '', next = '' }) => (isDayAfter(next, day) ? `${day} night` : null),
  },
  // "all day" alone is today.
  {
    example: ['people all day yesterday', 'people yesterday'],
    pattern: new RegExp(`\\b${WHOLE} day (?=(?:on |of )?${DAY_NAME}\\b)`, 'g'),
    to: '',
  },
  {
    example: ['last monday the whole day', 'last monday'],
    pattern: new RegExp(`\\b(?<day>${DAY_NAME}) ${WHOLE} day\\b`, 'g'),
    to: '$<day>',
  },
  {
    example: ['the entire month', 'this month'],
    pattern: /\b(?:all|(?:the )?(?:whole|entire)) (?<unit>month|year)\b/g,
    to: 'this $<unit>',
  },
  { example: ['the whole week', 'this week'], pattern: /\b(?:the )?(?:whole|entire) week\b/g, to: 'this week' },
  {
    example: ['the whole weekend', 'the weekend'],
    pattern: /\b(?:the )?(?:whole|entire) weekend\b/g,
    to: 'the weekend',
  },
  {
    example: ['the whole night', 'all night'],
    pattern: /\b(?:the )?(?:whole|entire) (?<unit>day|night)\b/g,
    to: 'all $<unit>',
  },
  ...dateRewrites,
  {
    example: ['2 to 3 days ago', 'from 3 days ago to 2 days ago'],
    pattern: new RegExp(
      `\\b(?:between )?(?<from>${NUMBER}) (?:and|to|-) (?<to>${NUMBER}) (?<unit>days?|weeks?|months?) ago\\b`,
      'g',
    ),
    to: 'from $<to> $<unit> ago to $<from> $<unit> ago',
  },
  {
    example: ['more than two weeks ago', 'before two weeks ago'],
    pattern: new RegExp(`\\b(?:more|longer) than (?<count>${NUMBER}) (?<unit>days?|weeks?|months?) ago\\b`, 'g'),
    to: 'before $<count> $<unit> ago',
  },
  {
    example: ['less than 2 hours ago', 'in the last 2 hours'],
    pattern: new RegExp(
      `\\b(?:less|no more|not more) than (?<count>${NUMBER}) (?<unit>minutes?|hours?|days?|weeks?|months?) ago\\b`,
      'g',
    ),
    to: 'in the last $<count> $<unit>',
  },
  // What may be a year too is a time only beside one that is none, or after "at".
  {
    example: ['from 2000 to 2359', 'from 20:00 to 23:59'],
    pattern: new RegExp(
      `\\b(?<word>between|from) (?<from>${FOUR_DIGITS})${HOURS} ?(?<link>and|to|until|till|-) ?(?<to>${FOUR_DIGITS})${HOURS}${AFTER_TIME}`,
      'g',
    ),
    to: ({ word, from = '', link, to = '' }) =>
      MAY_BE_YEAR.test(from) && MAY_BE_YEAR.test(to) ? null : `${word} ${withColon(from)} ${link} ${withColon(to)}`,
  },
  {
    example: ['at 2000', 'at 20:00'],
    pattern: new RegExp(
      `\\b(?<word>at|around|about|by|after|before|since|until|till|from) (?<time>${FOUR_DIGITS})${HOURS}${AFTER_TIME}`,
      'g',
    ),
    to: ({ word = '', time = '' }, said) =>
      MAY_BE_YEAR.test(time) && !/^(?:at|around|about|by)$/.test(word) && !/[hs]$/.test(said)
        ? null
        : `${word} ${withColon(time)}`,
  },
  {
    example: ['at 22:30h', 'at 22:30'],
    pattern: /\b(?<time>\d{1,2}:\d{2}) ?(?:h|hrs?|hours)\b/g,
    to: '$<time>',
  },
  // Two bounds are one stretch.
  {
    example: ['after 5 pm and before 8 pm', 'between 5 pm and 8 pm'],
    pattern: new RegExp(
      `\\b(?:after|since|later than) (?<from>${CLOCK}) (?:(?:and|but) )?(?:before|until|till|earlier than) (?<to>${CLOCK})(?![\\w:])`,
      'g',
    ),
    to: 'between $<from> and $<to>',
  },
  // A stretch that ends now.
  {
    example: ['between monday and right now', 'since monday'],
    pattern: new RegExp(`\\b(?:from|between|since) (?<from>${POINT}|${CLOCK}) and ${NOW}\\b`, 'g'),
    to: 'since $<from>',
  },
  {
    example: ['monday until now', 'since monday'],
    pattern: new RegExp(
      `\\b(?:(?:from|between|since) )?(?<from>${POINT}|${CLOCK}) (?:to|until|till|up to) ${NOW}\\b`,
      'g',
    ),
    to: 'since $<from>',
  },
]

function isDayAfter(next: string, day: string): boolean {
  const at = (name: string) => weekdays.findIndex((whole) => whole.startsWith(name.slice(0, 3)))
  return (at(day) + 1) % 7 === at(next)
}
