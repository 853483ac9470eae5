/** The whole picture in few numbers, whatever its size and shape. */
export const SCENE_COLUMNS = 32
export const SCENE_ROWS = 18
export const SCENE_CELLS = SCENE_COLUMNS * SCENE_ROWS

/** Mean luma of each cell in 1/64 grey levels, row by row. */
export type Scene = Uint16Array<ArrayBuffer>

/** Luma in rows: of pixels, or of blocks. */
export interface LumaPlane {
  readonly levels: Uint8Array<ArrayBufferLike> | Int16Array<ArrayBufferLike>
  readonly columns: number
  readonly rows: number
  /** Entries from one row to the next. */
  readonly rowEntries: number
  /** How many 1/64 grey levels one unit of `levels` is. */
  readonly unit: 1 | 64
}

/** null where the plane has fewer columns or rows than a scene. Runs at every check: one array is made, the scene. */
export function sceneOf({ levels, columns, rows, rowEntries, unit }: LumaPlane): Scene | null {
  if (columns < SCENE_COLUMNS || rows < SCENE_ROWS) return null
  const scene = new Uint16Array(SCENE_CELLS)
  const starts = startsOf(columns)
  for (let cellRow = 0, top = 0; cellRow < SCENE_ROWS; cellRow++) {
    const bottom = Math.floor(((cellRow + 1) * rows) / SCENE_ROWS)
    for (let cell = 0; cell < SCENE_COLUMNS; cell++) {
      const [left, right] = [starts[cell] ?? 0, starts[cell + 1] ?? 0]
      let sum = 0
      for (let from = top * rowEntries; from < bottom * rowEntries; from += rowEntries) {
        for (let i = from + left; i < from + right; i++) sum += levels[i] ?? 0
      }
      scene[cellRow * SCENE_COLUMNS + cell] = (sum * unit) / ((right - left) * (bottom - top))
    }
    top = bottom
  }
  return scene
}

/** By the number of columns, of which a camera has one. */
const knownStarts = new Map<number, Int32Array>()

/** Where the cells of a row begin, and where the last one ends. */
function startsOf(columns: number): Int32Array {
  const known = knownStarts.get(columns)
  if (known !== undefined) return known
  const starts = Int32Array.from({ length: SCENE_COLUMNS + 1 }, (_, cell) =>
    Math.floor((cell * columns) / SCENE_COLUMNS),
  )
  knownStarts.set(columns, starts)
  return starts
}
