import { complaining } from '../complaint'
import { type Bar, barLine, type Row, thisMachine, writeReport } from '../report'
import { linksOf } from './agreement'
import { abandoned, type Blind, blindTimes, type Present, recordable, watched } from './background'
import { grade, type Verdict } from './grade'
import { type BenchHub, startBenchHub } from './hub'
import { misleads, type Scope, spoilt, withoutSight } from './misleading'
import { type Fault, readOptions } from './options'
import { questionsOf } from './questions'
import type { TypedQuestion } from './typed-expectation'
import { judgeTyped } from './typed-judge'
import { typedQuestions } from './typed-questions'
import { type EventRow, generateEvents } from './workspace'
import { worriedQuestions } from './worried/questions'

interface Asking {
  readonly ask: string
  readonly before?: readonly string[]
  readonly scope?: Scope
  readonly gradeOf: (answer: string, areLinksOpen: boolean) => Verdict
}

interface QuestionSet {
  readonly name: string
  readonly questions: readonly Asking[]
  readonly present: Present
}

interface Graded {
  readonly question: Asking
  readonly answer: string
  readonly verdict: Verdict
  /** Why it would mislead; null: it would not. */
  readonly misleads: string | null
}

/** Asks the built-in assistant of a real hub, in this process, and compares with what the generated rows say. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const rows = recordable(generateEvents(options.seed, options.events))
  const sets = setsOf(rows)
  const figures: Row[] = []
  const bars: Bar[] = []
  const all: Graded[] = []
  for (const { name, questions, present } of sets) {
    console.log(
      `\n${name}: ${questions.length} questions over ${rows.length} events of eight cameras and four weeks (seed ${options.seed})\n`,
    )
    const graded = await gradedSet({ questions, present }, rows, options.fault)
    for (const one of graded) if (options.isTalking || one.verdict !== 'right' || one.misleads !== null) print(one)
    all.push(...graded)
    figures.push(...rowsOf(name, graded))
    bars.push(...barsOf(name, graded))
  }
  const misleading = all.filter(({ misleads: why }) => why !== null).length
  figures.push({ name: 'built-in', case: 'all', metric: 'questions', value: all.length, unit: 'count' })
  figures.push({ name: 'built-in', case: 'all', metric: 'misleading', value: misleading, unit: 'count' })
  bars.push({ what: `answers that would mislead, of ${all.length}`, value: misleading, most: 0 })
  for (const { case: name, metric, value } of figures) console.log(`${name}, ${metric}: ${value}`)
  for (const bar of bars) console.log(barLine(bar))
  if (options.jsonFile === null) return
  writeReport(options.jsonFile, thisMachine(), figures)
  console.log(`\nThe figures are in ${options.jsonFile}.`)
}

/** "total" was written with the assistant at hand; "typed" by somebody who did not know it; "worried" is asked in fear. */
function setsOf(rows: readonly EventRow[]): QuestionSet[] {
  const own = questionsOf(rows).map((question) => ({
    ...question,
    gradeOf: (answer: string, areLinksOpen: boolean) => grade(question, withoutSight(answer), rows, areLinksOpen),
  }))
  const judged = (
    questions: readonly (TypedQuestion & { readonly scope?: Scope })[],
    read: (answer: string) => string = (answer) => answer,
  ) =>
    questions.map((question) => ({
      ...question,
      gradeOf: (answer: string, areLinksOpen: boolean) => judgeTyped(question.check, read(answer), rows, areLinksOpen),
    }))
  return [
    { name: 'total', questions: own, present: abandoned },
    { name: 'typed', questions: judged(typedQuestions(rows), withoutSight), present: abandoned },
    { name: 'worried', questions: judged(worriedQuestions(rows)), present: watched },
  ]
}

/** Questions that one workspace may ask: its plan allows a hundred chats. */
const A_HUB = 60

async function gradedSet(
  { questions, present }: Omit<QuestionSet, 'name'>,
  rows: readonly EventRow[],
  fault: Fault | null,
): Promise<Graded[]> {
  const graded: Graded[] = []
  const blind = blindTimes(rows, present)
  for (let done = 0; done < questions.length; done += A_HUB) {
    const hub = await startBenchHub(rows, present)
    try {
      for (const question of questions.slice(done, done + A_HUB))
        graded.push(await gradedAnswer(hub, question, { rows, blind, fault }))
    } finally {
      await hub.close()
    }
  }
  return graded
}

interface Truth {
  readonly rows: readonly EventRow[]
  readonly blind: readonly Blind[]
  readonly fault: Fault | null
}

async function gradedAnswer(hub: BenchHub, question: Asking, { rows, blind, fault }: Truth): Promise<Graded> {
  const said = await hub.ask([...(question.before ?? []), question.ask])
  const answer = fault === null ? said : spoilt(said, fault)
  const statuses = await Promise.all(linksOf(answer).map(({ url }) => hub.open(url)))
  const areLinksOpen = statuses.every((status) => status === 200)
  const verdict = question.gradeOf(answer, areLinksOpen)
  return {
    question,
    answer,
    verdict,
    misleads: misleads({ answer, verdict, scope: question.scope ?? null }, rows, blind),
  }
}

function print({ question, answer, verdict, misleads: why }: Graded): void {
  const asked = [...(question.before ?? []), question.ask].join(' / ')
  const shown = answer.replace(/\]\([^)]*\)/g, '](…)').split('\n')
  const cut = shown.length > 6 ? [...shown.slice(0, 4), '…', ...shown.slice(-1)] : shown
  console.log(
    `${verdict.padEnd(8)} ${asked}${why === null ? '' : `  MISLEADS: ${why}`}\n${cut.map((line) => `         ${line}`).join('\n')}`,
  )
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
