import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judge, type Result } from '../../../bench/detect/contenders'
import { type Findings, keptRows } from '../../../bench/detect/kept-rows'
import { addPersonScores, personRows } from '../../../bench/detect/person/confusion'
import { falseAlarmsChart } from '../../../bench/detect/pictures/false-alarms-chart'
import { sceneGroupNames } from '../../../bench/detect/scenes/index'
import { detection, detectionAt50, persons } from '../../../bench/figures/blocks/detection'
import { Runs } from '../../../bench/figures/runs'
import type { Report, Row } from '../../../bench/report'

const results = resolve(import.meta.dirname, '../../../bench/results')
const reportsOf = (bench: string): Report[] =>
  readdirSync(join(results, bench)).map((name) => JSON.parse(readFileSync(join(results, bench, name), 'utf8')))
const rowsOf = (reports: readonly Report[]) => reports.flatMap(({ rows }) => rows)
const what = ({ case: ofCase, metric }: Row) => `${metric} in ${ofCase}`

const [detect, films, person] = [reportsOf('detect'), reportsOf('films'), reportsOf('person')]
const asked = new Set<string>()
/** Notes of which rows the value is asked for. */
const noting = (row: Row): Row => ({
  ...row,
  get value() {
    asked.add(what(row))
    return row.value
  },
})
const runsOf = (bench: string, reports: readonly Report[]) =>
  new Runs(
    bench,
    reports.map((report) => ({ ...report, rows: report.rows.map(noting) })),
  )
detection(runsOf('detect', detect))
detectionAt50(runsOf('detect', detect), runsOf('films', films))
persons(runsOf('person', person))
falseAlarmsChart(rowsOf(detect).map(noting))

const unasked = (rows: readonly Row[]) => [...new Set(rows.map(what))].filter((row) => !asked.has(row))

describe('of the detector no more is kept than documents and their chart tell (BENCH-01)', () => {
  it.each([
    ['detect', detect],
    ['films', films],
    ['person', person],
  ])('in the runs of bench/results/%s', (_, reports) => {
    expect(rowsOf(reports)).not.toEqual([])
    expect(unasked(rowsOf(reports))).toEqual([])
  })

  it('in what `--json` writes, of drawn scenes and of footage', () => {
    const found: Result[] = judge(
      (['classic', 'adaptive'] as const).map((method) => ({
        method,
        differences: [0, 90, 90],
        moved: [],
        costsUs: [1],
      })),
      { motion: [{ start: 0.3, end: 0.6, kind: 'person' }], ignore: [] },
    )
    const findings = (titles: readonly string[]): Findings => ({
      lines: titles.map((title) => ({ title, results: found })),
      results: found,
    })
    const written = keptRows(findings(['people-a']), findings([...sceneGroupNames, '= scenes']))
    expect(new Set(written.map(what))).toEqual(new Set([...rowsOf(detect), ...rowsOf(films)].map(what)))
  })

  it('in what `--person --json` writes', () => {
    const nobody = addPersonScores([])
    const score = { ...nobody, overlaps: [1], delaysSec: [1] }
    const written = personRows('default', 'footage', score).map(what)
    expect(new Set(written)).toEqual(
      new Set(
        rowsOf(person)
          .map(what)
          .filter((row) => row.endsWith(' in footage')),
      ),
    )
  })
})
