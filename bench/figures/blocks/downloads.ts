import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

/** How soon a download of an MP4 clip begins; null: no run is kept. */
export function downloads(runs: Runs | null): string {
  const command = 'npm run bench:browser -- --downloads'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const of = (metric: string) => spread(runs.values('downloads', 'mp4', metric))
  const rows = [
    ['until it begins, ms, median', of('began-p50')],
    ['slowest of 30', of('began-max')],
    ['files that are not byte for byte the hub’s', String(runs.sum('downloads', 'mp4', 'different'))],
  ]
  return `${table(['a press on Download, of a clip that is MP4', 'Nightjar'], rows)}\n\n${source(command, [runs])}`
}
