import * as map from '../layout'
import * as rule from '../rules'

/**
 * Carries what is remembered into this frame's light, so that it compares as if the light had never changed. The light
 * of a row of blocks is the median ratio of its levels to those of the frame before: rows, because mains light runs down
 * the picture in bands; the median, because a person fills less than half of a row. RELIT gets the levels before in
 * today's light, BACKGROUND is changed where it stands; each moves towards the present level by what the light explains,
 * and by no more.
 */
export function carryLight(state: usize, levels: usize, previous: usize, columns: u32, rows: u32): void {
  const row = map.rowOf(columns)
  for (let y: u32 = 0; y < rows; y++) {
    const offset: usize = <usize>2 * <usize>(y * row)
    for (let x: u32 = 0; x < columns; x++) {
      const at = offset + <usize>2 * <usize>x
      store<i16>(state + 2 * <usize>x, ratioOf(load<i16>(levels + at), load<i16>(previous + at)), map.RATIOS)
    }
    const light = median(state + map.RATIOS, columns)
    for (let x: u32 = 0; x < row; x++) {
      const at = offset + <usize>2 * <usize>x
      const level = <i32>load<i16>(levels + at)
      store<i16>(state + at, carried(load<i16>(previous + at), level, light), map.RELIT)
      store<i16>(state + at, carried(load<i16>(state + at, map.BACKGROUND), level, light), map.BACKGROUND)
    }
  }
}

/** In 1/4096, towards zero once it was rounded to single precision, as four lanes are. */
function ratioOf(level: i32, previous: i32): i16 {
  const scaled = <f32>(level - previous) * 4096
  const ratio = <i32>(scaled / <f32>(previous + rule.DARK_LEVEL))
  return <i16>max<i32>(min<i32>(ratio, rule.LIGHT_LIMIT), -rule.LIGHT_LIMIT)
}

/** The lower median, found by halving the range. */
function median(ratios: usize, count: u32): i32 {
  const wanted = (count - 1) / 2 + 1
  let low: i32 = -rule.LIGHT_LIMIT
  let high: i32 = rule.LIGHT_LIMIT
  while (low < high) {
    const middle = (low + high) >> 1
    let upTo: u32 = 0
    for (let x: u32 = 0; x < count; x++) if (<i32>load<i16>(ratios + 2 * <usize>x) <= middle) upTo++
    if (upTo >= wanted) high = middle
    else low = middle + 1
  }
  return low
}

/** `from` moved towards `level`, at most as far as the light explains and half as much again. */
function carried(from: i32, level: i32, light: i32): i16 {
  const product = ((from + rule.DARK_LEVEL) * light) >> 12
  const exact = max<i32>(min<i32>(product, i16.MAX_VALUE), i16.MIN_VALUE)
  const explained = max<i32>(min<i32>(exact + (exact >> 1), i16.MAX_VALUE), i16.MIN_VALUE)
  const step = max<i32>(level - from, min<i32>(explained, 0))
  return <i16>(from + min<i32>(step, max<i32>(explained, 0)))
}
