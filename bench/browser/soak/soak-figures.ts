import { MINUTE_MS } from '../../../src/lib/durations'
import { type Bar, figure, type Row } from '../../report'
import { type ClipCounts, growthOfLeast, growthPerHour, type SoakSample } from './soak-growth'

/** A soak, for its table and its bars. */
export interface Soak {
  readonly cameras: number
  readonly samples: readonly SoakSample[]
  /** After motion detection was turned off and what waited was delivered. */
  readonly finalClips: ClipCounts
  readonly namingWorker: NamingWorkerEnd
  /** What the console said: errors, and frames that the browser found unclosed. */
  readonly errors: number
  readonly frameWarnings: number
}

/** `not-awaited`: the soak was too short to wait for five idle minutes. */
export type NamingWorkerEnd = 'ended' | 'kept-on' | 'never-started' | 'not-awaited'

/** The product's (src/contract/limits.ts). */
const CHECK_INTERVAL_MS = 300

/** What a notice on the screen, or a hint under the pointer, listens to. A leak is one for each clip at least. */
const LISTENERS_OF_A_NOTICE = 5

const MB = 2 ** 20

/** Of one camera. */
export function checksPerSecond({ cameras, samples }: Soak): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return Number.NaN
  return (1000 * (last.checks - first.checks)) / (last.atMs - first.atMs) / cameras
}

/** Checks that were due each 300 ms and not made: dropped, or left out at a slower pace; in percent. */
export function leftOutPercent(soak: Soak): number {
  return Math.max(0, 100 * (1 - (checksPerSecond(soak) * CHECK_INTERVAL_MS) / 1000))
}

export function longestGapMs({ samples }: Soak): number {
  return Math.max(...samples.slice(1).map((sample) => sample.longestGapMs))
}

const heapOf = (sample: SoakSample) => sample.pageHeapBytes + sample.workerHeapBytes

interface Measure {
  readonly name: string
  readonly metric: string
  readonly unit: string
  readonly of: (sample: SoakSample) => number
}

const measures: readonly Measure[] = [
  { name: 'JS heap of the page', metric: 'heap-page', unit: 'MB', of: (sample) => sample.pageHeapBytes / MB },
  { name: 'JS heap of the workers', metric: 'heap-workers', unit: 'MB', of: (sample) => sample.workerHeapBytes / MB },
  { name: 'RSS of the browser', metric: 'rss-browser', unit: 'MB', of: (sample) => sample.browserRssBytes / MB },
  { name: 'RSS of the hub', metric: 'rss-hub', unit: 'MB', of: (sample) => sample.hubRssBytes / MB },
  { name: 'event listeners', metric: 'listeners', unit: 'count', of: (sample) => sample.listeners },
  { name: 'DOM nodes', metric: 'nodes', unit: 'count', of: (sample) => sample.nodes },
  { name: 'documents', metric: 'documents', unit: 'count', of: (sample) => sample.documents },
  { name: 'object URLs', metric: 'object-urls', unit: 'count', of: (sample) => sample.objectUrls },
  { name: 'open VideoFrames', metric: 'open-frames', unit: 'count', of: (sample) => sample.openFrames },
  { name: 'workers', metric: 'workers', unit: 'count', of: (sample) => sample.workers },
]

/** A line for each measure: first, middle and last sample, and growth per hour. */
export function soakTable({ samples }: Soak): string[][] {
  const moments = [samples[0], samples[Math.floor(samples.length / 2)], samples.at(-1)]
  return [
    ['', 'start', 'middle', 'end', 'growth per hour'],
    ...measures.map(({ name, unit, of }) => [
      unit === 'count' ? name : `${name}, ${unit}`,
      ...moments.map((sample) => figure(sample === undefined ? Number.NaN : of(sample))),
      figure(growthPerHour(samples, of)),
    ]),
  ]
}

/** The bars of a soak (BENCH-09). */
export function soakBars(soak: Soak): Bar[] {
  const { cameras, samples, finalClips, namingWorker } = soak
  const stays = (what: string, of: (sample: SoakSample) => number, most = 0): Bar => {
    return { what: `${what} that stayed, last third less first`, value: growthOfLeast(samples, of), most }
  }
  return [
    { what: 'growth of the JS heap, MB an hour', value: growthPerHour(samples, heapOf) / MB, most: 20 },
    stays('object URLs', (sample) => sample.objectUrls),
    stays('event listeners', (sample) => sample.listeners, LISTENERS_OF_A_NOTICE),
    stays('open VideoFrames', (sample) => sample.openFrames),
    stays('workers', (sample) => sample.workers),
    { what: 'VideoFrames that were garbage before they were closed', value: lostFrames(soak), most: 0 },
    { what: 'clips made', value: finalClips.begun, least: cameras },
    { what: 'clips not delivered', value: undelivered(finalClips), most: 0 },
    { what: 'checks left out, %', value: leftOutPercent(soak), most: 1 },
    { what: 'longest gap between two checks of a camera, ms', value: longestGapMs(soak), most: 1_500 },
    { what: 'errors in the console', value: soak.errors, most: 0 },
    ...(namingWorker === 'not-awaited'
      ? []
      : [{ what: 'naming worker ended when idle', value: namingWorker === 'ended' ? 1 : 0, least: 1 }]),
  ]
}

/** Our own count and the browser's warnings see the same frames: the larger one counts. */
function lostFrames({ samples, frameWarnings }: Soak): number {
  return Math.max(frameWarnings, samples.at(-1)?.lostFrames ?? Number.NaN)
}

function undelivered({ begun, waiting, delivered }: ClipCounts): number {
  return Math.max(waiting, begun - delivered)
}

/** The rows of a result (BENCH-01). */
export function soakRows(soak: Soak): Row[] {
  const { cameras, samples, finalClips } = soak
  const row = (metric: string, value: number, unit: string): Row[] => {
    if (!Number.isFinite(value)) return []
    return [{ name: 'soak', case: `cameras-${cameras}`, metric, value: Math.round(value * 1e3) / 1e3, unit }]
  }
  const [first, last] = [samples[0], samples.at(-1)]
  return [
    ...row('minutes', ((last?.atMs ?? 0) - (first?.atMs ?? 0)) / MINUTE_MS, 'min'),
    ...measures.flatMap(({ metric, unit, of }) => [
      ...row(`${metric}-start`, first === undefined ? Number.NaN : of(first), unit),
      ...row(`${metric}-end`, last === undefined ? Number.NaN : of(last), unit),
      ...row(`${metric}-growth`, growthPerHour(samples, of), `${unit}/h`),
    ]),
    ...row('checks', checksPerSecond(soak), '1/s'),
    ...row('left-out', leftOutPercent(soak), '%'),
    ...row('longest-gap', longestGapMs(soak), 'ms'),
    ...row('clips', finalClips.begun, 'count'),
    ...row('delivered', finalClips.delivered, 'count'),
    ...row('lost-frames', lostFrames(soak), 'count'),
    ...row('errors', soak.errors, 'count'),
  ]
}
