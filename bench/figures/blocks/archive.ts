import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

/** The archive that npm installs, from a machine with only Node; null: no run is kept. */
export function archive(runs: Runs | null): string {
  const command = 'npm run release -- --try'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const seconds = (metric: string) => spread(runs.values('first-page', 'npx', metric), (value) => value.toFixed(1))
  const rows = [
    ['unpacked, MB (at most 80)', spread(runs.values('archive', 'unpacked', 'size'))],
    ['`npx` until the first page, the packages there, s (at most 15)', seconds('time')],
    ['the same where npm unpacks them first, s', seconds('time-unpacking')],
    ['processes that wanted the two cores meanwhile', seconds('load')],
  ]
  return `${table(['the archive', ''], rows)}\n\n${source(command, [runs])}`
}
