import { existsSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { LoadedKernels } from '../../src/engine/motion/kernels'
import { complaining } from '../complaint'
import { thisMachine, writeReport } from '../report'
import { requireJudged, sceneBarLines } from './bars'
import { judge, type Result, sumUp } from './contenders'
import { decodeLuma, sizeOf } from './decode'
import { type DetectorRun, loadBuiltKernels, runDetectors } from './detector-run'
import { findFootage } from './footage'
import { type Findings, keptRows } from './kept-rows'
import { type BenchOptions, readOptions, TAMPERING_GROUP } from './options'
import { knownTruth } from './person/known-footage'
import { type Film, PersonBench } from './person/person-bench'
import { writeDetectorPictures } from './pictures/all'
import { HEIGHT, WIDTH } from './scenes/canvas'
import { allScenes } from './scenes/index'
import { foundTable, summaryTable } from './table'
import { runTamperingBench } from './tampering-bench'
import type { Truth } from './truth'

const defaultFolder = 'footage'

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const kernels = await loadBuiltKernels()
  if (options.picturesFolder !== null) {
    console.log((await writeDetectorPictures(kernels, options.picturesFolder)).join('\n'))
    return
  }
  const person = await PersonBench.open(options.person)
  const footage = await runFootage(kernels, options, person)
  const scenes = await runScenes(kernels, options)
  person.close()
  const isTamperingWanted = options.groups.includes(TAMPERING_GROUP)
  const tampering = isTamperingWanted ? await runTampering(kernels, options) : 0
  const total = sumUp([...footage.results, ...scenes.results])
  requireJudged({ motion: total.length, person: person.judged, tampering })
  console.log(`\nFound/intervals and false triggers (+):\n${foundTable([...footage.lines, ...scenes.lines])}`)
  console.log(`\nTotal:\n${summaryTable(total)}`)
  for (const line of sceneBarLines(sumUp(scenes.results))) console.log(line)
  person.print()
  if (options.jsonFile !== null) {
    writeReport(options.jsonFile, thisMachine(), person.isWanted ? person.rows() : keptRows(footage, scenes))
    console.log(`\nThe figures are in ${options.jsonFile}.`)
  }
}

async function runFootage(kernels: LoadedKernels, options: BenchOptions, person: PersonBench): Promise<Findings> {
  const findings: Findings = { lines: [], results: [] }
  const folder = resolve(process.cwd(), options.footageFolder ?? defaultFolder)
  if (options.footageFolder === null && !existsSync(folder)) {
    console.log(`No footage: there is no ${defaultFolder}, and no --footage DIR was given.`)
    return findings
  }
  const { videos, skipped } = await findFootage(folder, options.only)
  console.log(`Footage: ${videos.length} labelled videos in ${folder}`)
  for (const fileName of skipped) {
    const truth = person.isWanted ? knownTruth(fileName) : null
    if (truth !== null) await judgeKnown(kernels, person, join(folder, fileName), truth)
    else console.log(`  ${fileName}: skipped, it has no labels (a JSON of the same base name)`)
  }
  for (const { name, file, truth } of videos) {
    const size = await sizeOf(file)
    console.log(`  ${name}, ${size.width}x${size.height}`)
    const runs = await runDetectors(kernels, size, decodeLuma(file, size))
    await judgePeople(kernels, person, { name, file, size, truth }, runs)
    const results = judge(runs, truth)
    findings.results.push(...results)
    findings.lines.push({ title: name, results })
  }
  addTotal(findings, 'footage')
  return findings
}

async function runTampering(kernels: LoadedKernels, { footageFolder, seed, isQuick }: BenchOptions): Promise<number> {
  const folder = resolve(process.cwd(), footageFolder ?? defaultFolder)
  const { videos, skipped } = existsSync(folder) ? await findFootage(folder) : { videos: [], skipped: [] }
  // Nobody touches the camera in any of them, labelled or not.
  const files = [...videos.map(({ file }) => file), ...skipped.map((name) => join(folder, name))]
  return runTamperingBench(kernels, { seed, perGroup: isQuick ? 1 : 3, files })
}

/** For the person detectors alone: nobody labelled when exactly something moves. */
async function judgeKnown(kernels: LoadedKernels, person: PersonBench, file: string, truth: Truth): Promise<void> {
  const size = await sizeOf(file)
  console.log(`  ${basename(file)}, ${size.width}x${size.height}, for the person detectors only`)
  const runs = await runDetectors(kernels, size, decodeLuma(file, size))
  await judgePeople(kernels, person, { name: basename(file, extname(file)), file, size, truth }, runs)
}

/** As the film is, whose motion was measured already, and as each variant that is wanted. */
async function judgePeople(
  kernels: LoadedKernels,
  person: PersonBench,
  film: Film,
  runs: readonly DetectorRun[],
): Promise<void> {
  await person.judge(film, null, runs)
  for (const variant of person.variants) {
    console.log(`    ${variant}`)
    await person.judge(film, variant, await runDetectors(kernels, film.size, decodeLuma(film.file, film.size, variant)))
  }
}

async function runScenes(kernels: LoadedKernels, options: BenchOptions): Promise<Findings> {
  const findings: Findings = { lines: [], results: [] }
  if (options.groups.length === 0) return findings
  console.log(`Scenes of seed ${options.seed}${options.isQuick ? ', quick' : ''}`)
  for (const { name, makeScenes } of allScenes(options.seed, { quick: options.isQuick })) {
    if (!options.groups.includes(name)) continue
    const startMs = performance.now()
    const ofGroup: Result[] = []
    for (const scene of makeScenes()) {
      const size = { width: WIDTH, height: HEIGHT }
      const runs = await runDetectors(kernels, size, scene.frames())
      ofGroup.push(...judge(runs, scene.truth))
    }
    console.log(`  ${name}, ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
    const results = sumUp(ofGroup)
    findings.results.push(...ofGroup)
    findings.lines.push({ title: name, results })
  }
  addTotal(findings, 'scenes')
  return findings
}

function addTotal(findings: Findings, name: 'footage' | 'scenes'): void {
  if (findings.results.length === 0) return
  findings.lines.push({ title: `= ${name}`, results: sumUp(findings.results) })
}

await complaining(main)
