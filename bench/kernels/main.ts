import { Complaint, complaining } from '../complaint'
import { loadBuiltKernels } from '../detect/detector-run'
import { thisMachine, writeReport } from '../report'
import { disagreements } from './agreement'
import { barLines } from './bars'
import { contenders } from './contenders/index'
import { caseOf, Figures } from './figures'
import { type FrameSize, identicalPair, randomPair, scenePair } from './frame-pair'
import { type KernelBenchOptions, readOptions } from './options'
import { type SamplingPlan, timeInTurns } from './sampling'
import { Stages } from './stage'
import { figureTable } from './table'

const thorough: SamplingPlan = { rounds: 9, secondsPerRound: 0.05 }
const quick: SamplingPlan = { rounds: 3, secondsPerRound: 0.02 }

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const startMs = performance.now()
  const stages = await Stages.create(await loadBuiltKernels())
  const figures = measure(options, stages)
  console.log(
    `\n${figureTable(
      figures,
      contenders.map(({ name }) => name),
    )}\n`,
  )
  for (const line of barLines(figures)) console.log(line)
  if (options.jsonFile !== null) {
    writeReport(options.jsonFile, thisMachine(), figures.rows())
    console.log(`\nThe figures are in ${options.jsonFile}.`)
  }
  console.log(`\nDone in ${((performance.now() - startMs) / 1000).toFixed(0)} s.`)
}

function measure(options: KernelBenchOptions, stages: Stages): Figures {
  const plan = options.isQuick ? quick : thorough
  const figures = new Figures()
  for (const size of options.sizes) {
    const scene = checkedScene(size, stages)
    console.log(`${caseOf(size)}: all contenders agree; timing, ${plan.rounds} rounds`)
    const stage = stages.set(scene)
    const prepared = contenders.map((contender) => ({ contender, prepared: contender.prepare(stage) }))
    figures.add(size, timeInTurns(prepared, plan))
    for (const each of prepared) each.prepared.dispose?.()
  }
  return figures
}

/** The pair to time; a contender that finds anything else than it must ends the bench. */
function checkedScene(size: FrameSize, stages: Stages) {
  const scene = scenePair(size)
  const wrong = disagreements(contenders, stages, [randomPair(size), identicalPair(scene), scene])
  if (wrong.length > 0) throw new Complaint(`Nothing was timed, since not all find the same.\n${wrong.join('\n')}`)
  return scene
}

await complaining(main)
