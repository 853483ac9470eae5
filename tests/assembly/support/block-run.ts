import { ensureMemory, type LoadedKernels } from '../../../src/engine/motion/kernels'
import type { Block, Figures, Grid, ReferenceBlocks } from '../../support/kernels/reference-blocks'
import type { Plane } from '../../support/kernels/reference-kernels'

interface Fields {
  readonly levels: Int16Array
  readonly background: Int16Array
  readonly noise: Int16Array
  readonly stillness: Int16Array
  readonly excess: Int16Array
  readonly active: Uint8Array
  readonly moving: Uint8Array
}

/** Entries that belong to no block stay 0 in all fields that anyone reads. */
const OF_OTHER_ENTRIES = ['level', 'background', 'excess', 'isActive', 'isMoving'] as const
const OF_BLOCKS = [...OF_OTHER_ENTRIES, 'noise', 'stillness'] as const

/** Where things stand in a slot, in bytes of the memory. */
export interface SlotPlaces {
  readonly frame: number
  readonly planeA: number
  readonly planeB: number
  readonly blocks: number
  readonly end: number
}

export function placesOf({ kernels }: LoadedKernels, slot: number): SlotPlaces {
  const frame = kernels.SLOTS_BASE.value + slot * kernels.SLOT_BYTES.value
  const planeA = frame + kernels.FRAME_BYTES.value
  const planeB = planeA + kernels.PLANE_BYTES.value
  const blocks = planeB + kernels.PLANE_BYTES.value
  return { frame, planeA, planeB, blocks, end: frame + kernels.SLOT_BYTES.value }
}

/** Blocks that the kernels judge in one slot, to be held against the reference. */
export class BlockRun {
  readonly #loaded: LoadedKernels
  readonly #places: SlotPlaces
  readonly #grid: Grid
  readonly #learningChecks: number
  readonly #rowEntries: number
  #check = -1

  constructor(loaded: LoadedKernels, slot: number, grid: Grid, learningChecks: number) {
    this.#loaded = loaded
    this.#places = placesOf(loaded, slot)
    this.#grid = grid
    this.#learningChecks = learningChecks
    this.#rowEntries = loaded.kernels.rowOf(grid.columns)
    if (!ensureMemory(loaded.memory, this.#places.end)) throw new Error('There is no memory for the slot.')
  }

  /** The next check; the luma stands `shift` bytes into the slot's frame. */
  pass({ bytes, strideBytes }: Plane, shift = 0): void {
    const { kernels, memory } = this.#loaded
    const luma = this.#places.frame + shift
    new Uint8Array(memory.buffer).set(bytes, luma)
    const { columns, rows, edge } = this.#grid
    this.#check++
    const { blocks } = this.#places
    kernels.passBlocks(blocks, luma, strideBytes, columns, rows, edge, this.#check, this.#learningChecks)
  }

  forgetBackground(): void {
    const { columns, rows } = this.#grid
    this.#loaded.kernels.forgetBackground(this.#places.blocks, columns, rows, this.#check)
  }

  /** What the kernels left of a block; beyond the last column, of an entry that belongs to none. */
  blockAt(x: number, y: number): Block {
    return blockIn(this.#fields(), y * this.#rowEntries + x)
  }

  get figures(): Figures {
    const { kernels, memory } = this.#loaded
    const view = new DataView(memory.buffer, this.#places.blocks)
    const figure = ({ value }: { readonly value: number }) => view.getInt32(value, true)
    return {
      sum: figure(kernels.SUM),
      isRepeat: figure(kernels.IS_REPEAT) === 1,
      moving: figure(kernels.MOVING),
    }
  }

  /** The first thing that is not as the reference says; null where all is. */
  differenceTo(reference: ReferenceBlocks): string | null {
    const [figures, mustBe] = [JSON.stringify(this.figures), JSON.stringify(reference.figures)]
    if (figures !== mustBe) return `the figures are ${figures}, not ${mustBe}`
    const fields = this.#fields()
    for (let y = 0; y < this.#grid.rows; y++) {
      for (let x = 0; x < this.#rowEntries; x++) {
        const compared = x < this.#grid.columns ? OF_BLOCKS : OF_OTHER_ENTRIES
        const [block, told] = [reference.blockAt(x, y), blockIn(fields, y * this.#rowEntries + x)]
        const wrong = compared.find((each) => told[each] !== block[each])
        if (wrong) return `${wrong} of block ${x}, ${y} is ${told[wrong]}, not ${block[wrong]}`
      }
    }
    return null
  }

  #fields(): Fields {
    const { kernels, memory } = this.#loaded
    const isEven = this.#check % 2 === 0
    const entries = kernels.MAX_ENTRIES.value
    const { blocks } = this.#places
    const field = (offset: number) => new Int16Array(memory.buffer, blocks + offset, entries)
    const bits = (offset: number) => new Uint8Array(memory.buffer, blocks + offset, entries / 8)
    // The product reads neither noise nor stillness: two fields of the one follow the background, then one of the other.
    const fieldBytes = kernels.LEVELS_B.value - kernels.LEVELS_A.value
    return {
      levels: field(isEven ? kernels.LEVELS_A.value : kernels.LEVELS_B.value),
      background: field(kernels.BACKGROUND.value),
      noise: field(kernels.BACKGROUND.value + (isEven ? 1 : 2) * fieldBytes),
      stillness: field(kernels.BACKGROUND.value + 3 * fieldBytes),
      excess: field(kernels.EXCESS.value),
      active: bits(kernels.ACTIVE_BITS.value),
      moving: bits(kernels.MOVING_BITS.value),
    }
  }
}

function blockIn({ levels, background, noise, stillness, excess, active, moving }: Fields, entry: number): Block {
  return {
    level: levels[entry] ?? Number.NaN,
    background: background[entry] ?? Number.NaN,
    noise: noise[entry] ?? Number.NaN,
    stillness: stillness[entry] ?? Number.NaN,
    excess: excess[entry] ?? Number.NaN,
    isActive: hasBit(active, entry),
    isMoving: hasBit(moving, entry),
  }
}

function hasBit(bits: Uint8Array, index: number): boolean {
  return (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1
}
