import type { BlockGrid } from '../../../src/engine/motion/adaptive/block-grid'
import type { BlockViews } from '../../../src/engine/motion/adaptive/block-views'
import type { Cluster } from '../../../src/engine/motion/adaptive/clusters'
import { isLight } from './reference-light'

/** A cluster is ranked as if it had at least this many blocks: a person at 0.25 % of the frame has nine. */
const LEAST_BLOCKS = 6

/** More clusters than this say nothing more. */
const MOST_CLUSTERS = 12

/** What assembly/clusters.ts must answer, in TypeScript. */
export class ReferenceClusters {
  /** How many clusters the last answer left out for being light. */
  lights = 0
  /** 1 for each active block that no cluster has yet; all 0 between two checks. */
  readonly #isLeft: Uint8Array
  /** Entries of the active blocks, in the order in which they stand. */
  readonly #active: Int32Array
  /** Entries of the cluster being found. */
  readonly #members: Int32Array
  /** How many blocks of a cluster exceed by each whole grey level; all 0 between two clusters. */
  readonly #counts = new Uint32Array(256)

  constructor(entries: number) {
    this.#isLeft = new Uint8Array(entries)
    this.#active = new Int32Array(entries)
    this.#members = new Int32Array(entries)
  }

  /** The strongest clusters in which something moves now; `counted` masks the active bits, null counts all. */
  find(grid: BlockGrid, views: BlockViews, counted: Uint8Array | null): Cluster[] {
    const clusters: Cluster[] = []
    this.lights = 0
    const found = this.#takeActive(grid, views, counted)
    for (let i = 0; i < found; i++) {
      const entry = this.#active[i] ?? 0
      if (this.#isLeft[entry] === 0) continue
      const cluster = this.#grow(entry, grid, views)
      if (cluster !== null) clusters.push(cluster)
    }
    clusters.sort((a, b) => b.strength - a.strength || b.size - a.size)
    if (clusters.length > MOST_CLUSTERS) clusters.length = MOST_CLUSTERS
    return clusters
  }

  /** How many there are. */
  #takeActive(grid: BlockGrid, views: BlockViews, counted: Uint8Array | null): number {
    const bytes = (grid.rowEntries * grid.rows) / 8
    let found = 0
    for (let byte = 0; byte < bytes; byte++) {
      const bits = (views.active[byte] ?? 0) & (counted === null ? 255 : (counted[byte] ?? 0))
      for (let bit = 0; bits >> bit !== 0; bit++) {
        if (((bits >> bit) & 1) === 0) continue
        this.#active[found++] = byte * 8 + bit
        this.#isLeft[byte * 8 + bit] = 1
      }
    }
    return found
  }

  #grow(start: number, grid: BlockGrid, views: BlockViews): Cluster | null {
    const { rowEntries, columns, rows } = grid
    let size = 0
    let moving = 0
    let [left, right, top, bottom] = [columns, 0, rows, 0]
    let [found, most] = [0, 0]
    this.#members[found++] = start
    this.#isLeft[start] = 0
    while (size < found) {
      const entry = this.#members[size] ?? 0
      const y = Math.floor(entry / rowEntries)
      const x = entry - y * rowEntries
      size++
      moving += ((views.moving[entry >> 3] ?? 0) >> (entry & 7)) & 1
      const level = Math.min(255, (views.excess[entry] ?? 0) >> 6)
      this.#counts[level] = (this.#counts[level] ?? 0) + 1
      most = Math.max(most, level)
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let dy = y === 0 ? 0 : -1; dy <= (y === rows - 1 ? 0 : 1); dy++) {
        const middle = entry + dy * rowEntries
        for (let next = middle - (x === 0 ? 0 : 1); next <= middle + 1; next++) {
          if (this.#isLeft[next] !== 1) continue
          this.#isLeft[next] = 0
          this.#members[found++] = next
        }
      }
    }
    const strength = this.#takeStrength(size, most)
    if (moving === 0) return null
    if (isLight(this.#members, size, grid, views)) {
      this.lights++
      return null
    }
    return { left, right, top, bottom, size, strength, moving }
  }

  /** Over the most changed half, since the rim of whatever moves is only partly covered by it. `most` is its highest level. */
  #takeStrength(size: number, most: number): number {
    const ranked = Math.max(LEAST_BLOCKS, size >> 1)
    let left = Math.min(ranked, size)
    let sum = 0
    for (let level = most; level >= 0; level--) {
      const taken = Math.min(left, this.#counts[level] ?? 0)
      sum += taken * (level * 64 + 32)
      left -= taken
      this.#counts[level] = 0
    }
    return Math.floor(sum / ranked)
  }
}
