import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

const EVENTS = 'events-500'
const AWAY = 'away-60'
const COMMAND = 'npm run bench:hub -- --mqtt'

/** How soon an event is at a subscriber of an MQTT broker, and what it is told after a time away; null: no run is kept. */
export function broker(runs: Runs | null): string {
  if (runs === null) return `No run of \`${COMMAND}\` is kept yet.`
  const times = (of: string, metric: string) => spread(runs.values('mqtt', of, metric))
  const count = (of: string, metric: string) => String(runs.sum('mqtt', of, metric))
  const rows = [
    ['from an event to a subscriber: median, ms', times(EVENTS, 'p50')],
    ['**95th percentile**, ms', times(EVENTS, 'p95')],
    ['the slowest, ms', times(EVENTS, 'worst')],
    ['events that were not heard', count(EVENTS, 'lost')],
    ['events that were heard more than once', count(EVENTS, 'doubled')],
    [
      `**a broker back after 60 s**, ${count(AWAY, 'rounds')} times: until its states are right, at worst, ms`,
      times(AWAY, 'back-worst'),
    ],
    ['processor of the hub, % of a core', times(EVENTS, 'cpu')],
    ['its wait for a processor, % of the time', times(EVENTS, 'cpu-wait')],
  ]
  return `${table(['an MQTT broker beside the hub', ''], rows)}\n\n${source(COMMAND, [runs])}`
}
