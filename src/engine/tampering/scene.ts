/** The whole picture in few numbers, whatever its size and shape; assembly/layout.ts has the same. */
export const SCENE_COLUMNS = 32
export const SCENE_ROWS = 18
export const SCENE_CELLS = SCENE_COLUMNS * SCENE_ROWS

/** Mean luma of each cell in 1/64 grey levels, row by row. */
export type Scene = Uint16Array<ArrayBuffer>
