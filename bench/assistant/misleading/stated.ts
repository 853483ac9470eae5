import { at, NOW_MS } from '../local-time'
import { type CameraName, cameraNames } from '../workspace'

/** What an answer says that it looked at: of two times that it compares, both. */
export interface Stated {
  readonly cameras: readonly CameraName[]
  readonly spans: readonly StatedSpan[]
}

export interface StatedSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly isAll: boolean
  /** Some hours of several days: which, is not read from the answer. */
  readonly areMany: boolean
}

const CLOCK = '(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)'
const PERIOD = new RegExp(
  `in all that is kept|\\((?:since ${CLOCK}|up to ${CLOCK}|${CLOCK} to ${CLOCK}) [\\w/]+(, \\d+ times)?\\)`,
  'g',
)

/** null: no time is said. */
export function statedIn(answer: string): Stated | null {
  const said = answer.split('\n').filter((line) => !line.startsWith('- '))
  const text = said.join('\n')
  const found = [...text.matchAll(PERIOD)]
  const [first] = found
  if (first === undefined) return null
  const spans = found.map(([all, since, upTo, from, to, times]) => ({
    fromMs: since !== undefined ? at(since) : from !== undefined ? at(from) : 0,
    toMs: upTo !== undefined ? at(upTo) : to !== undefined ? at(to) : NOW_MS,
    isAll: all.startsWith('in all'),
    areMany: times !== undefined,
  }))
  const isCompared = /\b(more at|as many: )/i.test(said[0] ?? '')
  const before = isCompared ? answer : text.slice(0, first.index)
  const named = cameraNames.filter((name) => before.includes(name))
  return { cameras: named.length === 0 ? cameraNames : named, spans }
}
