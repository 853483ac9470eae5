import { source, table, within } from '../cells'
import type { Runs } from '../runs'

/** How often a tab that watches is woken; null: no run is kept. */
export function wakeUps(runs: Runs | null): string {
  const command = 'npm run bench:browser -- --wakeups'
  if (runs === null) return `No run of \`${command}\` is kept yet.`
  const views = ['visible', 'hidden'] as const
  const ways = { watching: 'now', before: 'of an earlier version, by turns' } as const
  const rows = (['watching', 'before'] as const)
    .filter((way) => runs.has(way, 'visible-4', 'wakeups-own'))
    .map((way) => [
      ways[way],
      ...views.map((view) => within(runs.interval(way, `${view}-4`, 'wakeups-own'), (value) => value.toFixed(1))),
    ])
  const head = ['wake-ups a second of our own threads, above playback alone', 'tab seen', 'tab hidden']
  return `${table(head, rows)}\n\n${source(command, [runs])}`
}
