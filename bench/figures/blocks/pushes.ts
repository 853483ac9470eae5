import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

const CASE = 'events-500'
const COMMAND = 'npm run bench:hub -- --push'

/** How soon an event is at a browser's push service; null: no run is kept. */
export function pushes(runs: Runs | null): string {
  if (runs === null) return `No run of \`${COMMAND}\` is kept yet.`
  const times = (metric: string) => spread(runs.values('push', CASE, metric))
  const count = (metric: string) => String(runs.sum('push', CASE, metric))
  const rows = [
    ['median, ms', times('p50')],
    ['**95th percentile**, ms', times('p95')],
    ['the slowest, ms', times('worst')],
    ['events whose push did not come', count('lost')],
    ['pushes beyond one an event', count('doubled')],
    ['pushes that their browser could not open', count('unread')],
    ['pushes with a secret in them', count('leaky')],
    ['processor of the hub, % of a core', times('cpu')],
    ['its wait for a processor, % of the time', times('cpu-wait')],
  ]
  return `${table(['from an event to the push service', ''], rows)}\n\n${source(COMMAND, [runs])}`
}
