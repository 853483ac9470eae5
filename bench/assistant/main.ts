import { complaining } from '../complaint'
import { type Bar, barLine, type Row, thisMachine, writeReport } from '../report'
import { linksOf } from './agreement'
import type { BenchQuestion } from './expectation'
import { grade, type Verdict } from './grade'
import { type BenchHub, startBenchHub } from './hub'
import { readOptions } from './options'
import { questionsOf } from './questions'
import { type EventRow, generateEvents } from './workspace'

interface Graded {
  readonly question: BenchQuestion
  readonly answer: string
  readonly verdict: Verdict
}

/** Asks the built-in assistant of a real hub, in this process, and compares with what the generated rows say. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const rows = generateEvents(options.seed, options.events)
  const questions = questionsOf(rows)
  console.log(
    `${questions.length} questions over ${rows.length} events of eight cameras and four weeks (seed ${options.seed})\n`,
  )
  const hub = await startBenchHub(rows)
  const graded: Graded[] = []
  try {
    for (const question of questions) graded.push(await gradedAnswer(hub, question, rows))
  } finally {
    await hub.close()
  }
  for (const one of graded) if (options.isTalking || one.verdict !== 'right') print(one)
  const figures = rowsOf(graded)
  for (const { metric, value } of figures) console.log(`${metric}: ${value}`)
  for (const bar of barsOf(graded)) console.log(barLine(bar))
  if (options.jsonFile === null) return
  writeReport(options.jsonFile, thisMachine(), figures)
  console.log(`\nThe figures are in ${options.jsonFile}.`)
}

async function gradedAnswer(hub: BenchHub, question: BenchQuestion, rows: readonly EventRow[]): Promise<Graded> {
  const answer = await hub.ask([...(question.before ?? []), question.ask])
  const statuses = await Promise.all(linksOf(answer).map(({ url }) => hub.open(url)))
  const areLinksOpen = statuses.every((status) => status === 200)
  return { question, answer, verdict: grade(question, answer, rows, areLinksOpen) }
}

function print({ question, answer, verdict }: Graded): void {
  const asked = [...(question.before ?? []), question.ask].join(' / ')
  const shown = answer.replace(/\]\([^)]*\)/g, '](…)').split('\n')
  const cut = shown.length > 6 ? [...shown.slice(0, 5), '…'] : shown
  console.log(`${verdict.padEnd(8)} ${asked}\n${cut.map((line) => `         ${line}`).join('\n')}`)
}

function countOf(graded: readonly Graded[], verdict: Verdict): number {
  return graded.filter((one) => one.verdict === verdict).length
}

function rowsOf(graded: readonly Graded[]): Row[] {
  const verdicts = ['right', 'wrong', 'refused', 'invented'] as const
  return verdicts.map((verdict) => ({
    name: 'built-in',
    case: 'total',
    metric: verdict,
    value: countOf(graded, verdict),
    unit: 'count',
  }))
}

/** The bars of issue 7. */
function barsOf(graded: readonly Graded[]): Bar[] {
  return [
    {
      what: 'share of questions fully right, with links that open',
      value: countOf(graded, 'right') / graded.length,
      least: 0.85,
    },
    { what: 'answers that hold something invented', value: countOf(graded, 'invented'), most: 0 },
  ]
}

await complaining(main)
