import { type Bar, quantile, type Row } from '../report'

/** An event that a camera told of, and those messages of it that a subscriber heard. */
export interface Published {
  readonly toldMs: number
  readonly heardMs: readonly number[]
}

export interface MqttFigures {
  readonly events: readonly Published[]
  /** Each time that the broker was back: how long until a subscriber had all states as they were then. */
  readonly backMs: readonly number[]
  readonly awaySeconds: number
  readonly cpuPercent: number
  readonly waitPercent: number
}

function countsOf({ events }: MqttFigures) {
  const latenciesMs = events.flatMap(({ toldMs, heardMs }) => heardMs.slice(0, 1).map((heard) => heard - toldMs))
  const doubled = events.filter(({ heardMs }) => heardMs.length > 1).length
  return { latenciesMs, lost: events.length - latenciesMs.length, doubled }
}

export function mqttRows(figures: MqttFigures): Row[] {
  const { latenciesMs, lost, doubled } = countsOf(figures)
  const row = (of: string, metric: string, value: number, unit: string): Row => ({
    name: 'mqtt',
    case: of,
    metric,
    value: Math.round(value * 1000) / 1000,
    unit,
  })
  const events = `events-${figures.events.length}`
  const away = `away-${figures.awaySeconds}`
  return [
    ...[50, 95, 99].map((percent) => row(events, `p${percent}`, quantile(latenciesMs, percent / 100), 'ms')),
    row(events, 'worst', Math.max(...latenciesMs), 'ms'),
    row(events, 'lost', lost, 'count'),
    row(events, 'doubled', doubled, 'count'),
    row(events, 'cpu', figures.cpuPercent, '% of a core'),
    row(events, 'cpu-wait', figures.waitPercent, '% of the time'),
    row(away, 'rounds', figures.backMs.length, 'count'),
    row(away, 'back-worst', Math.max(...figures.backMs), 'ms'),
  ].filter(({ value }) => Number.isFinite(value))
}

export function mqttBars(figures: MqttFigures): Bar[] {
  const { latenciesMs, lost, doubled } = countsOf(figures)
  const back = `broker back after ${figures.awaySeconds} s: until its states are right, worst of ${figures.backMs.length}, ms`
  return [
    { what: 'p95 from an event to a subscriber, ms', value: quantile(latenciesMs, 0.95), most: 500 },
    { what: 'events that no subscriber heard', value: lost, most: 0 },
    { what: 'events that were heard more than once', value: doubled, most: 0 },
    { what: back, value: Math.max(...figures.backMs), most: 5000 },
  ]
}
