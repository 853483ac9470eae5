import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

const CASE = 'hubs-3'
const COMMAND = 'npm run bench:hub -- --hubs 3'

/** What comes of several hubs of which one is killed; null: no run is kept. */
export function together(runs: Runs | null): string {
  if (runs === null) return `No run of \`${COMMAND}\` is kept yet.`
  const figures = (metric: string) => spread(runs.values('hubs', CASE, metric))
  const count = (metric: string) => String(runs.sum('hubs', CASE, metric))
  const rows = [
    ['rounds with one of the hubs killed', count('rounds')],
    ['clips acknowledged', count('acknowledged')],
    ['of them lost', count('lost')],
    ['there twice', count('doubled')],
    ['sessions that ended', count('signedOut')],
    ['rounds in which anything else failed', count('failed')],
    ['**until live pictures are back**, at worst, ms', figures('live-back-worst')],
    ['processor time of an upload at three hubs, ms', figures('upload-cpu')],
    ['the same at one alone with its third of the load, ms', figures('upload-cpu-of-one')],
    ['three of one', figures('upload-cpu-ratio')],
  ]
  return `${table(['three hubs as one', ''], rows)}\n\n${source(COMMAND, [runs])}`
}
