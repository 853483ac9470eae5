import { source, table, whole } from '../cells'
import type { Runs } from '../runs'

const CASE = 'rounds'
const COMMAND = 'npm run test:faults'
const metrics = ['rounds', 'acknowledged', 'lost', 'doubled', 'failed'] as const

/** What was acknowledged while something broke, and what of it was lost or there twice; null: no run is kept. */
export function faults(runs: Runs | null): string {
  if (runs === null) return `No run of \`${COMMAND}\` is kept yet.`
  const kinds = runs
    .names(CASE)
    .map((kind) => ({ kind, counts: metrics.map((metric) => runs.sum(kind, CASE, metric)) }))
  // A machine may lack what a kind needs.
  const run = kinds.filter(({ counts: [rounds = 0, , , , failed = 0] }) => rounds + failed > 0)
  const all = metrics.map((_, column) => run.reduce((sum, { counts }) => sum + (counts[column] ?? 0), 0))
  const rows = [...run.map(({ kind, counts }) => [`\`${kind}\``, ...counts.map(whole)]), ['**all**', ...all.map(whole)]]
  const head = ['what breaks', 'rounds', 'clips acknowledged', 'lost', 'doubled', 'failed rounds']
  return `${table(head, rows)}\n\n${source(COMMAND, [runs])}`
}
