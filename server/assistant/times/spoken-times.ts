import { CLOCK } from './clock-words'
import { AFTER_DATE, ISO_DATE, MONTH, NAMED_DATE } from './date-words'
import { DAY } from './day-words'
import { NUMBER, numberOf } from './number-words'
import { POINT } from './point-words'

const HOUR = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})'
const MINUTES = '(?:five|ten|twenty|twenty five|5|10|20|25)'
const WEEKDAY =
  '(?:mon|monday|tue|tues|tuesday|wed|wednesday|thu|thur|thurs|thursday|fri|friday|sat|saturday|sun|sunday)'
const DAY_NAME = `(?:yesterday|(?:last |this )?${WEEKDAY})`
/** Between two times. */
const LINK = 'and|or|to|vs|versus|than|with'
/** "Was anyone sat in the sun": only the words around them make them days. */
const SAT_SUN =
  '(?<=\\b(?:on|last|past|previous|this|since|until|till|before|after|from|between|of|by|for|than|with|compare|versus|vs|week|(?:\\w*day|mon|tues?|wed|thur?s?|fri|sat) (?:and|or|to|until|till|through|-)) )(?:sat|sun)\\b|\\b(?:sat|sun)(?= (?:morning|afternoon|evening|night|(?:at )?\\d\\w*|(?:of )?(?:last|this) week|(?:and|or|to) sun)\\b)'

/** Before either end of a stretch they say nothing. */
const ROUGHLY = '(?:(?:the hours of|(?<=\\bbetween .*)at|about|around|roughly|approximately|like) )'
const END = `(?:${HOUR}\\b|${CLOCK})`

const FOUR_DIGITS = '(?:[01]\\d|2[0-3])[0-5]\\d'
const HOURS = '(?: ?(?:h|hrs?|hours)\\b)?'
/** What may follow a time in four figures: "about 1200 events" has none. */
const AFTER_TIME = `(?:${AFTER_DATE}|(?= (?:today|yesterday|tonight|last|\\w+day)\\b))`
const YEAR = /^(?:19|20)/

const unitNames = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week', y: 'year' } as const

type Rewrite = readonly [RegExp, (said: string, ...groups: string[]) => string]

/** As people say times, and as the patterns for times have them. */
const rewrites: readonly Rewrite[] = [
  [/\b(?:no|not) later than\b/g, () => 'before'],
  [/\b(?:no|not) earlier than\b/g, () => 'after'],
  [new RegExp(SAT_SUN, 'g'), (day) => (day === 'sat' ? 'saturday' : 'sunday')],
  [new RegExp(`\\bhalf (?:past )?(${HOUR})\\b`, 'g'), (_, hour) => clockOf(hour, 30)],
  [new RegExp(`\\bquarter past (${HOUR})\\b`, 'g'), (_, hour) => clockOf(hour, 15)],
  [new RegExp(`\\bquarter (?:to|till) (${HOUR})\\b`, 'g'), (_, hour) => clockOf(hour, -15)],
  [
    new RegExp(`\\b(${MINUTES})(?: minutes?)? past (${HOUR})\\b`, 'g'),
    (_, count, hour) => clockOf(hour, numberOf(count) ?? 0),
  ],
  // "between yesterday at about 8 pm and roughly 10 pm": the patterns for a stretch have its ends directly behind the words.
  [
    new RegExp(
      `(?<!\\bdifference )\\b(between (?:(?:${DAY}) )?|(?:from|within) )${ROUGHLY}*(${END}) ?(and|to|until|till|-) ${ROUGHLY}*(?=${END})`,
      'g',
    ),
    (_, word, from, link) => `${word}${from} ${link} `,
  ],
  // "from five to ten" is a stretch, "at ten to five" a time.
  [
    new RegExp(`\\b(at|around|about|after|before|until|till|by|since) (${MINUTES})(?: minutes?)? to (${HOUR})\\b`, 'g'),
    (_, word, count, hour) => `${word} ${clockOf(hour, -(numberOf(count) ?? 0))}`,
  ],
  // "at 7 and 9 pm": both are in the half that is said, unless that would turn them round.
  [
    new RegExp(
      `\\b(at|around|about) (${HOUR})((?::\\d{2})?)(?= (and|or) (?:(?:at|around|about) )?(${HOUR})(?::\\d{2})? ?([ap]m)\\b)`,
      'g',
    ),
    (said, word, one, minutes, _link, other, half) =>
      hourOf(one) < hourOf(other) ? `${word} ${figure(one)}${minutes} ${half}` : said,
  ],
  // "between two and four": only where words around it make a number a time.
  [
    new RegExp(`\\b(between|from) (${HOUR}) (and|to|until|till) (${HOUR})\\b(?! of)`, 'g'),
    (_, from, one, to, other) => `${from} ${figure(one)} ${to} ${figure(other)}`,
  ],
  [
    new RegExp(
      `\\b(between|from|and|to|at|around|about|after|before|until|till|by|since) (${HOUR}) ?(am|pm|o clock|oclock)\\b`,
      'g',
    ),
    (_, word, hour, half) => `${word} ${figure(hour)} ${half}`,
  ],
  [
    new RegExp(`\\b(between|from) (\\S+(?: [ap]m)?) (and|to|until|till) (${HOUR})\\b(?! of)`, 'g'),
    (said, from, one, to, other) => (/\d/.test(one) ? `${from} ${one} ${to} ${figure(other)}` : said),
  ],
  // "1d 2h ago" is no "2 hours ago".
  [
    /(?<!\d ?[smhdwy] ?)\b(\d{1,6}) ?([smhdwy]) ago\b/g,
    (_, count, unit) => `${count} ${unitNames[unit as keyof typeof unitNames]}${count === '1' ? '' : 's'} ago`,
  ],
  [/\b(?:(?:a|1) )?fortnights?\b/g, () => '2 weeks'],
  [/\b(?:the )?(last|past) couple (days|hours|weeks)\b/g, (_, last, unit) => `${last} 2 ${unit}`],
  [/\b(?:an |(?<=\b(?:last|past) ))hour and a half\b/g, () => '90 minutes'],
  [/\b(?:a )?quarter of an hour\b/g, () => '15 minutes'],
  [/\b(since|after|before|until|around|at) lunch(?: ?time)?\b/g, (_, word) => `${word} noon`],
  // "last night and the night before".
  [
    new RegExp(`\\blast (night|week|weekend) (${LINK}) the \\1 before\\b(?! last)`, 'g'),
    (_, unit, link) => `last ${unit} ${link} the ${unit} before last`,
  ],
  [
    new RegExp(`\\bthis (week|month|year) (${LINK}) the \\1 before\\b(?! last)`, 'g'),
    (_, unit, link) => `this ${unit} ${link} last ${unit}`,
  ],
  [
    new RegExp(`\\byesterday (${LINK}) the day before\\b(?! yesterday)`, 'g'),
    (_, link) => `yesterday ${link} the day before yesterday`,
  ],
  // "Monday and Wednesday of last week": both are of that week.
  [
    new RegExp(`\\b(${WEEKDAY}) (${LINK}|until|till|through) (?:on )?(${WEEKDAY}) (?:of )?(last|this) week\\b`, 'g'),
    (_, one, link, other, which) => `${one} of ${which} week ${link} ${other} of ${which} week`,
  ],
  // The day that it begins on names a night.
  [
    new RegExp(
      `\\b(?:(?:during|in|over) )?the night (?:of |on |from |between )?(yesterday|${WEEKDAY})(?: (?:to|and) ${WEEKDAY})?\\b`,
      'g',
    ),
    (_, day) => `${day} night`,
  ],
  // "all day yesterday" is yesterday, "all day" alone today.
  [new RegExp(`\\b(?:all|the (?:whole|entire)) day (?=(?:on |of )?${DAY_NAME}\\b)`, 'g'), () => ''],
  [new RegExp(`\\b(${DAY_NAME}) (?:all|the (?:whole|entire)) day\\b`, 'g'), (_, day) => day],
  [/\b(?:all|(?:the )?(?:whole|entire)) (month|year)\b/g, (_, unit) => `this ${unit}`],
  [/\b(?:the )?(?:whole|entire) week\b/g, () => 'this week'],
  [/\b(?:the )?(?:whole|entire) weekend\b/g, () => 'the weekend'],
  [/\b(?:the )?(?:whole|entire) (day|night)\b/g, (_, unit) => `all ${unit}`],
  // "Saturday, 7 March": the date says it, and of another week than the latest Saturday.
  [new RegExp(`\\b${WEEKDAY} (?:the )?(?=${NAMED_DATE}|${ISO_DATE})`, 'g'), () => ''],
  // "1 to 5 March", "March 1-5": the month, and the year, are of both days.
  [
    new RegExp(
      `\\b(?:the )?(\\d{1,2})(?:st|nd|rd|th)? ?(and|to|until|till|through|-) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})(?: (\\d{4}))?\\b(?! \\d)`,
      'g',
    ),
    (_, from, link, to, month, year = '') => `${from} ${month} ${year} ${link} ${to} ${month} ${year}`.trim(),
  ],
  [
    new RegExp(
      `\\b(${MONTH}) (?:the )?(\\d{1,2})(?:st|nd|rd|th)? ?(and|to|through|-) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?\\b(?![:.]| ?(?:[ap]m|o clock|oclock|h|${MONTH})\\b)`,
      'g',
    ),
    (_, month, from, link, to, year = '') => `${from} ${month} ${year} ${link} ${to} ${month} ${year}`.trim(),
  ],
  [
    new RegExp(`\\b(?:between )?(${NUMBER}) (?:and|to|-) (${NUMBER}) (days?|weeks?|months?) ago\\b`, 'g'),
    (_, from, to, unit) => `from ${to} ${unit} ago to ${from} ${unit} ago`,
  ],
  [
    new RegExp(`\\b(?:more|longer) than (${NUMBER}) (days?|weeks?|months?) ago\\b`, 'g'),
    (_, count, unit) => `before ${count} ${unit} ago`,
  ],
  [
    new RegExp(`\\b(?:less|no more|not more) than (${NUMBER}) (minutes?|hours?|days?|weeks?|months?) ago\\b`, 'g'),
    (_, count, unit) => `in the last ${count} ${unit}`,
  ],
  // "0600", "2359": what may be a year too is a time only beside one that is none, or after "at".
  [
    new RegExp(
      `\\b(between|from) (${FOUR_DIGITS})${HOURS} ?(and|to|until|till|-) ?(${FOUR_DIGITS})${HOURS}${AFTER_TIME}`,
      'g',
    ),
    (said, word, from, link, to) =>
      [from, to].every((time) => YEAR.test(time)) ? said : `${word} ${withColon(from)} ${link} ${withColon(to)}`,
  ],
  [
    new RegExp(`\\b(at|around|about|by|after|before|since|until|till|from) (${FOUR_DIGITS})${HOURS}${AFTER_TIME}`, 'g'),
    (said, word, time) =>
      YEAR.test(time) && !/^(?:at|around|about|by)$/.test(word) && !/[hs]$/.test(said)
        ? said
        : `${word} ${withColon(time)}`,
  ],
  [/\b(\d{1,2}:\d{2}) ?(?:h|hrs?|hours)\b/g, (_, time) => time],
  // Two bounds are one stretch: "after 5 pm and before 8 pm".
  [
    new RegExp(
      `\\b(?:after|since|later than) (${CLOCK}) (?:(?:and|but) )?(?:before|until|till|earlier than) (${CLOCK})(?![\\w:])`,
      'g',
    ),
    (_, from, to) => `between ${from} and ${to}`,
  ],
  // A stretch that ends now: "between Monday and now", "Monday until now".
  [
    new RegExp(`\\b(?:from|between|since) (${POINT}|${CLOCK}) and (?:right |just )?now\\b`, 'g'),
    (_, from) => `since ${from}`,
  ],
  [
    new RegExp(
      `\\b(?:(?:from|between|since) )?(${POINT}|${CLOCK}) (?:to|until|till|up to) (?:right |just )?now\\b`,
      'g',
    ),
    (_, from) => `since ${from}`,
  ],
]

/** A question in small letters with its spoken times in figures: "half past two" is 2:30. */
export function inFigures(text: string): string {
  return rewrites.reduce((said, [pattern, rewrite]) => said.replace(pattern, rewrite), text).replace(/ {2,}/g, ' ')
}

function figure(word: string): string {
  return String(numberOf(word) ?? word)
}

/** Of a half of the day, which begins at 12. */
function hourOf(word: string): number {
  return Number(figure(word)) % 12
}

function withColon(digits: string): string {
  return `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** The hour before it where the minutes are taken off; an hour of 12 stays one. */
function clockOf(hour: string, minute: number): string {
  const said = numberOf(hour) ?? 0
  const whole = minute < 0 ? (said === 1 ? 12 : said - 1) : said
  return `${whole}:${String((minute + 60) % 60).padStart(2, '0')}`
}
