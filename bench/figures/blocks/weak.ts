import { share, source, spread, table } from '../cells'
import type { Runs } from '../runs'

/** What is told, of what `--weak` measures: half a core, then a quarter, the most work each number of cameras has. */
const cases = [0.5, 0.25].flatMap((quota) =>
  [1, 4, 8].map((cameras) => ({ quota, cameras, name: `quota-${quota}-cameras-${cameras}-all` })),
)

/** The app on a part of a core; null: no run is kept. */
export function weak(runs: Runs | null): string {
  const command = 'npm run bench:browser -- --weak'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const rows = cases
    .filter(({ name }) => runs.has('weak', name, 'checks'))
    .map(({ quota, cameras, name }) => {
      const of = (metric: string, digits?: (value: number) => string) =>
        spread(runs.values('weak', name, metric), digits)
      const toTenths = (value: number) => value.toFixed(1)
      const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
      return [
        `${quota} of a core, ${cameras === 1 ? '1 camera' : `${cameras} cameras`}`,
        share(runs.sum('weak', name, 'clips'), runs.sum('weak', name, 'motions')),
        of('checks-slowest', toTenths),
        of('frames', toTenths),
        of('frames-least', toTenths),
        of('pre-roll', inSeconds),
        of('delivered-after', inSeconds),
        of('memory'),
      ]
    })
  const head = [
    'all cameras see somebody all the time',
    'clips at the hub, of motions',
    'checks a second, slowest camera',
    'frames a second',
    'of the poorest clip',
    'seconds before the motion',
    'seconds until a clip is at the hub',
    'MB over an empty Chromium',
  ]
  return `${table(head, rows)}\n\n${source(command, [runs])}`
}
