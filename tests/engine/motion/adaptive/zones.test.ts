import { describe, expect, it } from 'vitest'
import { type BlockGrid, gridFor } from '../../../../src/engine/motion/adaptive/block-grid'
import { countedBits, zoneOf } from '../../../../src/engine/motion/adaptive/zones'
import { loadBuild } from '../../../support/kernels/kernels'

const loaded = await loadBuild('plain')

function gridOf(width: number, height: number): BlockGrid {
  const grid = gridFor(width, height, 480, loaded)
  if (grid === null) throw new Error(`${width} x ${height} has no grid`)
  return grid
}

function isCounted(bits: Uint8Array | null, grid: BlockGrid, x: number, y: number): boolean {
  const entry = y * grid.rowEntries + x
  return bits === null || (((bits[entry >> 3] ?? 0) >> (entry & 7)) & 1) === 1
}

/** Columns and rows of the blocks that are ignored: least and most of each. */
function ignoredBounds(grid: BlockGrid, zones: readonly number[]): number[] {
  const bits = countedBits(grid, zones)
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns; x++) {
      if (isCounted(bits, grid, x, y)) continue
      xs.push(x)
      ys.push(y)
    }
  }
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

describe('ignored zones (ENG-08)', () => {
  it('count every block where there are none', () => {
    expect(countedBits(gridOf(320, 180), [])).toBe(null)
  })

  it.each([
    ['the first', 0, [0, 4, 0, 4]],
    ['the last of the first row', 15, [75, 79, 0, 4]],
    ['the first of the second row', 16, [0, 4, 5, 9]],
    ['one in the middle', 4 * 16 + 8, [40, 44, 20, 24]],
    ['the last', 143, [75, 79, 40, 44]],
  ])('lie over the picture row by row, 16 x 9: %s', (_, zone, bounds) => {
    expect(ignoredBounds(gridOf(320, 180), [zone])).toEqual(bounds)
  })

  it('lie over the same part of the picture whatever its size', () => {
    expect(ignoredBounds(gridOf(1_920, 1_080), [4 * 16 + 8])).toEqual([60, 67, 30, 37])
    expect(ignoredBounds(gridOf(640, 480), [4 * 16 + 8])).toEqual([40, 44, 27, 33])
  })

  it.each([
    [320, 180],
    [480, 270],
    [1_920, 1_080],
    [100, 60],
    [4, 4],
  ])('cover every block of %i x %i pixels once when all are painted', (width, height) => {
    const grid = gridOf(width, height)
    const all = Array.from({ length: 144 }, (_, zone) => zone)
    expect(countedBits(grid, all)?.every((byte) => byte === 0)).toBe(true)
    const bitsOf = all.map((zone) => countedBits(grid, [zone]))
    for (let y = 0; y < grid.rows; y++) {
      for (let x = 0; x < grid.columns; x++) {
        const bits = bitsOf[zoneOf(x, y, grid)]
        if (bits === undefined) throw new Error(`block ${x}, ${y} is in no zone`)
        if (isCounted(bits, grid, x, y)) throw new Error(`block ${x}, ${y} is not in its zone`)
      }
    }
  })

  it('leave all others counted', () => {
    const grid = gridOf(320, 180)
    const bits = countedBits(grid, [17, 18])
    let counted = 0
    for (let y = 0; y < grid.rows; y++) {
      for (let x = 0; x < grid.columns; x++) counted += isCounted(bits, grid, x, y) ? 1 : 0
    }
    expect(counted).toBe(80 * 45 - 2 * 25)
  })
})
