import type { Plane } from './reference-kernels'

/**
 * What `passBlocks` and `forgetBackground` of assembly/adaptive.ts must answer, bit for bit, in the plainest TypeScript.
 * Levels are in 1/64 grey levels. The numbers are repeated here on purpose: a rule that changes there turns a test red.
 */

export interface Grid {
  readonly columns: number
  readonly rows: number
  /** Pixels. */
  readonly edge: number
}

/** What is known of one block after a check. */
export interface Block {
  readonly level: number
  readonly background: number
  readonly noise: number
  readonly stillness: number
  readonly excess: number
  readonly isActive: boolean
  readonly isMoving: boolean
}

export interface Figures {
  readonly sum: number
  readonly isRepeat: boolean
  readonly moving: number
}

const UNKNOWN: Block = {
  level: 0,
  background: 0,
  noise: 0,
  stillness: 0,
  excess: 0,
  isActive: false,
  isMoving: false,
}

/** What every block of one check is judged by. */
interface Rule {
  readonly isDecaying: boolean
  /** The background follows by one part of this many. */
  readonly pace: number
}

/** The blocks of one camera, from its first check on. */
export class ReferenceBlocks {
  readonly grid: Grid
  readonly #learningChecks: number
  #check = 0
  #blocks: readonly Block[]
  #figures: Figures = { sum: 0, isRepeat: false, moving: 0 }

  constructor(grid: Grid, learningChecks: number) {
    this.grid = grid
    this.#learningChecks = learningChecks
    this.#blocks = Array.from({ length: grid.columns * grid.rows }, () => UNKNOWN)
  }

  get figures(): Figures {
    return this.#figures
  }

  /** The check that comes next, from 0. */
  get nextCheck(): number {
    return this.#check
  }

  /** `UNKNOWN`, which is quiet, beyond the edges. */
  blockAt(x: number, y: number): Block {
    const { columns, rows } = this.grid
    const isInside = x >= 0 && x < columns && y >= 0 && y < rows
    return isInside ? at(this.#blocks, y * columns + x) : UNKNOWN
  }

  pass(luma: Plane): void {
    const check = this.#check++
    const levels = levelsOf(luma, this.grid)
    const before = this.#blocks.map(({ level }) => level)
    if (check === 0) {
      this.#blocks = levels.map((level) => ({ ...UNKNOWN, level, background: level, stillness: 255 }))
    } else {
      if (check === 1) this.#guessNoise(levels, before)
      this.#judge(levels, before, check)
    }
    const greys = levels.map((level) => Math.floor(level / 64))
    this.#figures = {
      sum: total(greys),
      isRepeat: levels.every((level, i) => level === before[i]),
      moving: this.#blocks.filter(({ isMoving }) => isMoving).length,
    }
  }

  /** What the last check showed becomes the background. */
  forgetBackground(): void {
    this.#blocks = this.#blocks.map((block) => ({ ...block, background: block.level }))
  }

  /** Two and a half times the mean change between the first two frames, no block counting more than 8 grey levels; 6 at most. */
  #guessNoise(levels: readonly number[], before: readonly number[]): void {
    const changes = levels.map((level, i) => Math.min(Math.abs(level - at(before, i)), 8 * 64))
    const noise = Math.min(6 * 64, Math.floor((2.5 * total(changes)) / levels.length) + 16)
    this.#blocks = this.#blocks.map((block) => ({ ...block, noise }))
  }

  #judge(levels: readonly number[], before: readonly number[], check: number): void {
    const isLearning = check < this.#learningChecks
    const rule = { isDecaying: isLearning || check % 8 === 0, pace: isLearning ? 4 : 16 }
    const lights = lightOfRows(levels, before, this.grid)
    this.#blocks = levels.map((level, i) => {
      const [x, y] = [i % this.grid.columns, Math.floor(i / this.grid.columns)]
      const carried = carriedInto(at(lights, y), this.blockAt(x, y), level)
      return judged(carried, level, this.#expectedNoise(x, y), rule)
    })
  }

  /** Its own, or three quarters of the noisiest of the four neighbours'. */
  #expectedNoise(x: number, y: number): number {
    const neighbours = [this.blockAt(x - 1, y), this.blockAt(x + 1, y), this.blockAt(x, y - 1), this.blockAt(x, y + 1)]
    const most = Math.max(...neighbours.map(({ noise }) => noise))
    return Math.max(this.blockAt(x, y).noise, most - Math.floor(most / 4))
  }
}

/** Mean luma of each block, rounded down. */
function levelsOf({ bytes, strideBytes }: Plane, { columns, rows, edge }: Grid): number[] {
  return Array.from({ length: columns * rows }, (_, i) => {
    const [left, top] = [(i % columns) * edge, Math.floor(i / columns) * edge]
    let sum = 0
    for (let y = top; y < top + edge; y++) {
      for (let x = left; x < left + edge; x++) sum += at(bytes, y * strideBytes + x)
    }
    return Math.floor((64 * sum) / edge ** 2)
  })
}

/** In 1/4096, of each row; all 0 unless the levels of some row lean to one side by a quarter of a grey level a block. */
function lightOfRows(levels: readonly number[], before: readonly number[], { columns, rows }: Grid): number[] {
  const perRow = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => ({
      level: at(levels, y * columns + x),
      previous: at(before, y * columns + x),
    })),
  )
  const isLit = perRow.some((row) => {
    const leans = row.map(({ level, previous }) => clamp(level - previous, -64, 64))
    return Math.abs(total(leans)) > 16 * columns
  })
  if (!isLit) return perRow.map(() => 0)
  return perRow.map((row) => {
    // The division is that of single precision.
    const ratios = row.map(({ level, previous }) => Math.fround((4096 * (level - previous)) / (previous + 32 * 64)))
    return lowerMedian(ratios.map((ratio) => clamp(Math.trunc(ratio), -4095, 4095)))
  })
}

function lowerMedian(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return at(sorted, Math.floor((sorted.length - 1) / 2))
}

/** The level and the background that would have been remembered had today's light been there before. */
function carriedInto(light: number, block: Block, level: number): Block {
  const carried = (from: number) => {
    const exact = Math.floor(((from + 32 * 64) * light) / 4096)
    const explained = exact + Math.floor(exact / 2)
    return from + clamp(level - from, Math.min(explained, 0), Math.max(explained, 0))
  }
  return { ...block, level: carried(block.level), background: carried(block.background) }
}

/** `before` is the block after the last check, in today's light. */
function judged(before: Block, level: number, expectedNoise: number, { isDecaying, pace }: Rule): Block {
  const change = Math.abs(level - before.level)
  const difference = Math.abs(level - before.background)
  const isMoving = change > expectedNoise + Math.floor(expectedNoise / 2) + 96
  const differs = difference > expectedNoise + 128
  const stillness = isMoving ? 0 : Math.min(before.stillness + 1, 255)
  const isActive = differs && stillness <= 2
  const followed = before.background + Math.floor((level - before.background + pace / 2) / pace)
  const held = stillness >= 8 ? level : before.background
  return {
    level,
    background: differs ? held : followed,
    noise: learntNoise(before.noise, change, isDecaying),
    stillness,
    excess: isActive ? difference - Math.floor(expectedNoise / 2) : 0,
    isActive,
    isMoving,
  }
}

/** Up by half of itself at most, down by a sixty-fourth. */
function learntNoise(noise: number, change: number, isDecaying: boolean): number {
  const up = Math.min(change - noise, Math.floor((noise + 64) / 2))
  const down = isDecaying ? Math.floor(noise / 64) + 1 : 0
  return clamp(change > noise ? noise + up : noise - down, 12, 40 * 64)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

/** Fails on a read beyond the end. */
function at(numbers: ArrayLike<number>, index: number): number
function at(blocks: readonly Block[], index: number): Block
function at<T>(list: ArrayLike<T>, index: number): T {
  const entry = list[index]
  if (entry === undefined) throw new RangeError(`there is no entry ${index}`)
  return entry
}
