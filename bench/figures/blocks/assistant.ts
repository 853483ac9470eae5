import { share, source, table } from '../cells'
import type { Runs } from '../runs'

const sets = [
  ['written with the assistant at hand', 'total'],
  ['typed by somebody who did not know it', 'typed'],
  ['asked by people who worry', 'worried'],
] as const

/** How many questions the built-in assistant answers rightly, and how many answers would mislead. */
export function assistant(runs: Runs): string {
  const of = (ofCase: string, metric: string) => runs.sum('built-in', ofCase, metric)
  const all = (ofCase: string) =>
    ['right', 'wrong', 'refused', 'invented'].reduce((sum, metric) => sum + of(ofCase, metric), 0)
  const rows = sets.map(([title, ofCase]) => [
    title,
    share(of(ofCase, 'right'), all(ofCase)),
    String(of(ofCase, 'invented')),
  ])
  const misleading = share(of('all', 'misleading'), of('all', 'questions'))
  const head = ['questions', 'fully right', 'invented something']
  return `${table(head, rows)}\n\nAnswers that would mislead: **${misleading}**.\n\n${source('npm run bench:assistant -- --seed N', [runs])}`
}
