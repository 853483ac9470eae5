import { type Interval, intervalOf } from '../../intervals'
import { type Bar, figure, median, type Row } from '../../report'
import { type LookWay, lookWays } from '../harness/look-figures'

/** What one way did in its turn. */
export interface LookTurn {
  readonly way: LookWay
  readonly tookMs: readonly number[]
  /** CPU of all threads of its browser meanwhile. */
  readonly cpuMs: number
}

/** Each way once. */
export interface LookRound {
  readonly turns: readonly LookTurn[]
}

/** Half precision and other orders of adding move a score by less. */
const SAME_SCORE = 0.02

/** The product's way: one look takes at most so much of a core. */
const MOST_LOOK_MS = 120

/** Whether a way says what the first one says. */
export function agreementOf(first: readonly number[] | undefined, scores: readonly number[]): string {
  if (first === undefined) return 'nothing to compare it with'
  const apart = Math.max(...scores.map((score, i) => Math.abs(score - (first[i] ?? Number.NaN))))
  return apart <= SAME_SCORE ? 'it says the same' : `its scores are up to ${figure(apart)} off`
}

function waysIn(rounds: readonly LookRound[]): LookWay[] {
  return lookWays.filter((way) => rounds.some(({ turns }) => turns.some((turn) => turn.way === way)))
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const tookOf = ({ tookMs }: LookTurn) => meanOf(tookMs)
const cpuOf = ({ tookMs, cpuMs }: LookTurn) => cpuMs / tookMs.length

/** Of one way, the mean over rounds; and of pairs of a round with one thread, the mean of the ratios. */
function intervalsOf(rounds: readonly LookRound[], way: LookWay, of: (turn: LookTurn) => number) {
  const turnOf = ({ turns }: LookRound, wanted: LookWay) => turns.find((turn) => turn.way === wanted)
  const values = rounds.flatMap((round) => {
    const turn = turnOf(round, way)
    return turn === undefined ? [] : [of(turn)]
  })
  const ratios = rounds.flatMap((round) => {
    const [turn, first] = [turnOf(round, way), turnOf(round, 'threads-1')]
    return turn === undefined || first === undefined ? [] : [of(turn) / of(first)]
  })
  return { value: intervalOf(values, meanOf), ratio: intervalOf(ratios, meanOf) }
}

export function lookTable(rounds: readonly LookRound[]): string[][] {
  const cell = ({ value, low, high }: Interval) => `${figure(value)} (${figure(low)} to ${figure(high)})`
  return [
    ['', 'ms a look', 'of one thread', 'CPU ms a look', 'of one thread'],
    ...waysIn(rounds).map((way) => {
      const [took, cpu] = [intervalsOf(rounds, way, tookOf), intervalsOf(rounds, way, cpuOf)]
      return [way, cell(took.value), cell(took.ratio), cell(cpu.value), cell(cpu.ratio)]
    }),
  ]
}

/** Until a way can look: for the first time, and with the runtime compiled already (LABEL-15). */
export function openingRows(
  way: LookWay,
  { openMs, againMs }: { openMs: number; againMs?: number | undefined },
): Row[] {
  const row = (metric: string, value: number): Row => {
    return { name: way, case: 'opening', metric, value: Math.round(value), unit: 'ms' }
  }
  return [row('first', openMs), ...(againMs === undefined ? [] : [row('again', againMs)])]
}

/** The rows of a result (BENCH-01). */
export function lookRows(rounds: readonly LookRound[]): Row[] {
  return waysIn(rounds).flatMap((way) => {
    const row = (metric: string, value: number, unit: string): Row => {
      return { name: way, case: 'look', metric, value: Math.round(value * 1e4) / 1e4, unit }
    }
    const interval = (metric: string, { value, low, high }: Interval, unit: string) => [
      row(metric, value, unit),
      row(`${metric}-low`, low, unit),
      row(`${metric}-high`, high, unit),
    ]
    const [took, cpu] = [intervalsOf(rounds, way, tookOf), intervalsOf(rounds, way, cpuOf)]
    return [
      ...interval('took', took.value, 'ms'),
      ...interval('took-ratio', took.ratio, 'of one thread'),
      ...interval('cpu', cpu.value, 'ms'),
      ...interval('cpu-ratio', cpu.ratio, 'of one thread'),
    ]
  })
}

/** The product looks on one thread (PERSON-01): no other way may be cheaper by more than the noise. */
export function lookBars(rounds: readonly LookRound[]): Bar[] {
  const looks = rounds.flatMap(({ turns }) => turns.filter(({ way }) => way === 'threads-1').flatMap((t) => t.tookMs))
  const others = waysIn(rounds).filter((way) => way !== 'threads-1')
  return [
    { what: 'a look on one thread, median ms', value: median(looks), most: MOST_LOOK_MS },
    ...others.map((way) => {
      const { ratio } = intervalsOf(rounds, way, cpuOf)
      return { what: `${way}: CPU of a look, of one thread’s`, value: ratio.high, least: 1 }
    }),
  ]
}
