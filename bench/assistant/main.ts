import { complaining } from '../complaint'
import { type Bar, barLine, type Row, thisMachine, writeReport } from '../report'
import { type Graded, gradedSet, setsOf } from './asking'
import { recordable } from './background'
import type { Verdict } from './grade'
import { readOptions } from './options'
import { generateEvents } from './workspace'

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
