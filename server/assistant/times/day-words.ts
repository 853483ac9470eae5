import type { DateTime } from 'luxon'
import { BEFORE_LAST, COUNTED_AGO, readCountedAgo } from './counted-days'
import { BARE_MONTH, BARE_YEAR, DATE, DAY_OF_MONTH, readDate, readMonth, readYear, SHORT_MONTH } from './date-words'
import { NUMBER, numberOf } from './number-words'
import { MONTH, SURE_WEEKDAY, TH, weekdays } from './patterns'
import { atHour, dayAfter, daysSpan, monthSpan, nightOf, type Span } from './span'

/** With one group. */
const NAMED_WEEKDAY = `(${SURE_WEEKDAY})s?`

interface Rule {
  /** Source of a pattern; its groups go to `read`. */
  readonly source: string
  /** null: it means no day after all. */
  readonly read: (groups: readonly string[], now: DateTime) => Span | null
}

const rules: readonly Rule[] = [
  {
    source: 'the day before yesterday|day before yesterday',
    read: (_, now) => dayBack(now, 2, 'the day before yesterday'),
  },
  {
    source: '(?:the )?night before last',
    read: (_, now) => nightOf(now.minus({ days: 2 }), 'the night before last'),
  },
  {
    source: '(?:last night|over ?night|during the night|in the night|yesterday night|yesterday at night)',
    read: (_, now) => nightOf(now.minus({ days: 1 }), 'last night'),
  },
  {
    source: 'all night|while i (?:was )?(?:asleep|sleeping|slept|in bed)',
    read: (_, now) => nightOf(now.minus({ days: 1 }), 'last night'),
  },
  {
    source:
      '(?:early this morning|this early morning|early today|(?:in )?the (?:early|small|wee) hours (?:of )?(?:this morning|today))',
    read: (_, now) => partOfToday(now, 0, 6, 'early this morning'),
  },
  { source: 'this morning', read: (_, now) => partOfToday(now, 6, 12, 'this morning') },
  { source: 'this afternoon', read: (_, now) => partOfToday(now, 12, 18, 'this afternoon') },
  { source: 'this evening', read: (_, now) => partOfToday(nightDay(now), 18, 24, 'this evening') },
  { source: 'tonight', read: (_, now) => readTonight(now) },
  { source: 'last evening', read: (_, now) => evening(now) },
  {
    source: 'today|so far today|earlier today|this day|all day(?: today)?',
    read: (_, now) => daysSpan(now, 1, 'today'),
  },
  {
    source: 'this hour',
    read: (_, now) => ({ kind: 'night', from: now.startOf('hour'), to: now.endOf('hour'), label: 'this hour' }),
  },
  { source: 'yesterday', read: (_, now) => dayBack(now, 1, 'yesterday') },
  {
    source: `${NAMED_WEEKDAY} (?:of )?last week|last week(?:,? on)? ${NAMED_WEEKDAY}`,
    read: ([a, b], now) => weekdayOf(a || b || '', now, 1),
  },
  { source: `${NAMED_WEEKDAY} (?:of )?this week`, read: ([a], now) => weekdayOf(a ?? '', now, 0) },
  { source: '(?:the )?week before last', read: (_, now) => week(now, 2, 'the week before last') },
  {
    source: '(?:the )?weekend before last',
    read: (_, now) => weekendBack(now, 2, 'the weekend before last'),
  },
  { source: '(this|last|previous|the past|past|the) weekend', read: ([which], now) => readWeekend(which ?? '', now) },
  {
    source: '(?:this week|the current week|all week|(?<!day of )the week(?! before))',
    read: (_, now) => week(now, 0, 'this week'),
  },
  { source: '(?:the )?(?:last|previous) week', read: (_, now) => week(now, 1, 'last week') },
  { source: '(?:this month|the current month)', read: (_, now) => month(now, 0, 'this month') },
  { source: '(?:the )?(?:last|previous) month', read: (_, now) => month(now, 1, 'last month') },
  { source: '(?:this year|the current year)', read: (_, now) => year(now, 0, 'this year') },
  { source: '(?:the )?(?:last|previous) year', read: (_, now) => year(now, 1, 'last year') },
  { source: `(${NUMBER}) (day|week|month)s? ago`, read: ([count, unit], now) => ago(count ?? '', unit ?? '', now) },
  { source: COUNTED_AGO, read: ([count, name], now) => readCountedAgo(count ?? '', name ?? '', now) },
  { source: BEFORE_LAST, read: ([name], now) => readCountedAgo('two', name ?? '', now) },
  {
    source: `(?:(last|past|previous|this|this past|on|the) )?${NAMED_WEEKDAY}`,
    read: ([which, name], now) => readWeekday(which ?? '', name ?? '', now),
  },
  { source: DATE, read: (_, now) => readDate(_[0] ?? '', now) },
  {
    source: `(?:on )?the (\\d{1,2})${TH} (?:of |in )?(last|previous|this) month`,
    read: ([day, which], now) => readDayIn(now.minus({ months: which === 'this' ? 0 : 1 }), Number(day)),
  },
  { source: `(?:on )?the ${DAY_OF_MONTH}`, read: ([day], now) => readDayOfMonth(Number(day), now) },
  {
    source: `(?:in|during|of|for|this|last) (${MONTH})(?: (?:of )?(\\d{4}))?`,
    read: ([name, of], now) => readMonth(name ?? '', of ?? '', now),
  },
  { source: `(${MONTH})(?: of)? (\\d{4})`, read: ([name, of], now) => readMonth(name ?? '', of ?? '', now) },
  {
    source: `(${MONTH}) (?:of |in )?(last|this) year`,
    read: ([name, which], now) => readMonth(name ?? '', String(now.year - (which === 'last' ? 1 : 0)), now),
  },
  { source: BARE_MONTH, read: ([name], now) => readMonth(name ?? '', '', now) },
  { source: SHORT_MONTH, read: ([name], now) => readMonth(name ?? '', '', now) },
  { source: BARE_YEAR, read: ([number], now) => readYear(Number(number), now) },
]

/** Source of a pattern for every word for days; without groups. */
export const DAY = rules.map(({ source }) => source.replaceAll(/\((?!\?)/g, '(?:')).join('|')

const patterns = rules.map(({ source, read }) => ({ pattern: new RegExp(`^(?:${source})$`), read }))

/** What a text that is one word for days means; null: it is none. */
export function readDay(text: string, now: DateTime): Span | null {
  for (const { pattern, read } of patterns) {
    const match = pattern.exec(text)
    if (match === null) continue
    const groups = match.length === 1 ? [match[0]] : match.slice(1).map((group) => group ?? '')
    return read(groups, now)
  }
  return null
}

function dayBack(now: DateTime, days: number, label: string): Span {
  return daysSpan(now.minus({ days }), 1, label)
}

function readTonight(now: DateTime): Span {
  return nightOf(nightDay(now), 'tonight')
}

/** On which tonight begins: in the small hours the night that is on. */
function nightDay(now: DateTime): DateTime {
  return now.hour < 6 ? now.minus({ days: 1 }) : now
}

function evening(now: DateTime): Span {
  const day = now.minus({ days: 1 }).startOf('day')
  return { kind: 'night', from: day.set({ hour: 18 }), to: dayAfter(day), label: 'yesterday evening' }
}

function partOfToday(now: DateTime, fromHour: number, toHour: number, label: string): Span {
  return { kind: 'night', from: atHour(now, fromHour), to: atHour(now, toHour), label }
}

function week(now: DateTime, back: number, label: string): Span {
  return daysSpan(now.startOf('week').minus({ weeks: back }), 7, label)
}

function month(now: DateTime, back: number, label: string): Span {
  return monthSpan(now.startOf('month').minus({ months: back }), label)
}

function year(now: DateTime, back: number, label: string): Span {
  const from = now.startOf('year').minus({ years: back })
  return { kind: 'days', from, to: from.plus({ years: 1 }), label }
}

/** The one that is on counts as this, on its own days too; "last" is one that is over. */
function readWeekend(which: string, now: DateTime): Span {
  const isOn = now.weekday >= 6
  const back = isOn && (which === 'last' || which === 'previous') ? 1 : isOn ? 0 : 1
  return weekendBack(now, back, which === 'this' && isOn ? 'this weekend' : 'last weekend')
}

function weekendBack(now: DateTime, weeks: number, label: string): Span {
  return daysSpan(now.startOf('week').plus({ days: 5 }).minus({ weeks }), 2, label)
}

function ago(count: string, unit: string, now: DateTime): Span | null {
  const number = numberOf(count)
  if (number === null) return null
  const day = now.minus({ [`${unit}s`]: number })
  return daysSpan(day, 1, `on ${day.toFormat('cccc')}`)
}

function weekdayIndex(name: string): number {
  return weekdays.findIndex((weekday) => weekday.startsWith(name.slice(0, 3)))
}

function weekdayOf(name: string, now: DateTime, weeksBack: number): Span {
  const day = now
    .startOf('week')
    .minus({ weeks: weeksBack })
    .plus({ days: weekdayIndex(name) })
  return daysSpan(day, 1, `on ${day.toFormat('cccc')}`)
}

/** The latest one: the day itself counts, except after "last". */
function readWeekday(which: string, name: string, now: DateTime): Span {
  const index = weekdayIndex(name)
  const back = (now.weekday - 1 - index + 7) % 7
  const isBefore = which === 'last' || which === 'previous' || which === 'past'
  const day = now.minus({ days: back === 0 && isBefore ? 7 : back })
  return daysSpan(day, 1, `on ${day.toFormat('cccc')}`)
}

/** The latest that is not to come. */
function readDayOfMonth(day: number, now: DateTime): Span | null {
  return readDayIn(now.startOf('month').set({ day }) > now ? now.minus({ months: 1 }) : now, day)
}

function readDayIn(month: DateTime, day: number): Span | null {
  const date = month.startOf('month').set({ day })
  return day >= 1 && date.day === day ? daysSpan(date, 1, `on ${date.toFormat('d LLLL')}`) : null
}
