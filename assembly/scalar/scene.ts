import * as map from '../layout'

/**
 * Mean levels of the cells of a scene, rounded down, in 1/64 grey levels: `source` holds rows of `rowEntries` levels of
 * which `columns` count, each of 2 bytes in 1/64 grey levels or of 1 byte in whole ones. From SCENE_COLUMNS x SCENE_ROWS to
 * SCENE_MOST_COLUMNS x SCENE_MOST_ROWS levels.
 */
export function gatherScene(
  state: usize,
  source: usize,
  levelBytes: u32,
  columns: u32,
  rows: u32,
  rowEntries: u32,
): void {
  for (let cellRow: u32 = 0, top: u32 = 0; cellRow < map.SCENE_ROWS; cellRow++) {
    const bottom = ((cellRow + 1) * rows) / map.SCENE_ROWS
    for (let cell: u32 = 0; cell < map.SCENE_COLUMNS; cell++) {
      const left = (cell * columns) / map.SCENE_COLUMNS
      const right = ((cell + 1) * columns) / map.SCENE_COLUMNS
      let sum: u32 = 0
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) sum += levelAt(source, levelBytes, y * rowEntries + x)
      }
      const mean = sum / ((right - left) * (bottom - top))
      store<u16>(state + 2 * <usize>(cellRow * map.SCENE_COLUMNS + cell), <u16>mean, map.SCENE)
    }
    top = bottom
  }
}

/** In 1/64 grey levels. */
function levelAt(source: usize, levelBytes: u32, entry: u32): u32 {
  if (levelBytes === 2) return <u32>load<u16>(source + 2 * <usize>entry)
  return (<u32>load<u8>(source + <usize>entry)) << 6
}
