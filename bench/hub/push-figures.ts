import { type Bar, quantile, type Row } from '../report'

export interface PushTimes {
  /** From the moment at which a camera told of an event until its push was at the push service. */
  readonly latenciesMs: readonly number[]
  /** Events whose push did not come. */
  readonly lost: number
  /** Pushes that their browser could not open, or that told of nothing. */
  readonly unread: number
  /** Pushes beyond one an event. */
  readonly doubled: number
  /** Pushes with a token or an id of the workspace in them. */
  readonly leaky: number
}

export interface PushFigures extends PushTimes {
  readonly events: number
  readonly cpuPercent: number
  readonly waitPercent: number
}

export interface Arrival {
  /** Of its event; null: its browser could not read it. */
  readonly key: string | null
  readonly arrivedMs: number
  readonly isLeaky: boolean
}

/** `sentMs`: when each event was told of, by its key. */
export function timesBetween(sentMs: ReadonlyMap<string, number>, arrivals: readonly Arrival[]): PushTimes {
  const latencies = new Map<string, number>()
  let [unread, doubled] = [0, 0]
  for (const { key, arrivedMs } of arrivals) {
    const sent = key === null ? undefined : sentMs.get(key)
    if (key === null || sent === undefined) unread++
    else if (latencies.has(key)) doubled++
    else latencies.set(key, arrivedMs - sent)
  }
  const leaky = arrivals.filter(({ isLeaky }) => isLeaky).length
  return { latenciesMs: [...latencies.values()], lost: sentMs.size - latencies.size, unread, doubled, leaky }
}

export function pushRows({ events, latenciesMs, lost, unread, doubled, leaky, ...busy }: PushFigures): Row[] {
  const row = (metric: string, value: number, unit: string): Row => ({
    name: 'push',
    case: `events-${events}`,
    metric,
    value: Math.round(value * 1000) / 1000,
    unit,
  })
  return [
    ...[50, 95, 99].map((percent) => row(`p${percent}`, quantile(latenciesMs, percent / 100), 'ms')),
    row('worst', Math.max(...latenciesMs), 'ms'),
    row('lost', lost, 'count'),
    row('doubled', doubled, 'count'),
    row('unread', unread, 'count'),
    row('leaky', leaky, 'count'),
    row('cpu', busy.cpuPercent, '% of a core'),
    row('cpu-wait', busy.waitPercent, '% of the time'),
  ].filter(({ value }) => Number.isFinite(value))
}

export function pushBars({ latenciesMs, lost, unread, doubled, leaky }: PushFigures): Bar[] {
  return [
    { what: 'p95 from an event to the push service, ms', value: quantile(latenciesMs, 0.95), most: 2000 },
    { what: 'events whose push did not come', value: lost, most: 0 },
    { what: 'pushes beyond one an event', value: doubled, most: 0 },
    { what: 'pushes that their browser could not open', value: unread, most: 0 },
    { what: 'pushes with a secret in them', value: leaky, most: 0 },
  ]
}
