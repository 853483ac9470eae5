import { type Bar, quantile, type Row } from '../report'
import type { Kind, LoadResult } from './load'

/** What the hub is while nobody asks it anything. */
export interface Idle {
  readonly rssMb: number
  /** Of one core. */
  readonly cpuPercent: number
}

export interface Figures {
  readonly cameras: number
  readonly seconds: number
  readonly rows: number
  readonly load: Readonly<Record<Kind, LoadResult>>
  /** The most memory under load. */
  readonly loadRssMb: number
  readonly listTimesMs: readonly number[]
  /** Start of a hub that has all the rows. */
  readonly startMs: number
  /** Of an empty hub. */
  readonly idle: Idle
}

export function rowsOf(figures: Figures): Row[] {
  const { cameras, seconds, load, listTimesMs, startMs, idle } = figures
  const ofCase = `cameras-${cameras}`
  const row = (name: string, metric: string, value: number, unit: string): Row => ({
    ...{ name, case: ofCase, metric, value: Math.round(value * 1000) / 1000, unit },
  })
  const spread = (name: string, times: readonly number[]) =>
    [50, 95, 99].map((percent) => row(name, `p${percent}`, quantile(times, percent / 100), 'ms'))
  const kinds = (['snapshot', 'clip'] as const).flatMap((kind) => [
    row(kind, 'rate', load[kind].latenciesMs.length / seconds, 'per second'),
    ...spread(kind, load[kind].latenciesMs),
    row(kind, 'failed', load[kind].failed, 'count'),
    row(kind, 'rss', figures.loadRssMb, 'MB'),
  ])
  return [
    ...kinds,
    row('list', 'rate', (1000 * listTimesMs.length) / listTimesMs.reduce((sum, time) => sum + time, 0), 'per second'),
    ...spread('list', listTimesMs),
    row('start', 'time', startMs, 'ms'),
    row('idle', 'rss', idle.rssMb, 'MB'),
    row('idle', 'cpu', idle.cpuPercent, '% of a core'),
  ]
}

/** The bars of BENCH-06. */
export function barsOf({ cameras, rows, load, loadRssMb, listTimesMs, startMs, idle }: Figures): Bar[] {
  const title = `${cameras} cameras`
  return [
    { what: `${title}: uploads that failed`, value: load.snapshot.failed + load.clip.failed, most: 0 },
    { what: `${title}: p95 of a snapshot's acknowledgement, ms`, value: p95(load.snapshot.latenciesMs), most: 300 },
    { what: `${title}: p95 of a clip's acknowledgement, ms`, value: p95(load.clip.latenciesMs), most: 300 },
    { what: `${title}: memory of the hub at most, MB`, value: loadRssMb, most: 400 },
    { what: `${rows} events and videos: p95 of a page, ms`, value: p95(listTimesMs), most: 20 },
    { what: `${rows} events and videos: start, ms`, value: startMs, most: 3000 },
    { what: 'idle hub: memory, MB', value: idle.rssMb, most: 120 },
    { what: 'idle hub: % of a core', value: idle.cpuPercent, most: 0.5 },
  ]
}

const p95 = (times: readonly number[]) => quantile(times, 0.95)
