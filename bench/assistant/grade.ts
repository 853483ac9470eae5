import { claimedEvents, inventions, linksOf } from './agreement'
import type { BenchQuestion, Expectation } from './expectation'
import { minuteOf } from './local-time'
import type { EventRow } from './workspace'

export type Verdict = 'right' | 'wrong' | 'refused' | 'invented'

/** Rows that an answer is expected to list of many. */
const LISTED = 10

const refusals =
  /beyond me|cannot tell|do not (know|look|listen)|is not kept|There is no camera called|I change nothing|nothing of the future/

/** Invented comes first: an answer that is right and claims one thing that never was is the worst kind. */
export function grade(
  { expected }: BenchQuestion,
  answer: string,
  rows: readonly EventRow[],
  areLinksOpen: boolean,
): Verdict {
  if (inventions(answer, rows).length > 0) return 'invented'
  if (areLinksOpen && isRight(expected, answer)) return 'right'
  return refusals.test(answer) ? 'refused' : 'wrong'
}

function isRight(expected: Expectation, answer: string): boolean {
  switch (expected.kind) {
    case 'count':
      return firstNumber(answer) === expected.rows.length && listsOnly(answer, expected.rows)
    case 'number':
      return firstNumber(answer) === expected.value
    case 'event':
      return isEvent(answer, expected.row)
    case 'events':
      return isEvents(answer, expected.rows)
    case 'comparison':
      return isComparison(answer, expected.first, expected.second)
    case 'words':
      return (
        expected.words.every((word) => answer.includes(word)) &&
        !(expected.not ?? []).some((word) => answer.includes(word))
      )
    case 'clips':
      return same(
        linksOf(answer).map(({ clipId }) => clipId),
        expected.rows.map(({ clip }) => clip?.id ?? ''),
      )
    case 'refusal':
      return expected.words.test(answer) && linksOf(answer).length === 0
  }
}

/** Numbers of an answer outside brackets, times and links; "no" is 0. */
function numbersIn(answer: string): number[] {
  const plain = answer
    .replace(/\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/in the last \d+ \w+|about \d+ \w+ ago|on \d+ \w+|\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?|\d{2}:\d{2}/g, ' ')
    .replace(/\b[Tt]here was no\b/g, '0')
  return [...plain.matchAll(/\b\d+\b/g)].map(([number]) => Number(number))
}

function firstNumber(answer: string): number | undefined {
  return numbersIn(answer)[0]
}

/** Everything listed is asked for, and as much is listed as may be. */
function listsOnly(answer: string, rows: readonly EventRow[]): boolean {
  const allowed = new Set(rows.map(({ atMs, title }) => `${minuteOf(atMs)} ${title}`))
  const clips = new Set(rows.map(({ clip }) => clip?.id))
  const claimed = claimedEvents(answer)
  const links = linksOf(answer)
  const isListed =
    claimed.length === 0 ? links.length > 0 || rows.length === 0 : claimed.length === Math.min(LISTED, rows.length)
  return (
    isListed &&
    claimed.every(({ minute, title }) => allowed.has(`${minute} ${title}`)) &&
    links.every(({ clipId }) => clips.has(clipId))
  )
}

function isEvent(answer: string, row: EventRow): boolean {
  const claimed = claimedEvents(answer)
  const [only] = claimed
  return (
    claimed.length === 1 &&
    only?.minute === minuteOf(row.atMs) &&
    only.title === row.title &&
    only.clipId === (row.clip?.id ?? null)
  )
}

function isEvents(answer: string, rows: readonly EventRow[]): boolean {
  const claimed = claimedEvents(answer).map(({ minute, title }) => `${minute} ${title}`)
  return same(
    claimed,
    rows.map(({ atMs, title }) => `${minuteOf(atMs)} ${title}`),
  )
}

function isComparison(answer: string, first: number, second: number): boolean {
  const [one, other] = numbersIn(answer)
  const word = first === second ? /as many/ : first > second ? /more/i : /fewer/
  return one === first && other === second && word.test(answer)
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
