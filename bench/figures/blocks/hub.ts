import { source, spread, table, within } from '../cells'
import type { Runs } from '../runs'

const CASE = 'cameras-1000'
const COMMAND = 'npm run bench:hub -- --cameras 1000'

export interface Stores {
  readonly sqlite: Runs
  readonly postgres: Runs
}

/** Under load, beside what the disk took in the same minute. */
export function underLoad({ sqlite, postgres }: Stores): string {
  const row = (title: string, cell: (runs: Runs) => string) => [title, cell(sqlite), cell(postgres)]
  const of = (name: string, metric: string) => (runs: Runs) => spread(runs.values(name, CASE, metric))
  const rows = [
    row('snapshots a second', (runs) => spread(runs.values('snapshot', CASE, 'rate'))),
    row('uploads that failed', failed),
    row('**a clip beyond a bare write of its bytes**, median, ms', beyondDisk('over-disk-p50')),
    row('the same at the 95th percentile, ms', beyondDisk('over-disk-p95')),
    row('processor of the hub, % of a core', of('load', 'cpu')),
    row('its wait for a processor, % of the time', of('load', 'cpu-wait')),
    row('what the host gave to other machines, % of the time', of('load', 'steal')),
    row('the bare write, median, ms', of('disk', 'p50')),
    row('the bare write, p95, ms', of('disk', 'p95')),
    row('a clip acknowledged, median, ms', of('clip', 'p50')),
    row('a clip acknowledged, p95, ms', of('clip', 'p95')),
    row('a snapshot acknowledged, median, ms', of('snapshot', 'p50')),
    row('a snapshot acknowledged, p95, ms', of('snapshot', 'p95')),
    row('memory of the hub at most, MB', of('snapshot', 'rss')),
  ]
  return `${table(['1,000 cameras on one hub', 'SQLite', 'PostgreSQL'], rows)}\n\n${sources({ sqlite, postgres })}`
}

/** Long lists, the start with them, and the hub that nobody asks anything. */
export function atRest({ sqlite, postgres }: Stores): string {
  const row = (title: string, name: string, metric: string) => [
    title,
    ...[sqlite, postgres].map((runs) => spread(runs.values(name, CASE, metric))),
  ]
  const rows = [
    row('a page of 100,000 rows, median, ms', 'list', 'p50'),
    row('a page of 100,000 rows, p95, ms', 'list', 'p95'),
    row('start with them, ms', 'start', 'time'),
    row('idle: memory, MB', 'idle', 'rss'),
    row('idle: % of a core', 'idle', 'cpu'),
  ]
  return table(['lists, start, idle', 'SQLite', 'PostgreSQL'], rows)
}

/** Three thousand cameras that nobody watches, at the pace that our hub asks for then; null: no run is kept. */
export function atOwnPace(runs: Runs | null): string {
  const command = 'npm run bench:hub -- --cameras 3000 --pace 10 --load-only'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const ofCase = 'cameras-3000-pace-10'
  const of = (name: string, metric: string) => spread(runs.values(name, ofCase, metric))
  const rows = [
    ['uploads that failed', String(runs.sum('snapshot', ofCase, 'failed') + runs.sum('clip', ofCase, 'failed'))],
    ['a clip acknowledged, p95, ms', of('clip', 'p95')],
    ['a snapshot acknowledged, p95, ms', of('snapshot', 'p95')],
    ['processor of the hub, % of a core', of('load', 'cpu')],
    ['memory of the hub at most, MB', of('snapshot', 'rss')],
  ]
  return `${table(['3,000 cameras, a snapshot every 10 s', 'SQLite'], rows)}\n\n${source(command, [runs])}`
}

/** One process and two over the same PostgreSQL, by turns; null: no run is kept. */
export function byProcesses(runs: Runs | null): string {
  const command = 'npm run bench:hub -- --cameras 400 --load-only --database URL --processes 2'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const row = (title: string, name: string, metric: string) => [
    title,
    ...['cameras-400', 'cameras-400-processes-2'].map((ofCase) => spread(runs.values(name, ofCase, metric))),
  ]
  const rows = [
    row('processor time of all processes for an upload, ms', 'load', 'cpu-per-request'),
    row('a clip acknowledged, p95, ms', 'clip', 'p95'),
    row('a snapshot acknowledged, p95, ms', 'snapshot', 'p95'),
    row('memory of all processes at most, MB', 'snapshot', 'rss'),
  ]
  return `${table(['400 cameras, PostgreSQL', '1 process', '2 processes'], rows)}\n\n${source(command, [runs])}`
}

function failed(runs: Runs): string {
  return String(runs.sum('snapshot', CASE, 'failed') + runs.sum('clip', CASE, 'failed'))
}

function beyondDisk(metric: string): (runs: Runs) => string {
  return (runs) => within(runs.interval('clip', CASE, metric))
}

function sources({ sqlite, postgres }: Stores): string {
  return source(COMMAND, [sqlite, postgres])
}
