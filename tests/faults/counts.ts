import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Row, thisMachine, writeReport } from '../../bench/report'
import { kinds } from './options'
import type { KindReport } from './report'

const rowShape = z.object({
  name: z.string(),
  case: z.string(),
  metric: z.string(),
  value: z.number(),
  unit: z.string(),
})
const fileShape = z.object({ rows: z.array(rowShape) })

const CASE = 'rounds'

/** Adds what the rounds of a kind counted to a file, so that a thousand of them can be run in pieces. */
export function addToFile(file: string, report: KindReport): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{"rows":[]}'
  writeReport(file, thisMachine(), withCounts(fileShape.parse(JSON.parse(text)).rows, report))
}

/** In the order in which kinds are run. */
function withCounts(rows: readonly Row[], report: KindReport): Row[] {
  const { kind, rounds, acknowledged, lost, doubled, failed } = report
  const counts = { rounds, acknowledged, lost, doubled, failed: failed.length }
  const before = (metric: string) => rows.find((row) => row.name === kind && row.metric === metric)?.value ?? 0
  const added = Object.entries(counts).map(([metric, value]) => ({
    name: kind,
    case: CASE,
    metric,
    value: before(metric) + value,
    unit: 'count',
  }))
  return kinds.flatMap((one) => (one === kind ? added : rows.filter(({ name }) => name === one)))
}
