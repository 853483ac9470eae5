import { type BlockGrid, gridFor } from '../../../../src/engine/motion/adaptive/block-grid'
import { type BlockViews, viewBlocks } from '../../../../src/engine/motion/adaptive/block-views'
import { type Cluster, findClusters } from '../../../../src/engine/motion/adaptive/clusters'
import { ensureMemory, type LoadedKernels } from '../../../../src/engine/motion/kernels'

const GREY = 64
const EDGE_PX = 4
/** Grey levels of a board on which nothing happens. */
const CALM = 100

/** Blocks in the kernels' own memory as a pass would have left them, laid by a test. */
export interface BlockBoard {
  readonly grid: BlockGrid
  readonly views: BlockViews
}

/** In grey levels. */
export interface Levels {
  readonly background: number
  readonly previous: number
  readonly level: number
}

/**
 * Lays a picture of one character a block: `#` is active and moves, `o` is active and stands still, `m` moves but is not
 * active. `levelsAt` says what an active block shows; without it, 40 grey levels above a flat background, new in this
 * frame.
 */
export function layBlocks(
  loaded: LoadedKernels,
  picture: readonly string[],
  levelsAt: (x: number, y: number) => Levels = () => ({ background: CALM, previous: CALM, level: CALM + 40 }),
): BlockBoard {
  const columns = picture[0]?.length ?? 0
  const grid = gridFor(columns * EDGE_PX, picture.length * EDGE_PX, 640, loaded)
  if (grid === null) throw new Error('The picture is no grid.')
  const address = loaded.kernels.SLOTS_BASE.value
  ensureMemory(loaded.memory, address + loaded.kernels.BLOCKS_BYTES.value)
  new Uint8Array(loaded.memory.buffer, address, loaded.kernels.BLOCKS_BYTES.value).fill(0)
  const views = viewBlocks(loaded, address, 0)
  picture.forEach((row, y) => {
    if (row.length !== columns) throw new Error(`Row ${y} is not ${columns} blocks wide.`)
    ;[...row].forEach((sign, x) => {
      layBlock(views, y * grid.rowEntries + x, sign, levelsAt(x, y))
    })
  })
  return { grid, views }
}

/** What the kernels find on the board that was laid last; `counted` as the measure says which blocks count. */
export function clustersOn(
  loaded: LoadedKernels,
  { grid, views }: BlockBoard,
  counted: Uint8Array | null = null,
): Cluster[] {
  return findClusters(loaded, loaded.kernels.SLOTS_BASE.value, grid, views, 0, counted)
}

function layBlock(views: BlockViews, entry: number, sign: string, { background, previous, level }: Levels): void {
  const isActive = sign === '#' || sign === 'o'
  if (isActive) setBit(views.active, entry)
  if (sign === '#' || sign === 'm') setBit(views.moving, entry)
  views.background[entry] = background * GREY
  views.previous[entry] = (isActive ? previous : background) * GREY
  views.levels[entry] = (isActive ? level : background) * GREY
  views.excess[entry] = isActive ? Math.abs(level - background) * GREY : 0
}

function setBit(bits: Uint8Array<ArrayBufferLike>, entry: number): void {
  bits[entry >> 3] = (bits[entry >> 3] ?? 0) | (1 << (entry & 7))
}

/** A picture on which nothing happens. */
export function calm(columns: number, rows: number): string[] {
  return Array.from({ length: rows }, () => '.'.repeat(columns))
}

/** `picture` with a rectangle of one sign painted over. */
export function withBox(
  picture: readonly string[],
  left: number,
  top: number,
  width: number,
  height: number,
  sign = '#',
): string[] {
  return picture.map((row, y) =>
    y < top || y >= top + height ? row : row.slice(0, left) + sign.repeat(width) + row.slice(left + width),
  )
}

/** A cluster that fills its box. */
export function clusterAt(left: number, top: number, strength: number, width = 2, height = width): Cluster {
  return {
    left,
    right: left + width - 1,
    top,
    bottom: top + height - 1,
    size: width * height,
    strength,
    moving: width * height,
  }
}
