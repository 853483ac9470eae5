import { describe, expect, it } from 'vitest'
import { type BlockGrid, gridFor } from '../../src/engine/motion/adaptive/block-grid'
import { type BlockViews, viewBlocks } from '../../src/engine/motion/adaptive/block-views'
import { findClusters } from '../../src/engine/motion/adaptive/clusters'
import { ensureMemory } from '../../src/engine/motion/kernels'
import { kernelBuilds, loadBuild } from '../support/kernels/kernels'
import { ReferenceClusters } from '../support/kernels/reference-clusters'
import { type Random, seededRandom } from '../support/random'

const RANDOM_TABLES = 400
const EDGE_PX = 4
const GREY = 64
const WHITE = 255 * GREY

describe.each(kernelBuilds)('the clusters that the %s build finds', async (build) => {
  const loaded = await loadBuild(build)
  const { kernels, memory } = loaded
  const address = kernels.SLOTS_BASE.value
  ensureMemory(memory, address + kernels.SLOT_BYTES.value)

  it('are those of the reference, on tables of any size with things, light and noise', () => {
    const random = seededRandom(11)
    const reference = new ReferenceClusters(kernels.MAX_ENTRIES.value)
    let [clusters, lights] = [0, 0]
    for (let i = 0; i < RANDOM_TABLES; i++) {
      const [columns, rows, check] = [random.between(8, 119), random.between(4, 90), random.between(1, 9)]
      const grid = gridFor(columns * EDGE_PX, rows * EDGE_PX, 640, loaded)
      if (grid === null) return expect.fail('there is no grid')
      const views = viewBlocks(loaded, address, check)
      layRandom(random, grid, views)
      const counted = random.pick(true, false) ? null : random.bytes((grid.rowEntries * grid.rows) / 8)
      const expected = reference.find(grid, views, counted)
      const found = findClusters(loaded, address, grid, views, check, counted)
      expect(found, `table ${i}: ${columns} x ${rows}`).toEqual(expected)
      // What is found leaves nothing behind that the next check could stumble over.
      expect(findClusters(loaded, address, grid, views, check, counted)).toEqual(expected)
      clusters += found.length
      lights += reference.lights
    }
    expect(clusters).toBeGreaterThan(RANDOM_TABLES)
    expect(lights).toBeGreaterThan(RANDOM_TABLES / 10)
  })
})

/** A background with texture, some specks, and some patches that are things or light, half of which move. */
function layRandom(random: Random, grid: BlockGrid, views: BlockViews): void {
  for (const field of [views.active, views.moving, views.levels, views.previous, views.background, views.excess]) {
    field.fill(0)
  }
  const texture = random.between(0, 40)
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns; x++) {
      const entry = y * grid.rowEntries + x
      const level = (90 + random.between(-texture, texture)) * GREY
      views.background[entry] = level
      views.previous[entry] = level + random.between(-GREY, GREY)
      views.levels[entry] = level + random.between(-GREY, GREY)
      if (random.between(0, 60) === 0) lay(views, entry, random.between(0, WHITE), random.between(0, 1) === 1)
    }
  }
  for (let patch = random.between(0, 8); patch > 0; patch--) layPatch(random, grid, views)
}

function layPatch(random: Random, grid: BlockGrid, views: BlockViews): void {
  const [width, height] = [random.between(1, 30), random.between(1, 30)]
  const [left, top] = [random.between(-5, grid.columns), random.between(-5, grid.rows)]
  const [gain, colour] = [random.between(11, 30) / 10, random.between(0, 255) * GREY]
  const [isLight, fades, isMoving] = [random.pick(true, false), random.pick(true, false), random.pick(true, false)]
  for (let y = Math.max(0, top); y < Math.min(grid.rows, top + height); y++) {
    for (let x = Math.max(0, left); x < Math.min(grid.columns, left + width); x++) {
      const entry = y * grid.rowEntries + x
      const rim = Math.min(x - left, left + width - 1 - x, y - top, top + height - 1 - y)
      const share = fades ? Math.min(1, rim / 8) : 1
      const background = views.background[entry] ?? 0
      const light = (background + 32 * GREY) * (1 + (gain - 1) * share) - 32 * GREY
      lay(views, entry, isLight ? light : colour + random.between(-600, 600), isMoving && random.pick(true, false))
    }
  }
}

/** An active block that shows a level. */
function lay(views: BlockViews, entry: number, level: number, isMoving: boolean): void {
  const bounded = Math.round(Math.min(WHITE, Math.max(0, level)))
  views.levels[entry] = bounded
  views.excess[entry] = Math.abs(bounded - (views.background[entry] ?? 0))
  views.active[entry >> 3] = (views.active[entry >> 3] ?? 0) | (1 << (entry & 7))
  if (isMoving) views.moving[entry >> 3] = (views.moving[entry >> 3] ?? 0) | (1 << (entry & 7))
}
