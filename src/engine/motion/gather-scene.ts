import { SCENE_CELLS, SCENE_COLUMNS, SCENE_ROWS, type Scene } from '../tampering/scene'
import type { LoadedKernels } from './kernels'

/** Luma in rows, of pixels or of blocks, where it stands in the kernels' memory. */
export interface LevelTable {
  readonly address: number
  /** 2 for levels in 1/64 grey levels, 1 for whole ones. */
  readonly levelBytes: 1 | 2
  readonly columns: number
  readonly rows: number
  /** Levels from one row to the next. */
  readonly rowEntries: number
}

/** null where the table has fewer columns or rows than a scene, or more than the kernel takes. `state` is the slot's blocks. */
export function gatherScene({ kernels, memory }: LoadedKernels, state: number, table: LevelTable): Scene | null {
  const { address, levelBytes, columns, rows, rowEntries } = table
  if (columns < SCENE_COLUMNS || rows < SCENE_ROWS) return null
  if (columns > kernels.SCENE_MOST_COLUMNS.value || rows > kernels.SCENE_MOST_ROWS.value) return null
  kernels.gatherScene(state, address, levelBytes, columns, rows, rowEntries)
  // A copy: the kernels' memory may be shared, and the next check writes over it.
  return new Uint16Array(memory.buffer, state + kernels.SCENE.value, SCENE_CELLS).slice()
}
