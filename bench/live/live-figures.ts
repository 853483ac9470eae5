import { type Bar, quantile, type Row } from '../report'
import type { SeenFrame } from './counter-script'

export const ways = ['webrtc', 'relay'] as const
export type Way = (typeof ways)[number]

/** One case: a way, and how many look. */
export interface LiveCase {
  readonly way: Way
  readonly viewers: number
  /** From the press of View Feed to the first picture, of each opening, in ms; only where one looks. */
  readonly firstFramesMs: readonly number[]
  /** From the camera's picture to the viewer's screen, of each frame that was seen, in ms. */
  readonly latenciesMs: readonly number[]
  /** Frames that were seen, and that the camera was not seen to give before: their delay is not known. */
  readonly unmatched: number
  /** Pictures a second at the viewer who got fewest. */
  readonly framesPerSecond: number
  /** CPU time of the camera's browser, and of the hub, in percent of a core. */
  readonly cameraPercent: number
  readonly hubPercent: number
}

/** Frames that were told of twice, or in mid-repetition of the film, have no delay of their own. */
const LONGEST_DELAY_MS = 5_000

/** Half a second of twenty was given before anybody counted, with a delay as long as its bar. */
const MOST_UNMATCHED_PERCENT = 3

/**
 * The delay of each frame that the viewer showed, since the camera gave the frame of the same number; and how many have
 * none. Some at the beginning were given before anybody counted; more of them would hide what is slow, or clocks that differ.
 */
export function latenciesOf(given: readonly SeenFrame[], shown: readonly SeenFrame[]) {
  const latenciesMs: number[] = []
  for (const { number, atMs } of shown) {
    let givenAtMs = Number.NEGATIVE_INFINITY
    for (const frame of given) {
      if (frame.number === number && frame.atMs <= atMs && frame.atMs > givenAtMs) givenAtMs = frame.atMs
    }
    const delayMs = atMs - givenAtMs
    if (delayMs < LONGEST_DELAY_MS) latenciesMs.push(delayMs)
  }
  return { latenciesMs, unmatched: shown.length - latenciesMs.length }
}

export function framesPerSecondOf(shown: readonly SeenFrame[]): number {
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return 0
  return (1000 * (shown.length - 1)) / (last.atMs - first.atMs)
}

export function liveRows(cases: readonly LiveCase[], idlePercent: number): Row[] {
  const idle: Row = { name: 'none', case: 'viewers-0', metric: 'cpu-camera', value: idlePercent, unit: '% of a core' }
  return [
    idle,
    ...cases.flatMap(
      ({ way, viewers, firstFramesMs, latenciesMs, unmatched, framesPerSecond, cameraPercent, hubPercent }) => {
        const row = (metric: string, value: number, unit: string): Row[] =>
          Number.isFinite(value) ? [{ name: way, case: `viewers-${viewers}`, metric, value, unit }] : []
        return [
          ...row('first-frame', quantile(firstFramesMs, 0.95), 'ms'),
          ...row('latency-p50', quantile(latenciesMs, 0.5), 'ms'),
          ...row('latency-p95', quantile(latenciesMs, 0.95), 'ms'),
          ...row('unmatched', unmatched, 'frames'),
          ...row('fps', framesPerSecond, 'frames/s'),
          ...row('cpu-camera', cameraPercent, '% of a core'),
          ...row('cpu-hub', hubPercent, '% of a core'),
        ]
      },
    ),
  ]
}

/** What one viewer is promised, and how little of what was seen may be unknown. */
export function liveBars(cases: readonly LiveCase[]): Bar[] {
  const limits = { webrtc: { firstMs: 1_000, p95Ms: 400 }, relay: { firstMs: 1_500, p95Ms: 600 } }
  const ofOne = cases
    .filter(({ viewers }) => viewers === 1)
    .flatMap(({ way, firstFramesMs, latenciesMs }) => [
      { what: `${way}: first frame at p95, ms`, value: quantile(firstFramesMs, 0.95), most: limits[way].firstMs },
      ...(way === 'webrtc' ? [{ what: `${way}: delay at p50, ms`, value: quantile(latenciesMs, 0.5), most: 250 }] : []),
      { what: `${way}: delay at p95, ms`, value: quantile(latenciesMs, 0.95), most: limits[way].p95Ms },
    ])
  const ofAll = cases.map(({ way, viewers, latenciesMs, unmatched }) => ({
    what: `${way}, ${viewers}: frames whose delay is not known, %`,
    value: (100 * unmatched) / (unmatched + latenciesMs.length),
    most: MOST_UNMATCHED_PERCENT,
  }))
  return [...ofOne, ...ofAll]
}

export function liveTable(cases: readonly LiveCase[]): string[][] {
  const cells = (values: readonly number[]) => values.map((value) => (Number.isFinite(value) ? value.toFixed(0) : '-'))
  return [
    ['way', 'viewers', 'first frame p95, ms', 'delay p50, ms', 'p95', 'unmatched', 'frames/s', 'camera, %', 'hub, %'],
    ...cases.map(
      ({ way, viewers, firstFramesMs, latenciesMs, unmatched, framesPerSecond, cameraPercent, hubPercent }) => [
        way,
        String(viewers),
        ...cells([quantile(firstFramesMs, 0.95), quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.95), unmatched]),
        ...[framesPerSecond, cameraPercent, hubPercent].map((value) => value.toFixed(1)),
      ],
    ),
  ]
}
