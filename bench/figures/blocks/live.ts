import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

const cases = [
  ['directly', 'webrtc', 'viewers-1'],
  ['directly, four', 'webrtc', 'viewers-4'],
  ['through the hub', 'relay', 'viewers-1'],
  ['through the hub, four', 'relay', 'viewers-4'],
] as const

/** How soon a viewer sees what the camera sees, and what that takes. */
export function live(runs: Runs): string {
  const row = (title: string, metric: string, ofFirst = false) => [
    title,
    ...cases.map(([, name, viewers]) =>
      ofFirst && viewers !== 'viewers-1' ? '' : spread(runs.values(name, viewers, metric)),
    ),
  ]
  const rows = [
    row('first picture after the press, p95, ms', 'first-frame', true),
    row('**from the camera to the screen**, median, ms', 'latency-p50'),
    row('the same at the 95th percentile, ms', 'latency-p95'),
    row('pictures a second', 'fps'),
    row("the camera's whole browser, % of a core", 'cpu-camera'),
    row('the hub, % of a core', 'cpu-hub'),
  ]
  const idle = spread(runs.values('none', 'viewers-0', 'cpu-camera'))
  const head = ['', ...cases.map(([title]) => title)]
  return `${table(head, rows)}\n\nThe camera's browser with nobody looking: ${idle} % of a core.\n\n${source('npm run bench:live', [runs])}`
}
