import * as map from '../layout'

/** Mean levels of the cells of a scene. See scalar/scene.ts; up to 7 levels beyond a row may be read. */
export function gatherScene(
  state: usize,
  source: usize,
  levelBytes: u32,
  columns: u32,
  rows: u32,
  rowEntries: u32,
): void {
  const sums = state + map.SCENE_SUMS
  const rowBytes = <usize>(rowEntries * levelBytes)
  let scene = state + map.SCENE
  for (let cellRow: u32 = 0, top: u32 = 0; cellRow < map.SCENE_ROWS; cellRow++) {
    const bottom = ((cellRow + 1) * rows) / map.SCENE_ROWS
    sumColumns(sums, source + <usize>top * rowBytes, levelBytes, columns, bottom - top, rowBytes)
    for (let cell: u32 = 0; cell < map.SCENE_COLUMNS; cell += 8) {
      const low = meansOfFour(sums, cell, columns, bottom - top)
      const high = meansOfFour(sums, cell + 4, columns, bottom - top)
      v128.store(scene, i16x8.narrow_i32x4_s(low, high))
      scene += 16
    }
    top = bottom
  }
}

/** Over `rows` rows, eight columns at a time; then each sum with all those to its left. */
function sumColumns(sums: usize, source: usize, levelBytes: u32, columns: u32, rows: u32, rowBytes: usize): void {
  for (let x: u32 = 0; x < columns; x += 8) {
    let from = source + <usize>(x * levelBytes)
    let low = i32x4.splat(0)
    let high = i32x4.splat(0)
    for (let y: u32 = 0; y < rows; y++) {
      const levels = levelBytes === 2 ? v128.load(from) : i16x8.shl(v128.load8x8_u(from), 6)
      low = i32x4.add(low, i32x4.extend_low_i16x8_u(levels))
      high = i32x4.add(high, i32x4.extend_high_i16x8_u(levels))
      from += rowBytes
    }
    v128.store(sums + 4 * <usize>x, low, 4)
    v128.store(sums + 4 * <usize>x, high, 20)
  }
  let sum: i32 = 0
  store<i32>(sums, 0)
  for (let x: u32 = 0; x < columns; x++) {
    sum += load<i32>(sums + 4 * <usize>x, 4)
    store<i32>(sums + 4 * <usize>x, sum, 4)
  }
}

/** Of a cell and the three to its right. */
function meansOfFour(sums: usize, cell: u32, columns: u32, rows: u32): v128 {
  const bound0 = boundOf(cell, columns)
  const bound1 = boundOf(cell + 1, columns)
  const bound2 = boundOf(cell + 2, columns)
  const bound3 = boundOf(cell + 3, columns)
  const bound4 = boundOf(cell + 4, columns)
  const from = i32x4(sumTo(sums, bound0), sumTo(sums, bound1), sumTo(sums, bound2), sumTo(sums, bound3))
  const to = i32x4(sumTo(sums, bound1), sumTo(sums, bound2), sumTo(sums, bound3), sumTo(sums, bound4))
  const widths = i32x4(bound1 - bound0, bound2 - bound1, bound3 - bound2, bound4 - bound3)
  const areas = f32x4.convert_i32x4_s(i32x4.mul(widths, i32x4.splat(rows)))
  // Exact: sums are below 2^24, and no quotient is nearer to the next whole number than one part of its area.
  return i32x4.trunc_sat_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(i32x4.sub(to, from)), areas))
}

/** Left bound of a cell, in columns. */
function boundOf(cell: u32, columns: u32): u32 {
  return (cell * columns) / map.SCENE_COLUMNS
}

/** Of all columns before `bound`. */
function sumTo(sums: usize, bound: u32): i32 {
  return load<i32>(sums + 4 * <usize>bound)
}
