import { source, spread, table } from '../cells'
import type { Runs } from '../runs'

const COMMAND = 'npm run bench:live -- --crowd 50'
const CASE = 'viewers-50'

/** What many who look through one camera take of a hub; null: no run is kept. */
export function liveCrowd(runs: Runs | null): string {
  if (runs === null) return `No run of \`${COMMAND}\` is kept yet.`
  const of = (metric: string) => spread(runs.values('relay', CASE, metric))
  const rows = [
    ["the hub's memory before, MB", of('memory-rest')],
    ['**at most while all look**, MB', of('memory-most')],
    ['kept by the hub for one who read nothing, at most, kB', of('kept-most')],
    ['the hub, % of a core', of('cpu-hub')],
    ['the camera sends to one viewer, kB/s', of('upload-one')],
    ['and to fifty', of('upload-all')],
    ['pictures that got to the reader who got fewest, %', of('read-least')],
  ]
  return `${table(['fifty look through the hub, ten of them read nothing', ''], rows)}\n\n${source(COMMAND, [runs])}`
}
