import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import { differenceChart } from './difference-chart'
import { falseAlarmsChart } from './false-alarms-chart'
import { encodePng, type IndexedPicture } from './png'
import { stepPictures } from './step-pictures'
import { tamperingChart } from './tampering-chart'

/** The pictures of docs/detector.md by file name: charts as text, frames as pixels. */
export interface DetectorPictures {
  readonly charts: ReadonlyMap<string, string>
  readonly frames: ReadonlyMap<string, IndexedPicture>
}

const RESULTS_FILE = 'bench/results/detect/2026-11-24-seed-1.json'

const report = z.object({
  rows: z.array(
    z.object({ name: z.string(), case: z.string(), metric: z.string(), value: z.number(), unit: z.string() }),
  ),
})

/** Draws them with the kernels that the browser runs; the false alarms are those of bench/results/detect. */
async function detectorPictures(kernels: LoadedKernels): Promise<DetectorPictures> {
  const { rows } = report.parse(JSON.parse(readFileSync(resolve(process.cwd(), RESULTS_FILE), 'utf8')))
  const frames = [...stepPictures(kernels)].map(([name, frame]) => [`${name}.png`, frame] as const)
  return {
    charts: new Map([
      ['difference.svg', differenceChart(kernels)],
      ['false-alarms.svg', falseAlarmsChart(rows)],
      ['tampering.svg', await tamperingChart(kernels)],
    ]),
    frames: new Map(frames),
  }
}

/** Writes them into a folder, which is made; the paths written. */
export async function writeDetectorPictures(kernels: LoadedKernels, folder: string): Promise<string[]> {
  const { charts, frames } = await detectorPictures(kernels)
  const target = resolve(process.cwd(), folder)
  mkdirSync(target, { recursive: true })
  for (const [name, chart] of charts) writeFileSync(join(target, name), chart)
  for (const [name, frame] of frames) writeFileSync(join(target, name), encodePng(frame))
  return [...charts.keys(), ...frames.keys()].map((name) => join(folder, name))
}
