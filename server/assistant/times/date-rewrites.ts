import { CLOCK } from './clock-words'
import { ISO_DATE, NAMED_DATE } from './date-words'
import { BRIEF_WEEKDAY, MONTH, TH } from './patterns'
import type { Groups, Rewrite } from './rewrite'

const DAYS_OF_MONTH = `(?:the )?(?<from>\\d{1,2})${TH}? ?(?<link>and|to|until|till|through|-) ?(?:the )?(?<to>\\d{1,2})${TH}?(?: of)? (?<month>${MONTH})(?: (?<year>\\d{4}))?`
const MONTH_AND_DAYS = `(?<month>${MONTH}) (?:the )?(?<from>\\d{1,2})${TH}? ?(?<link>and|to|through|-) ?(?:the )?(?<to>\\d{1,2})${TH}?(?: (?<year>\\d{4}))?`
/** Days that are left out stay as they are said. */
const NOT_BUT =
  '(?<!\\b(?:not|but|except|excluding|without|ignoring|from|than|before|after|since|until|till)(?: for)?(?: on)? )'
const AT_CLOCK = `at (?<clock>${CLOCK})(?: ?(?:to|until|till|-) ?(?<end>${CLOCK}))?(?![\\w:]| ?[ap]m\\b| ?(?:to|until|till|and|or|-) ?\\d)`

/** Those of dates, in their order. */
export const dateRewrites: readonly Rewrite[] = [
  // The date says it, and of another week than the latest Saturday.
  {
    example: ['on saturday the 7 march', 'on 7 march'],
    pattern: new RegExp(`\\b${BRIEF_WEEKDAY} (?:the )?(?=${NAMED_DATE}|${ISO_DATE})`, 'g'),
    to: '',
  },
  // A clock time is of each of these days, and does not end the last of them.
  {
    example: ['people from 3 to 5 march at 8', 'people at 8 from 3 march to 5 march'],
    pattern: new RegExp(`${NOT_BUT}\\b(?<word>(?:from|between|on) )?${DAYS_OF_MONTH} ${AT_CLOCK}`, 'g'),
    to: clockOfEach,
  },
  {
    example: ['people march 3 to 5 at 8', 'people at 8 from 3 march to 5 march'],
    pattern: new RegExp(`${NOT_BUT}\\b(?<word>(?:from|between|on) )?${MONTH_AND_DAYS} ${AT_CLOCK}`, 'g'),
    to: clockOfEach,
  },
  {
    example: ['people at 8 pm on 3 to 5 march', 'people at 8 pm from 3 march to 5 march'],
    pattern: new RegExp(`\\bat (?<clock>${CLOCK}) (?:on )?${DAYS_OF_MONTH}\\b(?! (?:\\d|at\\b))`, 'g'),
    to: clockOfEach,
  },
  // The month, and the year, are of both days.
  {
    example: ['1st to 5th of march 2026', '1 march 2026 to 5 march 2026'],
    pattern: new RegExp(`\\b${DAYS_OF_MONTH}\\b(?! \\d)`, 'g'),
    to: bothDates,
  },
  {
    example: ['march 1-5', '1 march - 5 march'],
    pattern: new RegExp(`\\b${MONTH_AND_DAYS}\\b(?![:.]| ?(?:[ap]m|o clock|oclock|h|${MONTH})\\b)`, 'g'),
    to: bothDates,
  },
]

function bothDates({ from, link, to, month, year = '' }: Groups): string {
  return `${from} ${month} ${year} ${link} ${to} ${month} ${year}`.trim()
}

/** "3 and 4 march" are two days, beside which a clock time is of both already. */
function clockOfEach({ word, from, link, to, month, year, clock, end }: Groups): string | null {
  if (link === 'and' && word !== 'between ') return null
  const of = year === undefined ? month : `${month} ${year}`
  const time = end === undefined ? `at ${clock}` : `between ${clock} and ${end}`
  return `${time} from ${from} ${of} to ${to} ${of}`
}
