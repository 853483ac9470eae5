import { ZONE_COLUMNS, ZONE_ROWS } from '../detection'
import type { BlockGrid } from './block-grid'

/** The zone that a block lies in. */
export function zoneOf(x: number, y: number, grid: BlockGrid): number {
  const column = Math.floor((x * ZONE_COLUMNS) / grid.columns)
  return Math.floor((y * ZONE_ROWS) / grid.rows) * ZONE_COLUMNS + column
}

/** The zone of each entry of the blocks; 0 at entries that belong to none. */
export function zoneTable(grid: BlockGrid): Uint8Array<ArrayBuffer> {
  const zones = new Uint8Array(grid.rowEntries * grid.rows)
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns; x++) zones[y * grid.rowEntries + x] = zoneOf(x, y, grid)
  }
  return zones
}

/** One bit a block as the kernels order them, set where the block counts; null where no zone is ignored. */
export function countedBits(grid: BlockGrid, ignoredZones: readonly number[]): Uint8Array | null {
  if (ignoredZones.length === 0) return null
  const ignored = new Set(ignoredZones)
  const bits = new Uint8Array((grid.rowEntries * grid.rows) / 8)
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns; x++) {
      if (ignored.has(zoneOf(x, y, grid))) continue
      const entry = y * grid.rowEntries + x
      bits[entry >> 3] = (bits[entry >> 3] ?? 0) | (1 << (entry & 7))
    }
  }
  return bits
}
