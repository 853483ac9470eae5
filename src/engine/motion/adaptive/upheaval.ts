import { ZONE_COLUMNS, ZONE_ROWS } from '../detection'
import { type BlockGrid, isSameGrid } from './block-grid'
import type { BlockViews } from './block-views'
import type { Cluster } from './clusters'
import { zoneTable } from './zones'

/** Share of the zones that must be free of the largest things before the rest can say anything. */
const LEAST_REST_SHARE = 0.2

/** Share of the rest that moves when the whole picture does. */
const MOVING_SHARE = 0.35

/** Share of the picture that one cluster must fill to be the picture itself. */
const FILLING_SHARE = 0.6

/** Blocks around a thing that may still belong to it. */
const RIM = 2

/** Two who sit before a laptop are two things; what a bump leaves is many. The second is one where it is so large. */
const MOST_THINGS = 2
const LEAST_THING_SHARE = 0.04

/**
 * Whether the whole picture changed: a bump of the camera, a light that no estimate explains, a covered lens. `counted`
 * masks the blocks as for clusters, `ignoredZones` is how many zones it leaves out: shares are of what counts.
 */
export class UpheavalSense {
  readonly #isOutside = new Uint8Array(ZONE_COLUMNS * ZONE_ROWS)
  readonly #isInside = new Uint8Array(ZONE_COLUMNS * ZONE_ROWS)
  #grid: BlockGrid | null = null
  /** The zone of each of the grid's blocks, by its entry. */
  #zones = new Uint8Array(0)

  sees(
    grid: BlockGrid,
    views: BlockViews,
    counted: Uint8Array | null,
    ignoredZones: number,
    clusters: readonly Cluster[],
  ): boolean {
    const countedZones = this.#isOutside.length - ignoredZones
    const countedBlocks = (grid.columns * grid.rows * countedZones) / this.#isOutside.length
    const things = clusters.toSorted((a, b) => b.size - a.size).slice(0, MOST_THINGS)
    if ((things[0]?.size ?? 0) > FILLING_SHARE * countedBlocks) return true
    const large = things.filter(({ size }, at) => at === 0 || size >= LEAST_THING_SHARE * countedBlocks)
    this.#markZones(grid, views, counted, large)
    const rest = countedZones - countOf(this.#isInside)
    return rest > LEAST_REST_SHARE * countedZones && countOf(this.#isOutside) > MOVING_SHARE * rest
  }

  /** A zone is touched where an active block of it moves. */
  #markZones(grid: BlockGrid, views: BlockViews, counted: Uint8Array | null, things: readonly Cluster[]): void {
    this.#adopt(grid)
    this.#isOutside.fill(0)
    this.#isInside.fill(0)
    // 32 blocks at a time: nearly all words are empty. Beyond the grid nothing is active.
    const words = Math.ceil((grid.rowEntries * grid.rows) / 32)
    for (let word = 0; word < words; word++) {
      let bits = (views.activeWords[word] ?? 0) & (views.movingWords[word] ?? 0)
      while (bits !== 0) {
        const entry = word * 32 + 31 - Math.clz32(bits & -bits)
        bits &= bits - 1
        if (counted !== null && !isSet(counted, entry)) continue
        const marks = things.some((thing) => isNear(thing, entry, grid)) ? this.#isInside : this.#isOutside
        marks[this.#zones[entry] ?? 0] = 1
      }
    }
  }

  #adopt(grid: BlockGrid): void {
    if (isSameGrid(this.#grid, grid)) return
    this.#grid = grid
    this.#zones = zoneTable(grid)
  }
}

function isSet(bits: Uint8Array, entry: number): boolean {
  return (((bits[entry >> 3] ?? 0) >> (entry & 7)) & 1) === 1
}

function isNear({ left, right, top, bottom }: Cluster, entry: number, { rowEntries }: BlockGrid): boolean {
  const y = Math.floor(entry / rowEntries)
  const x = entry - y * rowEntries
  return x >= left - RIM && x <= right + RIM && y >= top - RIM && y <= bottom + RIM
}

function countOf(marks: Uint8Array): number {
  let count = 0
  // Not by its iterator, which costs as much as all the rest.
  for (let zone = 0; zone < marks.length; zone++) count += marks[zone] ?? 0
  return count
}
