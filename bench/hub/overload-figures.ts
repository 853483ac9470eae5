import { type Bar, quantile, type Row } from '../report'
import type { Kind, LoadResult } from './load'

export interface OverloadFigures {
  /** Snapshots a second that the hub took when they came one after the other. */
  readonly mostRate: number
  readonly seconds: number
  readonly load: Readonly<Record<Kind, LoadResult>>
  /** Answers of /healthz meanwhile, asked once a second. */
  readonly healthMs: readonly number[]
  readonly rssMb: number
}

const asked = ({ latenciesMs, failed }: LoadResult) => latenciesMs.length + failed
/** Everything that is neither stored nor refused in order: timeouts, broken connections, other answers. */
const broken = ({ failed, refused }: LoadResult) => failed - refused

export function overloadRows({ mostRate, seconds, load, healthMs, rssMb }: OverloadFigures): Row[] {
  const row = (name: string, metric: string, value: number, unit: string): Row => ({
    name,
    case: 'overload',
    metric,
    value: Math.round(value * 1000) / 1000,
    unit,
  })
  const ofKinds = (['snapshot', 'clip'] as const).flatMap((kind) => [
    row(kind, 'asked', asked(load[kind]) / seconds, 'per second'),
    row(kind, 'rate', load[kind].latenciesMs.length / seconds, 'per second'),
    row(kind, 'refused', load[kind].refused, 'count'),
    row(kind, 'failed', broken(load[kind]), 'count'),
    ...[50, 95, 99].map((percent) => row(kind, `p${percent}`, quantile(load[kind].latenciesMs, percent / 100), 'ms')),
  ])
  const rows = [
    row('snapshot', 'most', mostRate, 'per second'),
    ...ofKinds,
    row('health', 'p95', quantile(healthMs, 0.95), 'ms'),
    row('load', 'rss', rssMb, 'MB'),
  ]
  return rows.filter(({ value }) => Number.isFinite(value))
}

export function overloadBars({ load: { snapshot, clip } }: OverloadFigures): Bar[] {
  const share = (result: LoadResult) => result.refused / asked(result)
  return [
    { what: 'neither stored nor refused with Retry-After', value: broken(snapshot) + broken(clip), most: 0 },
    { what: 'p95 of a snapshot that was taken, ms', value: quantile(snapshot.latenciesMs, 0.95), most: 2_000 },
    { what: 'p95 of a clip that was taken, ms', value: quantile(clip.latenciesMs, 0.95), most: 4_000 },
    {
      what: 'clips that were refused, of their share of snapshots',
      value: clip.refused === 0 ? 0 : share(clip) / share(snapshot),
      most: 0.5,
    },
  ]
}
