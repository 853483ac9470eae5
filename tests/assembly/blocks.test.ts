import { describe, expect, it } from 'vitest'
import { kernelBuilds, loadBuild } from '../support/kernels/kernels'
import { type Grid, ReferenceBlocks } from '../support/kernels/reference-blocks'
import { type Random, seededRandom } from '../support/random'
import { BlockRun } from './support/block-run'
import { frameOf, type Scene, type SceneName, sceneNames, sceneOf, spareOf } from './support/scenes'

const FRAMES_PER_SCENE = 1_400
const LONGEST_SEQUENCE = 40

/** Every build sees the same frames, so that the reference judges them once. */
const builds = await Promise.all(kernelBuilds.map(loadBuild))

interface Sequence {
  readonly grid: Grid
  readonly scene: Scene
  readonly checks: number
  readonly learningChecks: number
  /** After which checks the background is forgotten. */
  readonly isForgotten?: (check: number) => boolean
}

/** Fails at the first check at which a build and the reference disagree about anything. */
function expectAgreement(sequence: Sequence, random: Random, what: string): void {
  const { grid, scene, checks, learningChecks, isForgotten = () => false } = sequence
  const reference = new ReferenceBlocks(grid, learningChecks)
  const runs = builds.map((loaded) => ({
    build: loaded.build,
    run: new BlockRun(loaded, 0, grid, learningChecks),
  }))
  const spare = spareOf(random, grid)
  const shift = random.between(0, 15)
  for (let check = 0; check < checks; check++) {
    const frame = frameOf(scene, grid, spare, check, random)
    reference.pass(frame)
    for (const { run } of runs) run.pass(frame, shift)
    if (isForgotten(check)) {
      reference.forgetBackground()
      for (const { run } of runs) run.forgetBackground()
    }
    for (const { build, run } of runs) {
      expect(run.differenceTo(reference), `${build}, ${what}, check ${check}`).toBeNull()
    }
  }
}

function randomSequence(random: Random, name: SceneName): Sequence {
  const columns = random.pick(random.between(1, 20), 1, 7, 8, 9, 15, 16, 17)
  const grid = { columns, rows: random.between(1, 5), edge: random.pick(4, 4, 4, 4, 4, 8, 16) }
  const forgotten = random.between(5, 60)
  return {
    grid,
    scene: sceneOf(name, random, grid),
    checks: random.between(2, LONGEST_SEQUENCE),
    learningChecks: random.between(0, 12),
    isForgotten: (check) => check % forgotten === 4,
  }
}

/** Levels of a frame and the one before whose exact ratio is so near below a whole number that rounding reaches it. */
function ratiosBelowWhole(count: number): { previous: number; level: number }[] {
  const found: { previous: number; level: number }[] = []
  for (let previous = 8_000; found.length < count; previous++) {
    for (let level = previous; level <= 16_320; level++) {
      const exact = (4096 * (level - previous)) / (previous + 32 * 64)
      if (Math.trunc(exact) !== Math.trunc(Math.fround(exact))) found.push({ previous, level })
    }
  }
  return found.slice(0, count)
}

/** Pixel number `index` of 64 whose sum, which is the level of a block of 8 x 8, is `level`. */
function pixelOf(level: number, index: number): number {
  return Math.floor(level / 64) + (index < level % 64 ? 1 : 0)
}

describe('the fused pass of every build', () => {
  it.each(sceneNames)('judges blocks like the reference over random frames of %s, whatever their grid', (name) => {
    const random = seededRandom(sceneNames.indexOf(name))
    for (let frames = 0; frames < FRAMES_PER_SCENE; ) {
      const sequence = randomSequence(random, name)
      const { columns, rows, edge } = sequence.grid
      expectAgreement(sequence, random, `${columns} x ${rows} blocks of ${edge} after ${frames} frames`)
      frames += sequence.checks
    }
  })

  const widths = [1, 7, 8, 9, 79, 80, 81, 120, 160].flatMap((columns) => [4, 8, 16].map((edge) => ({ columns, edge })))
  it.each(widths)('judges blocks like the reference in $columns columns of $edge pixels', ({ columns, edge }) => {
    const random = seededRandom(columns * edge)
    for (const name of ['light that steps while something walks', 'black and white'] as const) {
      const grid = { columns, rows: random.between(1, 3), edge }
      const sequence = { grid, scene: sceneOf(name, random, grid), checks: 8, learningChecks: 4 }
      expectAgreement(sequence, random, name)
    }
  })

  it('judges blocks like the reference in the largest grid there is room for', () => {
    const random = seededRandom(1)
    for (const name of ['light that flickers in bands', 'pixels at random'] as const) {
      const grid = { columns: 160, rows: 91, edge: 4 }
      expectAgreement({ grid, scene: sceneOf(name, random, grid), checks: 3, learningChecks: 2 }, random, name)
    }
  })

  it('judges blocks like the reference through minutes of quiet after a stir, until noise has faded and stillness counts no further', () => {
    const random = seededRandom(2)
    const grid = { columns: 9, rows: 3, edge: 4 }
    const scene: Scene = (x, y, check) => (check < 9 && check > 3 ? random.between(0, 255) : (x * 7 + y * 31) % 256)
    expectAgreement({ grid, scene, checks: 1_200, learningChecks: 2 }, random, 'quiet')
  })

  it.each(ratiosBelowWhole(8))('takes the ratio $level to $previous of light in single precision', (pair) => {
    const grid = { columns: 3, rows: 1, edge: 8 }
    // The light of the row is that of two blocks; how far it carries the third shows it to the last digit.
    const levels = [
      [pair.previous, pair.previous, 6_000],
      [pair.level, pair.level, 16_320],
    ]
    const scene: Scene = (x, y, check) => pixelOf(levels[check]?.[x >> 3] ?? 0, (x & 7) + 8 * y)
    expectAgreement({ grid, scene, checks: 2, learningChecks: 2 }, seededRandom(4), 'ratio')
  })

  it('starts anew at check 0, whatever a larger grid has left in the slot', () => {
    const random = seededRandom(3)
    for (const columns of [40, 9, 23]) {
      const grid = { columns, rows: 6, edge: 4 }
      const scene = sceneOf('something that walks', random, grid)
      expectAgreement({ grid, scene, checks: 12, learningChecks: 3 }, random, `${columns} columns`)
    }
  })
})
