import type { BlockGrid } from '../../../src/engine/motion/adaptive/block-grid'
import type { BlockViews } from '../../../src/engine/motion/adaptive/block-views'

/** What assembly/light-sense.ts must answer, to the last bit, in TypeScript. */

/** Block levels, or what they are compared with. */
type Levels = Int16Array<ArrayBufferLike>

const LEAST_BLOCKS = 3

/** Most members of a cluster that are looked at: a sample of a large one says as much as all of it. */
const MOST_SAMPLES = 96

/** Added to levels before ratios are taken, in 1/64 grey levels, as the kernels do. */
const DARK_LEVEL = 32 * 64

/**
 * A thing ends somewhere, and its change with it: the step at the outline measured 0.36 and more of the change within
 * for walkers, and 0.2 and less for clouds and headlights, which fade.
 */
const SHARPNESS = 0.25

/** Mean step between neighbours that a background must have to be recognised, in 1/64 grey levels. */
const LEAST_STEP = 2 * 64

/** What a change of light may leave unexplained of the background's steps. */
const UNEXPLAINED_SHARE = 0.5

/**
 * Whether a cluster is the background under another light (a shadow, a beam, a lamp). Either of two signs tells: its
 * change, as a share of what was there, fades at the outline, against the frame before or against the background; or
 * the background's own steps between neighbouring blocks are still there, times the light, as in sun through a window.
 */
export function isLight(members: Int32Array, size: number, grid: BlockGrid, views: BlockViews): boolean {
  if (size < LEAST_BLOCKS) return false
  return fadesAtOutline(members, size, grid, views) || keepsTexture(members, size, grid, views)
}

function keepsTexture(members: Int32Array, size: number, { rowEntries }: BlockGrid, views: BlockViews): boolean {
  const { levels, background } = views
  const sampleStep = Math.ceil(size / MOST_SAMPLES)
  let [expected, unexplained, pairs] = [0, 0, 0]
  for (let i = 0; i < size; i += sampleStep) {
    const entry = members[i] ?? 0
    for (let way = 0; way < 2; way++) {
      const next = entry + (way === 0 ? 1 : rowEntries)
      if (!isActive(views, next)) continue
      const light = (at(levels, entry) + at(levels, next)) / (at(background, entry) + at(background, next))
      const step = light * (at(background, next) - at(background, entry))
      expected += Math.abs(step)
      unexplained += Math.abs(at(levels, next) - at(levels, entry) - step)
      pairs++
    }
  }
  return expected > LEAST_STEP * pairs && unexplained < UNEXPLAINED_SHARE * expected
}

/**
 * Whether the mean step of the change across the outline, over the mean change within, is small for either of what a block
 * is compared with; a cluster without an outline fades nowhere.
 */
function fadesAtOutline(members: Int32Array, size: number, grid: BlockGrid, views: BlockViews): boolean {
  const { rowEntries } = grid
  const { levels, previous, background } = views
  const sampleStep = Math.ceil(size / MOST_SAMPLES)
  let [pairs, samples, steps, changes, restSteps, rests] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < size; i += sampleStep) {
    const entry = members[i] ?? 0
    const y = Math.floor(entry / rowEntries)
    const x = entry - y * rowEntries
    const change = changeAt(levels, previous, entry)
    const rest = changeAt(levels, background, entry)
    changes += Math.abs(change)
    rests += Math.abs(rest)
    samples++
    for (let way = 0; way < 4; way++) {
      const next = neighbourOf(entry, x, y, way, grid)
      if (next < 0 || isActive(views, next)) continue
      steps += Math.abs(change - changeAt(levels, previous, next))
      restSteps += Math.abs(rest - changeAt(levels, background, next))
      pairs++
    }
  }
  if (pairs === 0) return false
  return isFading(steps / pairs, changes / samples) || isFading(restSteps / pairs, rests / samples)
}

function isFading(step: number, change: number): boolean {
  return step < SHARPNESS * change
}

/** Right, below, left and above; -1 beyond the picture. */
function neighbourOf(entry: number, x: number, y: number, way: number, grid: BlockGrid): number {
  if (way === 0) return x < grid.columns - 1 ? entry + 1 : -1
  if (way === 1) return y < grid.rows - 1 ? entry + grid.rowEntries : -1
  if (way === 2) return x > 0 ? entry - 1 : -1
  return y > 0 ? entry - grid.rowEntries : -1
}

function isActive({ active }: BlockViews, entry: number): boolean {
  return (((active[entry >> 3] ?? 0) >> (entry & 7)) & 1) === 1
}

/** Change of a block as a share of what it was. */
function changeAt(levels: Levels, base: Levels, entry: number): number {
  const before = at(base, entry)
  return (at(levels, entry) - before) / before
}

function at(levels: Levels, entry: number): number {
  return (levels[entry] ?? 0) + DARK_LEVEL
}
