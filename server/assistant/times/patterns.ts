/** Sources of patterns that several readers of times share, without groups. Where one takes what another refuses, its name says so. */

export const weekdays: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

/** Whole names. */
export const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const WORKDAY = 'mon|monday|tue|tues|tuesday|wed|wednesday|thu|thur|thurs|thursday|fri|friday'
/** Short ones too, but for "sat" and "sun": they are days only where the words around them say so, and are written out there. */
export const SURE_WEEKDAY = `(?:${WORKDAY}|saturday|sunday)`
/** Short ones too. */
export const BRIEF_WEEKDAY = `(?:${WORKDAY}|sat|saturday|sun|sunday)`

export const FULL_MONTH = 'january|february|march|april|june|july|august|september|october|november|december'
export const BRIEF_MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec'
export const MONTH = `(?:${FULL_MONTH}|${BRIEF_MONTH})`
/** After the number of a day. */
export const TH = '(?:st|nd|rd|th)'
/** Four digits that may be a year, or an hour and minutes. */
export const YEAR_DIGITS = '(?:19|20)\\d{2}'

export const MINUTES_OR_HOURS = 'minutes?|mins?|hours?|hrs?'
export const UNIT = `(?:seconds?|secs?|${MINUTES_OR_HOURS}|h|days?|weeks?|months?|years?)`
/** Also as in "2 d". */
export const BRIEF_UNIT = `(?:${UNIT}|d)`

/** An hour of the clock in a word or a number: "at ten". */
export const SPOKEN_HOUR = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})'
/** A time in figures without the half of the day: "9", "9:30", "9 o clock". */
export const OPEN_CLOCK = '\\d{1,2}(?::?\\d{2})?(?: ?(?:o clock|oclock|h))?'

/** What is counted: "2000 events" are no year. */
export const COUNTED = '(?:events?|alerts?|clips?|videos?|recordings?|people|persons?|motions?)'
