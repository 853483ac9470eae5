import { type Interval, intervalOf } from '../intervals'
import { type Bar, quantile, type Row } from '../report'
import { type Kind, kinds, type LoadResult, specifiedPace } from './load'

/** What the hub is while nobody asks it anything. */
export interface Idle {
  readonly rssMb: number
  /** Of one core. */
  readonly cpuPercent: number
}

/** What the hub is under load. */
export interface Busy {
  /** At most. */
  readonly rssMb: number
  /** Of one core. */
  readonly cpuPercent: number
  readonly cpuMs: number
  /**
   * Of the time in which its main thread was ready to run, and others had the processors: more than a little, and its
   * latencies are those of the machine.
   */
  readonly waitPercent: number
  /** Of all processors' time, what the host of this machine gave to others. */
  readonly stolenPercent: number
}

/** Pages of long lists, and the start of a hub that has all their rows. */
export interface Lists {
  readonly rows: number
  readonly timesMs: readonly number[]
  readonly startMs: number
}

export interface Figures {
  readonly cameras: number
  readonly paceSeconds: number
  readonly processes: number
  readonly seconds: number
  readonly load: Readonly<Record<Kind, LoadResult>>
  readonly busy: Busy
  /** null where only the load was measured. */
  readonly lists: Lists | null
  /** Of an empty hub; null likewise. */
  readonly idle: Idle | null
}

/** The specified pace has no name. */
const SPECIFIED_SECONDS = specifiedPace.snapshotEveryMs / 1000

function caseOf({ cameras, paceSeconds, processes }: Figures): string {
  const pace = paceSeconds === SPECIFIED_SECONDS ? '' : `-pace-${paceSeconds}`
  return `cameras-${cameras}${pace}${processes === 1 ? '' : `-processes-${processes}`}`
}

export function rowsOf(figures: Figures): Row[] {
  const { seconds, load, busy, lists, idle } = figures
  const ofCase = caseOf(figures)
  const row = (name: string, metric: string, value: number, unit: string): Row => ({
    name,
    case: ofCase,
    metric,
    value: Math.round(value * 1000) / 1000,
    unit,
  })
  const spread = (name: string, times: readonly number[]) =>
    [50, 95, 99].map((percent) => row(name, `p${percent}`, quantile(times, percent / 100), 'ms'))
  const ofKinds = kinds.flatMap((kind) => [
    row(kind, 'rate', load[kind].latenciesMs.length / seconds, 'per second'),
    ...spread(kind, load[kind].latenciesMs),
    ...(kind === 'disk' ? [] : [row(kind, 'failed', load[kind].failed, 'count'), row(kind, 'rss', busy.rssMb, 'MB')]),
  ])
  const overDisk = [50, 95].flatMap((percent) => {
    const { value, low, high } = overDiskMs(load, percent / 100)
    const metric = `over-disk-p${percent}`
    return [
      row('clip', metric, value, 'ms'),
      row('clip', `${metric}-low`, low, 'ms'),
      row('clip', `${metric}-high`, high, 'ms'),
    ]
  })
  const rows = [
    ...ofKinds,
    ...overDisk,
    row('load', 'cpu', busy.cpuPercent, '% of a core'),
    row('load', 'cpu-per-request', busy.cpuMs / answered(load), 'ms'),
    row('load', 'cpu-wait', busy.waitPercent, '% of the time'),
    row('load', 'steal', busy.stolenPercent, '% of the time'),
    ...(lists === null
      ? []
      : [row('list', 'rate', rateOf(lists.timesMs), 'per second'), ...spread('list', lists.timesMs)]),
    ...(lists === null ? [] : [row('start', 'time', lists.startMs, 'ms')]),
    ...(idle === null
      ? []
      : [row('idle', 'rss', idle.rssMb, 'MB'), row('idle', 'cpu', idle.cpuPercent, '% of a core')]),
  ]
  // A short run has no clips, or none beside which something was written.
  return rows.filter(({ value }) => Number.isFinite(value))
}

function answered({ snapshot, clip }: Figures['load']): number {
  return snapshot.latenciesMs.length + clip.latenciesMs.length
}

/** A clip's time at one quantile beyond that of the bare writes, each of which stands beside the clip before it. */
function overDiskMs({ clip, disk }: Figures['load'], share: number): Interval {
  const pairs = clip.latenciesMs.flatMap((clipMs, index) => {
    const diskMs = disk.latenciesMs[index]
    return diskMs === undefined ? [] : [{ clipMs, diskMs }]
  })
  return intervalOf(pairs, (some) => {
    const ofClips = quantile(
      some.map(({ clipMs }) => clipMs),
      share,
    )
    return (
      ofClips -
      quantile(
        some.map(({ diskMs }) => diskMs),
        share,
      )
    )
  })
}

/** What is asked of each acknowledgement, in milliseconds: at the specified pace, and of more cameras at a slower one. */
const specifiedBars = { snapshot: 50, clip: 150 }
const slowerBars = { snapshot: 300, clip: 300 }

export function barsOf({ cameras, paceSeconds, processes, load, busy, lists, idle }: Figures): Bar[] {
  const isSpecified = paceSeconds === SPECIFIED_SECONDS
  const title = isSpecified ? `${cameras} cameras` : `${cameras} cameras, every ${paceSeconds} s`
  const most = isSpecified ? specifiedBars : slowerBars
  const { snapshot, clip } = load
  return [
    { what: `${title}: uploads that failed`, value: snapshot.failed + clip.failed, most: 0 },
    {
      what: `${title}: p95 of a snapshot's acknowledgement, ms`,
      value: p95(snapshot.latenciesMs),
      most: most.snapshot,
    },
    { what: `${title}: p95 of a clip's acknowledgement, ms`, value: p95(clip.latenciesMs), most: most.clip },
    { what: `${title}: memory of the hub at most, MB`, value: busy.rssMb, most: 400 * processes },
    ...(lists === null ? [] : listBars(lists)),
    ...(idle === null ? [] : idleBars(idle)),
  ]
}

function listBars({ rows, timesMs, startMs }: Lists): Bar[] {
  return [
    { what: `${rows} events and videos: p95 of a page, ms`, value: p95(timesMs), most: 20 },
    { what: `${rows} events and videos: start, ms`, value: startMs, most: 3000 },
  ]
}

function idleBars({ rssMb, cpuPercent }: Idle): Bar[] {
  return [
    { what: 'idle hub: memory, MB', value: rssMb, most: 120 },
    { what: 'idle hub: % of a core', value: cpuPercent, most: 0.5 },
  ]
}

const p95 = (times: readonly number[]) => quantile(times, 0.95)

function rateOf(timesMs: readonly number[]): number {
  return (1000 * timesMs.length) / timesMs.reduce((sum, time) => sum + time, 0)
}
