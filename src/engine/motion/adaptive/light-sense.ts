import type { BlockGrid } from './block-grid'
import type { BlockViews } from './block-views'

/** Block levels, or what they are compared with. */
type Levels = Int16Array<ArrayBufferLike>

/** Smallest cluster that can be told from light, in blocks. */
const LEAST_BLOCKS = 3

/** Most members of a cluster that are looked at. */
const MOST_SAMPLES = 96

/** Added to levels before ratios are taken, in 1/64 grey levels, as the kernels do. */
const DARK_LEVEL = 32 * 64

/** Mean step between neighbours that a background must have to be recognised, in 1/64 grey levels. */
const LEAST_STEP = 2 * 64

/** What a change of light may leave unexplained of the background's steps. */
const UNEXPLAINED_SHARE = 0.6

/** Edges of a change against the frame before that are too weak for a thing's; people measured 0.28 and more. */
const WEAK_EDGES = 0.2

/**
 * Whether a cluster is the background under another light: a shadow, headlights, a lamp. Three signs, each enough. The
 * background's own steps between neighbouring blocks are still there, times the light: whatever covers the background
 * has steps of its own. Or the change fades without an edge, against the background or against the frame before:
 * whatever covers the background ends somewhere.
 */
export function isLight(members: Int32Array, size: number, grid: BlockGrid, views: BlockViews): boolean {
  if (size < LEAST_BLOCKS) return false
  return (
    keepsTexture(members, size, grid, views) ||
    edgesOf(members, size, grid, views, views.previous) < WEAK_EDGES ||
    edgesOf(members, size, grid, views, views.background) < weakOutline(size)
  )
}

/** The outline alone of a compact thing gives 2 / sqrt(size). */
function weakOutline(size: number): number {
  return Math.min(0.16, 0.03 + 1.6 / Math.sqrt(size))
}

/** Members are looked at in such steps: a sample of a large cluster says as much as all of it. */
function stepOf(size: number): number {
  return Math.ceil(size / MOST_SAMPLES)
}

function keepsTexture(members: Int32Array, size: number, { rowEntries }: BlockGrid, views: BlockViews): boolean {
  const { levels, background } = views
  const sampleStep = stepOf(size)
  let expected = 0
  let unexplained = 0
  let pairs = 0
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
 * How far the changes of neighbouring blocks differ, as a share of the changes themselves. A pair within the cluster
 * belongs to its left or upper block, so that it counts once.
 */
function edgesOf(members: Int32Array, size: number, grid: BlockGrid, views: BlockViews, base: Levels): number {
  const { rowEntries, columns, rows } = grid
  const sampleStep = stepOf(size)
  let steps = 0
  let changes = 0
  for (let i = 0; i < size; i += sampleStep) {
    const entry = members[i] ?? 0
    const y = Math.floor(entry / rowEntries)
    const x = entry - y * rowEntries
    const change = changeAt(views.levels, base, entry)
    for (let way = 0; way < 4; way++) {
      const next = neighbourAt(entry, x, y, way, columns, rows, rowEntries)
      if (next < 0 || (next < entry && isActive(views, next))) continue
      const other = changeAt(views.levels, base, next)
      steps += Math.abs(change - other)
      changes += Math.max(Math.abs(change), Math.abs(other))
    }
  }
  return steps / changes
}

/** Right, below, left and above; -1 beyond the picture. */
function neighbourAt(
  entry: number,
  x: number,
  y: number,
  way: number,
  columns: number,
  rows: number,
  rowEntries: number,
): number {
  if (way === 0) return x < columns - 1 ? entry + 1 : -1
  if (way === 1) return y < rows - 1 ? entry + rowEntries : -1
  if (way === 2) return x > 0 ? entry - 1 : -1
  return y > 0 ? entry - rowEntries : -1
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
