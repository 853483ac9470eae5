import { complaining } from '../complaint'
import { type Bar, barLine, type Row, thisMachine, writeReport } from '../report'
import { linksOf } from './agreement'
import { grade, type Verdict } from './grade'
import { type BenchHub, startBenchHub } from './hub'
import { readOptions } from './options'
import { questionsOf } from './questions'
import { judgeTyped } from './typed-judge'
import { typedQuestions } from './typed-questions'
import { type EventRow, generateEvents } from './workspace'

interface Asking {
  readonly ask: string
  readonly before?: readonly string[]
  readonly gradeOf: (answer: string, areLinksOpen: boolean) => Verdict
}

interface Graded {
  readonly question: Asking
  readonly answer: string
  readonly verdict: Verdict
}

/** Asks the built-in assistant of a real hub, in this process, and compares with what the generated rows say. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const rows = generateEvents(options.seed, options.events)
  const sets = setsOf(rows)
  const figures: Row[] = []
  const bars: Bar[] = []
  for (const [name, questions] of sets) {
    console.log(
      `\n${name}: ${questions.length} questions over ${rows.length} events of eight cameras and four weeks (seed ${options.seed})\n`,
    )
    const graded = await gradedSet(questions, rows)
    for (const one of graded) if (options.isTalking || one.verdict !== 'right') print(one)
    figures.push(...rowsOf(name, graded))
    bars.push(...barsOf(name, graded))
  }
  for (const { case: name, metric, value } of figures) console.log(`${name}, ${metric}: ${value}`)
  for (const bar of bars) console.log(barLine(bar))
  if (options.jsonFile === null) return
  writeReport(options.jsonFile, thisMachine(), figures)
  console.log(`\nThe figures are in ${options.jsonFile}.`)
}

/** "total" was written with the assistant at hand; "typed" by somebody who did not know it. */
function setsOf(rows: readonly EventRow[]): [string, Asking[]][] {
  const own = questionsOf(rows).map((question) => ({
    ...question,
    gradeOf: (answer: string, areLinksOpen: boolean) => grade(question, answer, rows, areLinksOpen),
  }))
  const typed = typedQuestions(rows).map((question) => ({
    ...question,
    gradeOf: (answer: string, areLinksOpen: boolean) => judgeTyped(question.check, answer, rows, areLinksOpen),
  }))
  return [
    ['total', own],
    ['typed', typed],
  ]
}

/** Questions that one workspace may ask: its plan allows a hundred chats. */
const A_HUB = 60

async function gradedSet(questions: readonly Asking[], rows: readonly EventRow[]): Promise<Graded[]> {
  const graded: Graded[] = []
  for (let done = 0; done < questions.length; done += A_HUB) {
    const hub = await startBenchHub(rows)
    try {
      for (const question of questions.slice(done, done + A_HUB)) graded.push(await gradedAnswer(hub, question))
    } finally {
      await hub.close()
    }
  }
  return graded
}

async function gradedAnswer(hub: BenchHub, question: Asking): Promise<Graded> {
  const answer = await hub.ask([...(question.before ?? []), question.ask])
  const statuses = await Promise.all(linksOf(answer).map(({ url }) => hub.open(url)))
  const areLinksOpen = statuses.every((status) => status === 200)
  return { question, answer, verdict: question.gradeOf(answer, areLinksOpen) }
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

function rowsOf(name: string, graded: readonly Graded[]): Row[] {
  const verdicts = ['right', 'wrong', 'refused', 'invented'] as const
  return verdicts.map((verdict) => ({
    name: 'built-in',
    case: name,
    metric: verdict,
    value: countOf(graded, verdict),
    unit: 'count',
  }))
}

/** The bars of BENCH-10. */
function barsOf(name: string, graded: readonly Graded[]): Bar[] {
  return [
    {
      what: `${name}: share of questions fully right, with links that open`,
      value: countOf(graded, 'right') / graded.length,
      least: 0.85,
    },
    { what: `${name}: answers that hold something invented`, value: countOf(graded, 'invented'), most: 0 },
  ]
}

await complaining(main)
