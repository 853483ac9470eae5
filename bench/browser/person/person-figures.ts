import { type Bar, figure, median, quantile, type Row } from '../../report'
import type { PersonCounts } from '../harness/page-figures'

/** One measured stretch with person detection on or off. */
export interface PersonTurn {
  readonly isMoving: boolean
  readonly isWanted: boolean
  readonly lengthMs: number
  /** CPU of the naming worker's thread. */
  readonly workerMs: number
  /** CPU of all of the browser's processes. */
  readonly allMs: number
  readonly counts: PersonCounts
}

/** Turns are about so long: a few dozen looks. */
const TURN_SECONDS = 15

/** Share of one core that counts as nothing: a collection of garbage, now and then. */
const NOTHING = 0.001

/** Whether detection is on in each turn: on and off alike, neither always the first of its pair. */
export function turnPlan(seconds: number): { readonly turnSeconds: number; readonly wanted: readonly boolean[] } {
  const pairs = Math.max(1, Math.round(seconds / TURN_SECONDS / 2))
  const wanted = Array.from({ length: pairs }, (_, pair) => (pair % 2 === 0 ? [true, false] : [false, true])).flat()
  return { turnSeconds: seconds / wanted.length, wanted }
}

/** The thread that came while exactly one worker was started, this one; null where they cannot be told apart. */
export function threadOf(
  name: string,
  before: { readonly threads: readonly number[]; readonly workers: readonly string[] },
  after: { readonly threads: readonly number[]; readonly workers: readonly string[] },
): number | null {
  const [thread, ...others] = after.threads.filter((id) => !before.threads.includes(id))
  const started = after.workers.slice(before.workers.length)
  return thread !== undefined && others.length === 0 && started.length === 1 && started[0] === name ? thread : null
}

/** Of turns of one kind together. */
interface Shares {
  readonly seconds: number
  /** Of one core. */
  readonly worker: number
  readonly browser: number
  readonly looks: number
  /** Of the checks, those that found motion. */
  readonly moved: number
}

function sharesOf(turns: readonly PersonTurn[], isMoving: boolean, isWanted: boolean): Shares {
  const own = turns.filter((turn) => turn.isMoving === isMoving && turn.isWanted === isWanted)
  const total = (of: (turn: PersonTurn) => number) => own.reduce((sum, turn) => sum + of(turn), 0)
  const ms = total(({ lengthMs }) => lengthMs)
  return {
    seconds: ms / 1000,
    worker: total(({ workerMs }) => workerMs) / ms,
    browser: total(({ allMs }) => allMs) / ms,
    looks: total(({ counts }) => counts.looks.length),
    moved: total(({ counts }) => counts.movedChecks) / total(({ counts }) => counts.checks.reduce((a, b) => a + b, 0)),
  }
}

const cases = [
  { title: 'moving', isMoving: true },
  { title: 'still', isMoving: false },
] as const
const switches = [
  { word: 'on', isWanted: true },
  { word: 'off', isWanted: false },
] as const

export function personTable(turns: readonly PersonTurn[]): string[][] {
  return [
    ['', 'naming worker, % of a core', 'browser, % of a core', 'looks', 'checks with motion, %'],
    ...cases.flatMap(({ title, isMoving }) =>
      switches.map(({ word, isWanted }) => {
        const { worker, browser, looks, moved } = sharesOf(turns, isMoving, isWanted)
        return [`${title}, ${word}`, ...[worker * 100, browser * 100].map(figure), String(looks), figure(moved * 100)]
      }),
    ),
  ]
}

/** Makes rows of so many cameras, of figures that there are. */
export function rowsOf(cameras: number): (metric: string, value: number, unit: string) => Row[] {
  return (metric, value, unit) => {
    if (!Number.isFinite(value)) return []
    return [{ name: 'person', case: `cameras-${cameras}`, metric, value: Math.round(value * 1e4) / 1e4, unit }]
  }
}

/** The rows of a result (BENCH-01); shares are of one core. */
export function personRows(turns: readonly PersonTurn[]): Row[] {
  const row = rowsOf(1)
  const looks = looksOf(turns)
  const moving = sharesOf(turns, true, true)
  return [
    ...cases.flatMap(({ title, isMoving }) => {
      const [on, off] = [sharesOf(turns, isMoving, true), sharesOf(turns, isMoving, false)]
      return [
        ...row(`person-share-${title}`, on.worker, 'of a core'),
        ...row(`browser-share-${title}-on`, on.browser, 'of a core'),
        ...row(`browser-share-${title}-off`, off.browser, 'of a core'),
        ...row(`seconds-${title}`, on.seconds + off.seconds, 's'),
      ]
    }),
    ...row('looks', looks.length, 'count'),
    ...row('looks-per-second', moving.looks / moving.seconds, 'a second'),
    ...row('looks-still', sharesOf(turns, false, true).looks, 'count'),
    ...row('looks-found', foundIn(turns), 'count'),
    ...row('look-p50', median(looks), 'ms'),
    ...row('look-p95', quantile(looks, 0.95), 'ms'),
    ...row('look-cpu', (moving.worker * 1000 * moving.seconds) / moving.looks, 'ms'),
  ]
}

/** The bars of BENCH-05 that this decides, and whether there was what it is about. */
export function personBars(turns: readonly PersonTurn[]): Bar[] {
  const [moving, still] = [sharesOf(turns, true, true), sharesOf(turns, false, true)]
  const offLooks = cases.reduce((sum, { isMoving }) => sum + sharesOf(turns, isMoving, false).looks, 0)
  return [
    { what: 'share of checks with motion while somebody walks', value: moving.moved, least: 0.9 },
    { what: 'share of checks with motion in an empty room', value: still.moved, most: 0 },
    { what: 'naming worker while somebody walks, share of one core', value: moving.worker, most: 0.25 },
    { what: 'naming worker in an empty room, share of one core', value: still.worker, most: NOTHING },
    { what: 'looks in an empty room', value: still.looks, most: 0 },
    { what: 'looks with the detection off', value: offLooks, most: 0 },
    { what: 'looks a second while somebody walks', value: moving.looks / moving.seconds, least: 1 },
    { what: 'looks that found somebody', value: foundIn(turns), least: 1 },
    { what: 'a look, median ms', value: median(looksOf(turns)), most: 120 },
  ]
}

function looksOf(turns: readonly PersonTurn[]): number[] {
  return turns.flatMap(({ counts }) => counts.looks)
}

function foundIn(turns: readonly PersonTurn[]): number {
  return turns.reduce((sum, { counts }) => sum + counts.found, 0)
}
