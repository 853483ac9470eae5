import { claimedEvents, inventions, linksOf } from './agreement'
import type { Verdict } from './grade'
import { minuteOf } from './local-time'
import { NO, numbersIn, REFUSAL } from './typed-answer'
import type { TypedExpectation } from './typed-expectation'
import { cameraNames, type EventRow } from './workspace'

/** As `grade`, for the typed questions. */
export function judgeTyped(
  check: TypedExpectation,
  answer: string,
  rows: readonly EventRow[],
  areLinksOpen: boolean,
): Verdict {
  if (inventions(answer, rows).length > 0) return 'invented'
  if (areLinksOpen && isRight(check, answer)) return 'right'
  return REFUSAL.test(answer) ? 'refused' : 'wrong'
}

function isRight(check: TypedExpectation, answer: string): boolean {
  switch (check.kind) {
    case 'count':
      return check.sets.some((rows) => countsThem(rows, answer))
    case 'number':
      return check.values.includes(numbersIn(answer)[0] ?? -1)
    case 'one':
      return claimedKeys(answer).length === 0 && (check.rows.length === 0 || check.mayBeNone === true)
        ? NO.test(answer)
        : check.rows.some((row) => comesFirst(row, answer))
    case 'list':
      return check.sets.some((rows) => listsThem(rows, check.least ?? 1, answer))
    case 'clips':
      return check.sets.some((rows) => linksNewest(rows, answer))
    case 'pair':
      return check.pairs.some((pair) => compares(pair, answer))
    case 'top':
      return namesFirst(check, answer)
    case 'says':
      return check.all.every((said) => said.test(answer)) && !isAnySaid(check.not, answer)
    case 'table':
      return check.cells.every(([name, value]) => standsBeside(name, value, answer))
    case 'nums':
      return check.values.every((value) => numbersIn(answer).includes(value))
    case 'refuse':
      return REFUSAL.test(answer) && !isAnySaid(check.not, answer) && !/^(yes|no)\b/i.test(answer)
  }
}

function countsThem(rows: readonly EventRow[], answer: string): boolean {
  const listed = claimedKeys(answer).length + linksOf(answer).length
  return numbersIn(answer)[0] === rows.length && namesOnly(rows, answer) && (rows.length === 0 || listed > 0)
}

/** By its line, or by its clip alone; where it has a clip, that one is linked before all others. */
function comesFirst(row: EventRow, answer: string): boolean {
  const first = claimedKeys(answer)[0] ?? (row.clip && keyOf(row))
  return first === keyOf(row) && (row.clip === null || linksOf(answer)[0]?.clipId === row.clip.id)
}

function listsThem(rows: readonly EventRow[], least: number, answer: string): boolean {
  const isEnough = claimedKeys(answer).length >= Math.min(least, rows.length)
  return namesOnly(rows, answer) && isEnough && (rows.length > 0 || NO.test(answer))
}

function linksNewest(rows: readonly EventRow[], answer: string): boolean {
  const newest = rows.findLast(({ clip }) => clip !== null)?.clip
  if (!namesOnly(rows, answer)) return false
  return newest ? linksOf(answer).some(({ clipId }) => clipId === newest.id) : NO.test(answer)
}

/** Both numbers in the order asked for, and how the first stands to the second: in a word, or by whose line has more. */
function compares([first, second]: readonly [number, number], answer: string): boolean {
  const numbers = numbersIn(answer)
  const at = numbers.indexOf(first)
  const hasBoth = at >= 0 && numbers.includes(second, at + 1)
  const larger = /^More at (.+?):/.exec(answer)?.[1]
  if (larger !== undefined) return hasBoth && answer.includes(`- ${larger}: ${Math.max(first, second)}\n`)
  const words = first === second ? /same|as many|equal/i : first > second ? /\bmore\b/i : /\b(fewer|less)\b/i
  return hasBoth && words.test(answer)
}

function namesFirst({ names, n }: Extract<TypedExpectation, { kind: 'top' }>, answer: string): boolean {
  const [first] = cameraNames
    .filter((name) => answer.includes(name))
    .sort((one, other) => answer.indexOf(one) - answer.indexOf(other))
  const isCounted = n === undefined || n.some((value) => numbersIn(answer).includes(value))
  return first !== undefined && names.includes(first) && isCounted && !/offline/.test(answer)
}

/** The number before or after the name, on one line; of nothing, a line may be missing. */
function standsBeside(name: string, value: number, answer: string): boolean {
  const number = value === 0 ? '(0|no|none)' : value
  const beside = new RegExp(`(${name})[^\\n,;]*?\\b${number}\\b|\\b${number}\\b[^\\n,;.]*(${name})`)
  return beside.test(answer) || (value === 0 && !new RegExp(name).test(answer))
}

function isAnySaid(patterns: readonly RegExp[] | undefined, answer: string): boolean {
  return patterns?.some((pattern) => pattern.test(answer)) ?? false
}

/** Whether all events and recordings that an answer names are of these. */
function namesOnly(rows: readonly EventRow[], answer: string): boolean {
  const keys = new Set(rows.map(keyOf))
  const clipIds = new Set(rows.flatMap(({ clip }) => clip?.id ?? []))
  return claimedKeys(answer).every((key) => keys.has(key)) && linksOf(answer).every(({ clipId }) => clipIds.has(clipId))
}

const keyOf = ({ atMs, title }: EventRow) => `${minuteOf(atMs)} ${title}`

function claimedKeys(answer: string): string[] {
  return claimedEvents(answer).map(({ minute, title }) => `${minute} ${title}`)
}
