import { DEFAULT_SENSITIVITY_PERCENT } from '../../../src/contract/limits'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import { motionThreshold } from '../../../src/engine/motion/threshold'
import { recordedClips } from '../recorded-clips'
import { CHECK_SEC } from '../scenes/canvas'
import type { MotionInterval } from '../truth'
import { box, colours, curve, dot, line, picture, text } from './svg'
import { sceneOf, type Trace, traceOf } from './traces'

const SECONDS = 60

const WIDTH = 900
const LEFT = 62
const RIGHT = 14
const HEAD = 54
const ROW = 130
const PLOT = 88

/** D is drawn to the logarithm between these. */
const LEAST = 0.002
const MOST = 0.5
const TICKS: readonly number[] = [0.005, 0.05, 0.5]

interface Row {
  readonly group: string
  readonly seed: number
  readonly title: string
}

const rows: readonly Row[] = [
  { group: 'near', seed: 1, title: 'Somebody close by, by day (10 to 14 % of the picture)' },
  { group: 'far-dark', seed: 1, title: 'Somebody far away, by night (1 % of the picture)' },
  { group: 'far-dark-noise-8', seed: 1, title: 'Somebody else there, before a sensor that is noisy in the dark' },
  { group: 'cloud', seed: 3, title: 'Shadows of clouds; nobody is there' },
  { group: 'step-lamp', seed: 2, title: 'A lamp is switched; nobody is there' },
]

/** D of both measures over a minute of five drawn scenes, against the threshold at sensitivity 50. */
export function differenceChart(kernels: LoadedKernels): string {
  const height = HEAD + rows.length * ROW - 14
  const parts = rows.flatMap(({ group, seed, title }, i) => {
    const scene = sceneOf(group, seed)
    const trace = traceOf(kernels, scene, Math.round(SECONDS / CHECK_SEC))
    return rowParts(HEAD + i * ROW, title, trace, scene.truth.motion)
  })
  const title = `D over a minute of five drawn scenes, and T(${DEFAULT_SENSITIVITY_PERCENT})`
  return picture(WIDTH, height, title, [...legend(), ...parts])
}

function legend(): string[] {
  const y = 26
  return [
    box(LEFT, y - 11, 18, 13, colours.truth),
    text(LEFT + 24, y, 'somebody moves'),
    line(212, y - 5, 236, y - 5, colours.adaptive),
    text(242, y, 'adaptive D'),
    line(332, y - 5, 356, y - 5, colours.classic),
    text(362, y, 'classic D'),
    line(444, y - 5, 468, y - 5, colours.ink, '5 4'),
    text(474, y, `threshold T(${DEFAULT_SENSITIVITY_PERCENT}) = ${motionThreshold(DEFAULT_SENSITIVITY_PERCENT)}`),
    dot(660, y - 5, 4, colours.ink),
    text(670, y, 'motion: it begins a clip'),
  ]
}

function rowParts(top: number, title: string, trace: Trace, motion: readonly MotionInterval[]): string[] {
  const bottom = top + PLOT
  const shown = motion.filter(({ start }) => start < SECONDS)
  const ticks = TICKS.flatMap((tick) => [
    line(LEFT, yOf(tick, top), WIDTH - RIGHT, yOf(tick, top), colours.rule),
    text(LEFT - 8, yOf(tick, top) + 4, String(tick), { anchor: 'end', fill: colours.faint, size: 11 }),
  ])
  const seconds = [0, 10, 20, 30, 40, 50, 60].map((sec) =>
    text(xOf(sec), bottom + 14, `${sec} s`, { anchor: 'middle', fill: colours.faint, size: 11 }),
  )
  const threshold = yOf(motionThreshold(DEFAULT_SENSITIVITY_PERCENT), top)
  return [
    ...shown.map(({ start, end }) =>
      box(xOf(start), top, xOf(Math.min(end, SECONDS)) - xOf(start), PLOT, colours.truth),
    ),
    ...ticks,
    ...seconds,
    curveOf(trace.classic, top, colours.classic),
    curveOf(trace.adaptive, top, colours.adaptive),
    line(LEFT, threshold, WIDTH - RIGHT, threshold, colours.ink, '5 4'),
    ...marks(trace.classic, top, colours.classic),
    ...marks(trace.adaptive, top, colours.adaptive),
    text(LEFT, top - 6, title, { isBold: true }),
  ]
}

function curveOf(differences: readonly (number | null)[], top: number, stroke: string): string {
  return curve(
    differences.map((difference, check) =>
      difference === null ? null : ([xOf(check * CHECK_SEC), yOf(difference, top)] as const),
    ),
    stroke,
  )
}

/** Where motion would begin a clip. */
function marks(differences: readonly (number | null)[], top: number, fill: string): string[] {
  return recordedClips(differences).map(({ triggeredAtMs }) => {
    const difference = differences[Math.round(triggeredAtMs / 1_000 / CHECK_SEC)] ?? LEAST
    return dot(xOf(triggeredAtMs / 1_000), yOf(difference, top), 4, fill)
  })
}

function xOf(sec: number): number {
  return LEFT + (sec / SECONDS) * (WIDTH - LEFT - RIGHT)
}

function yOf(difference: number, top: number): number {
  const share = Math.log(Math.min(MOST, Math.max(LEAST, difference)) / LEAST) / Math.log(MOST / LEAST)
  return top + PLOT * (1 - share)
}
