import { source, spread, table, within } from '../cells'
import type { Runs } from '../runs'

const COMMAND = 'npm run bench:live -- --camera'

const cases = [
  ['nobody looks', 'none', 'viewers-0'],
  ['one, directly', 'webrtc', 'viewers-1'],
  ['one, through the hub', 'relay', 'viewers-1'],
] as const

/** What viewers take from the camera's own work; null: no run is kept. */
export function liveCamera(runs: Runs | null): string {
  if (runs === null) return `No run of \`${COMMAND}\` is kept yet.`
  const row = (title: string, cell: (name: string, ofCase: string) => string) => [
    title,
    ...cases.map(([, name, ofCase]) => cell(name, ofCase)),
  ]
  const counted = (metric: string) => (name: string, ofCase: string) => String(runs.sum(name, ofCase, metric))
  const ofViewers = (metric: string) => (name: string, ofCase: string) =>
    name === 'none' ? '' : counted(metric)(name, ofCase)
  const rows = [
    row('checks dropped', counted('checks-dropped')),
    row('clips', counted('clips')),
    row('seconds of them', (name, ofCase) => spread(runs.values(name, ofCase, 'clip-seconds'))),
    row('clips lost', ofViewers('clips-lost')),
    row('clips shortened', ofViewers('clips-shortened')),
  ]
  const more = within(runs.interval('none', 'viewers-0', 'cpu-more'))
  const head = ['', ...cases.map(([title]) => title)]
  return `${table(head, rows)}\n\nLive view on and nobody looking, above off: ${more} % of a core.\n\n${source(COMMAND, [runs])}`
}
