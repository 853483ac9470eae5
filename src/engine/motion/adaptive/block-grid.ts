import type { LoadedKernels } from '../kernels'

/** How a frame is divided into blocks. */
export interface BlockGrid {
  /** Pixels. */
  readonly edge: 4 | 8 | 16 | 32
  readonly columns: number
  readonly rows: number
  /** Entries of a row of blocks in the kernels' memory. */
  readonly rowEntries: number
}

/** The edge of blocks in frames wider than 1920 pixels: with smaller ones these would have more than 120 columns. */
export const COARSEST_EDGE = 32

const edges = [4, 8, 16, COARSEST_EDGE] as const

/** Widest frame in pixels of analysis that one block of four pixels is wide in: 480 gives 120 columns. */
const PIXELS_PER_COLUMN = 4

/**
 * The finest grid of at most `analysisWidth` / 4 columns that the kernels take, else the coarsest they do take; null
 * where a frame is too small for a block or too large for the kernels.
 */
export function gridFor(
  width: number,
  height: number,
  analysisWidth: number,
  { kernels }: LoadedKernels,
): BlockGrid | null {
  const limit = kernels.MAX_COLUMNS.value
  let coarsest: BlockGrid | null = null
  for (const edge of edges) {
    const columns = Math.floor(width / edge)
    const rows = Math.floor(height / edge)
    if (columns === 0 || rows === 0) break
    const rowEntries = kernels.rowOf(columns)
    if (columns > limit || rows > limit || rowEntries * rows > kernels.MAX_ENTRIES.value) continue
    coarsest = { edge, columns, rows, rowEntries }
    if (columns * PIXELS_PER_COLUMN <= analysisWidth) break
  }
  return coarsest
}

export function isSameGrid(a: BlockGrid | null, b: BlockGrid): boolean {
  return a !== null && a.edge === b.edge && a.columns === b.columns && a.rows === b.rows
}
