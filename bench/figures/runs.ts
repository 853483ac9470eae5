import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Complaint } from '../complaint'
import type { Interval } from '../intervals'
import { median } from '../report'

const reportShape = z.object({
  machine: z.object({ cpu: z.string(), cores: z.number(), node: z.string(), browser: z.string().optional() }),
  date: z.string(),
  /** What sets this run apart: where it comes from, what was left out of it. */
  note: z.string().optional(),
  rows: z.array(z.object({ name: z.string(), case: z.string(), metric: z.string(), value: z.number() })),
})
type Report = z.infer<typeof reportShape>

/** All runs of one bench that are kept, oldest first: each is a file as `--json` writes it, in one folder. */
export class Runs {
  readonly bench: string
  readonly #reports: readonly Report[]

  constructor(bench: string, reports: readonly Report[]) {
    this.bench = bench
    this.#reports = [...reports].sort((one, other) => one.date.localeCompare(other.date))
  }

  static read(resultsFolder: string, bench: string): Runs {
    const folder = join(resultsFolder, bench)
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    return new Runs(
      bench,
      files.map((name) => reportShape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))),
    )
  }

  /** Whether any run has it. */
  has(name: string, ofCase: string, metric: string): boolean {
    return this.#reports.some(({ rows }) => {
      return rows.some((row) => row.name === name && row.case === ofCase && row.metric === metric)
    })
  }

  /** Of whatever was measured in a case, in the order of the runs. */
  names(ofCase: string): string[] {
    const rows = this.#reports.flatMap((report) => report.rows.filter((row) => row.case === ofCase))
    return [...new Set(rows.map(({ name }) => name))]
  }

  /** Of each run that has it. Throws where none has. */
  values(name: string, ofCase: string, metric: string): readonly number[] {
    const values = this.#reports.flatMap(({ rows }) => {
      const row = rows.find((one) => one.name === name && one.case === ofCase && one.metric === metric)
      return row === undefined ? [] : [row.value]
    })
    if (values.length > 0) return values
    throw new Complaint(`No run in bench/results/${this.bench} has ${metric} of ${name} in ${ofCase}.`)
  }

  /** Of one figure to another in the same run: what both owe to the machine cancels out. */
  ratios(names: readonly [string, string], ofCase: string, metric: string): readonly number[] {
    return this.#reports.flatMap((report) => {
      const [one, other] = names.map(
        (name) => report.rows.find((row) => row.name === name && row.case === ofCase && row.metric === metric)?.value,
      )
      return one === undefined || other === undefined ? [] : [one / other]
    })
  }

  /** A figure that is counted, over all runs together. */
  sum(name: string, ofCase: string, metric: string): number {
    return this.values(name, ofCase, metric).reduce((sum, value) => sum + value, 0)
  }

  /** A figure whose runs brought an interval each: the median, and from the lowest to the highest bound. */
  interval(name: string, ofCase: string, metric: string): Interval {
    return {
      value: median(this.values(name, ofCase, metric)),
      low: Math.min(...this.values(name, ofCase, `${metric}-low`)),
      high: Math.max(...this.values(name, ofCase, `${metric}-high`)),
    }
  }

  /** How many there are, of which days, on which machines, and what is to be known of them. */
  about(): string {
    const reports = this.#reports
    const days = [...new Set(reports.map(({ date }) => date.slice(0, 10)))]
    const machines = [...new Set(reports.map(({ machine }) => machineText(machine)))]
    const notes = [...new Set(reports.flatMap(({ note }) => note ?? []))].map((note) => {
      const moments = reports.filter((report) => report.note === note).map(({ date }) => moment(date))
      return `${moments.join(', ')}: ${note}`
    })
    const count = `${reports.length} ${reports.length === 1 ? 'run' : 'runs'} of ${days.join(', ')} on ${machines.join('; ')}.`
    return [count, ...notes].join(' ')
  }
}

function machineText({ cpu, cores, node, browser }: Report['machine']): string {
  return `${cores} cores of an ${cpu}, Node ${node}${browser === undefined ? '' : `, ${browser}`}`
}

function moment(date: string): string {
  return `${date.slice(0, 10)} ${date.slice(11, 16)}`
}
