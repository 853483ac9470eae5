import type { DateTime } from 'luxon'
import { partOf, readPart } from './clock-words'
import { NUMBER, numberOf } from './number-words'
import { weekdays } from './patterns'
import { daysSpan, nightOf, type Span } from './span'

/** One group: a part of each day, or a day of the week. */
const COUNTED = `(night|evening|morning|afternoon|${weekdays.join('|')})`
const MOST = 366

/** With two groups: "two nights ago", "three Mondays ago". */
export const COUNTED_AGO = `(${NUMBER}) ${COUNTED}s? ago`
/** With one group: "the Monday before last". */
export const BEFORE_LAST = `(?:the )?(${weekdays.join('|')}) before last`
const LAST_COUNTED = new RegExp(
  `\\b(?:(?:in|for|over|during|on|of) )?(?:the |these )?(?:last|past|previous) (${NUMBER}) (?:of )?(?:the )?${COUNTED}s?\\b`,
)

export function readCountedAgo(count: string, name: string, now: DateTime): Span | null {
  const number = numberOf(count)
  return isCount(number) ? countedBack(name, number, now, `${count} ${name}${number === 1 ? '' : 's'} ago`) : null
}

/** "the last two nights": each of them, the earliest first. null: none are named. */
export function readLastCounted(
  text: string,
  now: DateTime,
): { spans: readonly Span[]; label: string; match: RegExpExecArray } | null {
  const match = LAST_COUNTED.exec(text)
  const [, count = '', name = ''] = match ?? []
  const number = numberOf(count)
  if (match === null || !isCount(number)) return null
  const label = `in the last ${count} ${name}s`
  // A morning that is over is the latest one; a night is over only on the day after.
  const isOver = !weekdays.includes(name) && countedBack(name, 0, now, label).to <= now
  const spans = Array.from({ length: number }, (_, index) =>
    countedBack(name, number - index - (isOver ? 1 : 0), now, label),
  )
  return { spans, label, match }
}

function isCount(number: number | null): number is number {
  return number !== null && Number.isInteger(number) && number >= 1 && number <= MOST
}

function countedBack(name: string, count: number, now: DateTime, label: string): Span {
  const index = weekdays.indexOf(name)
  if (index >= 0) {
    const back = (now.weekday - 1 - index + 7) % 7 || 7
    return daysSpan(now.minus({ days: back + 7 * (count - 1) }), 1, label)
  }
  const day = now.minus({ days: count })
  const part = readPart(name)
  return part === null || name === 'night' ? nightOf(day, label) : { ...partOf(day, part), label }
}
