import type { Row } from '../report'
import { largeSubjectRows, type Result, rowsOf, sumUp } from './contenders'
import { chartRows } from './pictures/false-alarms-chart'
import type { TableLine } from './table'

/** What was found in footage or scenes: lines for the terminal, one result per video and contender. */
export interface Findings {
  readonly lines: TableLine[]
  readonly results: Result[]
}

/** The rows that figures of the documents and their chart are made of: of films and groups the terminal tells. */
export function keptRows(footage: Findings, scenes: Findings): Row[] {
  const drawn = sumUp(scenes.results)
  return [
    ...scenes.lines.flatMap(({ title, results }) => chartRows(results, title)),
    ...rowsOf(drawn, 'scenes', ['intervals', 'found', 'false', 'minutes', 'latency-p95']),
    ...largeSubjectRows(drawn),
    ...rowsOf(sumUp(footage.results), 'footage', ['intervals', 'found', 'false']),
  ]
}
