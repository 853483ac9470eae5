import type { DetectionMethod } from '../../src/engine/motion/detection'
import type { LoadedKernels } from '../../src/engine/motion/kernels'
import { median } from '../report'
import { decodeLuma, sizeOf } from './decode'
import { methods } from './detector-run'
import { HEIGHT, WIDTH } from './scenes/canvas'
import { type TamperingScene, tamperingScenes } from './scenes/tampering'
import { runTamperingSense, type ToldByMethod } from './tampering-run'
import { addScene, emptyScore, kinds, type TamperingScore, toldOf } from './tampering-score'

export interface TamperingBenchOptions {
  readonly seed: number
  readonly perGroup: number
  /** Every group, where it is left out. */
  readonly groups?: readonly string[]
  /** Real videos, in which nobody touches the camera. */
  readonly files: readonly string[]
}

/** What the sense of tampering tells of drawn scenes and of footage, by both measures; prints, and says of how many groups. */
export async function runTamperingBench(kernels: LoadedKernels, options: TamperingBenchOptions): Promise<number> {
  const scenes = await scoreScenes(kernels, options)
  const footage = await scoreFootage(kernels, options.files)
  const byMethod = methods.map((method) => {
    const scores = [...(scenes.get(method) ?? []), ...(footage.get(method) ?? [])]
    console.log(`\nTampering, ${method}: told within 10 s, by kind\n${confusionTable(scores)}`)
    return scores.length
  })
  return Math.max(...byMethod)
}

/** The scores of each group, by measure. */
export type ScoresByMethod = ReadonlyMap<DetectionMethod, readonly TamperingScore[]>

export async function scoreScenes(
  kernels: LoadedKernels,
  { seed, perGroup, groups }: Pick<TamperingBenchOptions, 'seed' | 'perGroup' | 'groups'>,
): Promise<ScoresByMethod> {
  const board = new ScoreBoard()
  for (const scene of tamperingScenes(seed, perGroup, groups)) {
    const told = await runTamperingSense(kernels, { width: WIDTH, height: HEIGHT }, scene.frames())
    board.add(scene.group, scene.truth, told)
  }
  return board.scores
}

export async function scoreFootage(kernels: LoadedKernels, files: readonly string[]): Promise<ScoresByMethod> {
  const board = new ScoreBoard()
  for (const file of files) {
    const size = await sizeOf(file)
    board.add('footage', null, await runTamperingSense(kernels, size, decodeLuma(file, size)))
  }
  return board.scores
}

class ScoreBoard {
  readonly #scores = new Map(methods.map((method) => [method, new Map<string, TamperingScore>()]))

  add(group: string, truth: TamperingScene['truth'], told: ToldByMethod): void {
    for (const [method, scores] of this.#scores) {
      const before = scores.get(group) ?? emptyScore(group, truth?.kind ?? null)
      scores.set(group, addScene(before, truth, told.get(method) ?? []))
    }
  }

  get scores(): ScoresByMethod {
    return new Map([...this.#scores].map(([method, scores]) => [method, [...scores.values()]]))
  }
}

/** One line per group: what was done, what it was told as, and what was told wrongly. */
function confusionTable(scores: readonly TamperingScore[]): string {
  const head = ['', 'done', 'scenes', ...kinds, 'nothing', 'false', 'p50 s', 'max s']
  const lines = scores.map((score) => [
    score.group,
    score.truth ?? '-',
    String(score.scenes),
    ...kinds.map((kind) => String(score.told.get(kind) ?? '')),
    String(score.scenes - toldOf(score)),
    `+${score.false}`,
    secondsOf(median(score.latenciesSec)),
    secondsOf(Math.max(...score.latenciesSec)),
  ])
  return [head, ...lines]
    .map((cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(18) : cell.padStart(10))).join(''))
    .join('\n')
}

function secondsOf(value: number): string {
  return Number.isFinite(value) ? value.toFixed(1) : ''
}
