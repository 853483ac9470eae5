import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LoadedKernels } from '../../src/engine/motion/kernels'
import { Complaint, complaining } from '../complaint'
import { type Row, thisMachine, writeReport } from '../report'
import { judge, largeSubjectRows, type Result, rowsOf, sumUp } from './contenders'
import { decodeLuma, sizeOf } from './decode'
import { loadBuiltKernels, runDetectors } from './detector-run'
import { findFootage } from './footage'
import { type BenchOptions, readOptions } from './options'
import { HEIGHT, WIDTH } from './scenes/canvas'
import { allScenes } from './scenes/index'
import { foundTable, summaryTable, type TableLine } from './table'

/** What was found in footage or scenes: lines for the terminal, one result per video and contender. */
interface Findings {
  readonly lines: TableLine[]
  readonly rows: Row[]
  readonly results: Result[]
}

const defaultFolder = '../shared/footage'

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const kernels = await loadBuiltKernels()
  const footage = await runFootage(kernels, options)
  const scenes = await runScenes(kernels, options)
  const total = sumUp([...footage.results, ...scenes.results])
  const rows = [...footage.rows, ...scenes.rows, ...rowsOf(total, 'total'), ...largeSubjectRows(total)]
  if (total.length === 0) throw new Complaint('There was nothing to run: no labelled footage, and no scenes wanted.')
  console.log(`\nFound/intervals and false triggers (+):\n${foundTable([...footage.lines, ...scenes.lines])}`)
  console.log(`\nTotal:\n${summaryTable(total)}`)
  if (options.jsonFile !== null) {
    writeReport(options.jsonFile, thisMachine(), rows)
    console.log(`\nThe figures are in ${options.jsonFile}.`)
  }
}

async function runFootage(kernels: LoadedKernels, options: BenchOptions): Promise<Findings> {
  const findings: Findings = { lines: [], rows: [], results: [] }
  const folder = resolve(process.cwd(), options.footageFolder ?? defaultFolder)
  if (options.footageFolder === null && !existsSync(folder)) {
    console.log(`No footage: there is no ${defaultFolder}, and no --footage DIR was given.`)
    return findings
  }
  const { videos, skipped } = await findFootage(folder)
  console.log(`Footage: ${videos.length} labelled videos in ${folder}`)
  for (const name of skipped) console.log(`  ${name}: skipped, it has no labels (a JSON of the same base name)`)
  for (const { name, file, truth } of videos) {
    const size = await sizeOf(file)
    console.log(`  ${name}, ${size.width}x${size.height}`)
    const results = judge(await runDetectors(kernels, size, decodeLuma(file, size)), truth)
    findings.results.push(...results)
    findings.rows.push(...rowsOf(results, name))
    findings.lines.push({ title: name, results })
  }
  addTotal(findings, 'footage')
  return findings
}

async function runScenes(kernels: LoadedKernels, options: BenchOptions): Promise<Findings> {
  const findings: Findings = { lines: [], rows: [], results: [] }
  if (options.groups.length === 0) return findings
  console.log(`Scenes of seed ${options.seed}${options.isQuick ? ', quick' : ''}`)
  for (const { name, makeScenes } of allScenes(options.seed, { quick: options.isQuick })) {
    if (!options.groups.includes(name)) continue
    const startMs = performance.now()
    const ofGroup: Result[] = []
    for (const scene of makeScenes()) {
      const size = { width: WIDTH, height: HEIGHT }
      ofGroup.push(...judge(await runDetectors(kernels, size, scene.frames()), scene.truth))
    }
    console.log(`  ${name}, ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
    const results = sumUp(ofGroup)
    findings.results.push(...ofGroup)
    findings.rows.push(...rowsOf(results, name))
    findings.lines.push({ title: name, results })
  }
  addTotal(findings, 'scenes')
  return findings
}

function addTotal(findings: Findings, name: 'footage' | 'scenes'): void {
  if (findings.results.length === 0) return
  const results = sumUp(findings.results)
  findings.rows.push(...rowsOf(results, name))
  findings.lines.push({ title: `= ${name}`, results })
}

await complaining(main)
