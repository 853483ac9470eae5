import { type Bar, figure, type Row } from '../../report'
import { type PersonTurn, rowsOf } from './person-figures'

/** With every camera recording somebody who walks. */
export const PACE_CAMERAS = 8

/** 3.33 are wanted; looks may cost none of them. */
const LEAST_CHECKS = 3.2

/** Of turns with detection on, or off. */
interface Pace {
  /** Checks a second of the slowest camera in the slowest turn, and of all cameras on average. */
  readonly slowest: number
  readonly average: number
  readonly looks: number
  /** Of the naming worker's thread, of one core. */
  readonly worker: number
}

function paceOf(turns: readonly PersonTurn[], isWanted: boolean): Pace {
  const own = turns.filter((turn) => turn.isWanted === isWanted)
  const total = (of: (turn: PersonTurn) => number) => own.reduce((sum, turn) => sum + of(turn), 0)
  const ms = total(({ lengthMs }) => lengthMs)
  const cameras = own[0]?.counts.checks.length ?? 0
  const checks = total(({ counts }) => counts.checks.reduce((sum, value) => sum + value, 0))
  return {
    slowest: Math.min(...own.map(({ counts, lengthMs }) => (1_000 * Math.min(...counts.checks)) / lengthMs)),
    average: (1_000 * checks) / (cameras * ms),
    looks: total(({ counts }) => counts.looks.length),
    worker: total(({ workerMs }) => workerMs) / ms,
  }
}

export function paceTable(turns: readonly PersonTurn[]): string[][] {
  const line = (title: string, { slowest, average, looks, worker }: Pace) => {
    return [title, figure(slowest), figure(average), String(looks), figure(100 * worker)]
  }
  return [
    [`${PACE_CAMERAS} cameras`, 'checks a second, slowest', 'on average', 'looks', 'naming worker, % of a core'],
    line('moving, on', paceOf(turns, true)),
    line('moving, off', paceOf(turns, false)),
  ]
}

/** The rows of a result (BENCH-01). */
export function paceRows(turns: readonly PersonTurn[]): Row[] {
  const row = rowsOf(PACE_CAMERAS)
  const [on, off] = [paceOf(turns, true), paceOf(turns, false)]
  return [
    ...row('checks-slowest-on', on.slowest, 'a second'),
    ...row('checks-slowest-off', off.slowest, 'a second'),
    ...row('checks-on', on.average, 'a second'),
    ...row('checks-off', off.average, 'a second'),
    ...row('looks', on.looks, 'count'),
    ...row('person-share-moving', on.worker, 'of a core'),
  ]
}

/** Motion comes first: looks leave every camera its checks (BENCH-05). */
export function paceBars(turns: readonly PersonTurn[]): Bar[] {
  const { slowest, looks, worker } = paceOf(turns, true)
  const title = `${PACE_CAMERAS} cameras, somebody walks before all`
  return [
    { what: `${title}: checks a second of the slowest`, value: slowest, least: LEAST_CHECKS },
    { what: `${title}: looks meanwhile`, value: looks, least: 1 },
    { what: `${title}: naming worker, share of one core`, value: worker, most: 0.25 },
  ]
}
