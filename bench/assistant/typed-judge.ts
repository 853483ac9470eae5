import { claimedEvents, inventions, linksOf } from './agreement'
import type { Verdict } from './grade'
import { minuteOf } from './local-time'
import type { TypedExpectation } from './typed-expectation'
import { cameraNames, type EventRow } from './workspace'

const WORDS: Readonly<Record<string, number>> = { no: 0, none: 0, nothing: 0, nobody: 0, one: 1 }
function nums(answer: string): number[] {
  const plain = answer
    .split('\n')
    .filter((l) => !/^\W*\d{4}-\d\d-\d\d \d\d:\d\d/.test(l))
    .join('\n')
    .replace(/\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\([^)]*\)/g, ' ')
    .replace(
      /(in|of|from|over) the (last|past) \d+ \w+|(about )?\d+ \w+ ago|on \d+ \w+|\d{4}-\d\d-\d\d( \d\d:\d\d)?|\d\d:\d\d/g,
      ' ',
    )
  return [...plain.matchAll(/\b(\d+|no|none|nothing|nobody|one)\b/gi)].map(([w]) => WORDS[w.toLowerCase()] ?? Number(w))
}
const NO = /\b(no|not|none|nothing|nobody|never|0)\b/i
const REFUSE =
  /cannot|can't|can not|do not|don't|does not|beyond|unable|not able|no camera called|nothing of the future|I change nothing|not kept|did not understand|not sure|know no|is not known|are not kept|does not/i
/** As `grade`, for the typed questions. */
export function judgeTyped(check: TypedExpectation, answer: string, all: readonly EventRow[], open: boolean): Verdict {
  if (inventions(answer, all).length) return 'invented'
  if (open && right(check, answer)) return 'right'
  return REFUSE.test(answer) ? 'refused' : 'wrong'
}
const key = (r: EventRow) => `${minuteOf(r.atMs)} ${r.title}`
function right(c: TypedExpectation, a: string): boolean {
  const claimed = claimedEvents(a).map((e) => `${e.minute} ${e.title}`)
  const links = linksOf(a).map((l) => l.clipId)
  const only = (rows: readonly EventRow[]) => {
    const k = new Set(rows.map(key))
    const ids = new Set(rows.flatMap((r) => r.clip?.id ?? []))
    return claimed.every((x) => k.has(x)) && links.every((x) => ids.has(x))
  }
  switch (c.kind) {
    case 'count':
      return c.sets.some(
        (s) => nums(a)[0] === s.length && only(s) && (s.length === 0 || claimed.length + links.length > 0),
      )
    case 'number':
      return c.values.includes(nums(a)[0] ?? -1)
    case 'one':
      return c.rows.length === 0
        ? claimed.length === 0 && NO.test(a)
        : c.rows.some(
            (r) => (claimed[0] ?? (r.clip && key(r))) === key(r) && (r.clip === null || links[0] === r.clip.id),
          )
    case 'list':
      return c.sets.some(
        (s) => only(s) && claimed.length >= Math.min(c.least ?? 1, s.length) && (s.length > 0 || NO.test(a)),
      )
    case 'clips':
      return c.sets.some((s) => {
        const w = s.filter((r) => r.clip)
        const newest = w[w.length - 1]
        return only(s) && (newest ? links.includes(newest.clip?.id ?? '') : NO.test(a))
      })
    case 'pair':
      return c.pairs.some(([x, y]) => {
        const n = nums(a)
        return (
          n.includes(x) &&
          n.includes(y) &&
          (x === y ? /same|as many|equal/i : /more|fewer|less|vs|against|than/i).test(a)
        )
      })
    case 'top': {
      const first = cameraNames
        .map((n) => [n, a.indexOf(n)] as const)
        .filter(([, i]) => i >= 0)
        .sort((x, y) => x[1] - y[1])[0]?.[0]
      return (
        first !== undefined &&
        c.names.includes(first) &&
        (c.n === undefined || c.n.some((n) => nums(a).includes(n))) &&
        !/offline/.test(a)
      )
    }
    case 'says':
      return c.all.every((r) => r.test(a)) && !(c.not ?? []).some((r) => r.test(a))
    case 'table':
      return c.cells.every(
        ([n, v]) =>
          new RegExp(
            `(${n})[^\\n,;]*?\\b${v === 0 ? '(0|no|none)' : v}\\b|\\b${v === 0 ? '(0|no|none)' : v}\\b[^\\n,;.]*(${n})`,
          ).test(a) ||
          (v === 0 && !new RegExp(n).test(a)),
      )
    case 'nums':
      return c.values.every((v) => nums(a).includes(v))
    case 'refuse':
      return REFUSE.test(a) && !(c.not ?? []).some((r) => r.test(a)) && !/^(yes|no)\b/i.test(a)
  }
}
