import * as map from '../layout'
import * as rule from '../rules'
import { laneSum } from './lanes'

/** Carries what is remembered into this frame's light, eight blocks at a time. See scalar/light.ts. */
export function carryLight(state: usize, levels: usize, previous: usize, columns: u32, rows: u32): void {
  const row = map.rowOf(columns)
  const rowBytes: usize = 2 * <usize>row
  let background = state + map.BACKGROUND
  let relit = state + map.RELIT
  for (let y: u32 = 0; y < rows; y++) {
    takeRatios(state, levels, previous, columns)
    const light = i16x8.splat(<i16>median(state + map.RATIOS, columns))
    for (let x: usize = 0; x < rowBytes; x += 16) {
      const level = v128.load(levels + x)
      v128.store(relit + x, carried(v128.load(previous + x), level, light))
      v128.store(background + x, carried(v128.load(background + x), level, light))
    }
    levels += rowBytes
    previous += rowBytes
    background += rowBytes
    relit += rowBytes
  }
}

function ratio(change: v128, level: v128): v128 {
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(change), f32x4.splat(4096))
  const base = i32x4.add(level, i32x4.splat(rule.DARK_LEVEL))
  return i32x4.trunc_sat_f32x4_s(f32x4.div(scaled, f32x4.convert_i32x4_s(base)))
}

function takeRatios(state: usize, levels: usize, previous: usize, columns: u32): void {
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  const limit = i16x8.splat(<i16>rule.LIGHT_LIMIT)
  const least = i16x8.splat(<i16>-rule.LIGHT_LIMIT)
  for (let x: u32 = 0; x < columns; x += 8) {
    const before = v128.load(previous + 2 * <usize>x)
    const change = i16x8.sub(v128.load(levels + 2 * <usize>x), before)
    const low = ratio(i32x4.extend_low_i16x8_s(change), i32x4.extend_low_i16x8_s(before))
    const high = ratio(i32x4.extend_high_i16x8_s(change), i32x4.extend_high_i16x8_s(before))
    const clamped = i16x8.max_s(i16x8.min_s(i16x8.narrow_i32x4_s(low, high), limit), least)
    // Entries that belong to no block stand above every ratio, so that no median counts them.
    const isBlock = i16x8.lt_s(lanes, i16x8.splat(<i16>(<i32>columns - <i32>x)))
    v128.store(state + 2 * <usize>x, v128.bitselect(clamped, i16x8.splat(i16.MAX_VALUE), isBlock), map.RATIOS)
  }
}

/** The lower median, found by halving the range. */
function median(ratios: usize, count: u32): i32 {
  const wanted = <i32>((count - 1) / 2) + 1
  let low: i32 = -rule.LIGHT_LIMIT
  let high: i32 = rule.LIGHT_LIMIT
  while (low < high) {
    const middle = (low + high) >> 1
    if (countUpTo(ratios, count, middle) >= wanted) high = middle
    else low = middle + 1
  }
  return low
}

function countUpTo(ratios: usize, count: u32, bound: i32): i32 {
  const most = i16x8.splat(<i16>bound)
  let counts = i16x8.splat(0)
  for (let x: u32 = 0; x < count; x += 8) {
    counts = i16x8.sub(counts, i16x8.le_s(v128.load(ratios + 2 * <usize>x), most))
  }
  return laneSum(i32x4.extadd_pairwise_i16x8_s(counts))
}

/** `from` moved towards `level`, at most as far as the light explains and half as much again. */
function carried(from: v128, level: v128, light: v128): v128 {
  const base = i16x8.add(from, i16x8.splat(<i16>rule.DARK_LEVEL))
  const low = i32x4.shr_s(i32x4.extmul_low_i16x8_s(base, light), 12)
  const high = i32x4.shr_s(i32x4.extmul_high_i16x8_s(base, light), 12)
  const exact = i16x8.narrow_i32x4_s(low, high)
  const explained = i16x8.add_sat_s(exact, i16x8.shr_s(exact, 1))
  const none = i16x8.splat(0)
  const step = i16x8.max_s(i16x8.sub(level, from), i16x8.min_s(explained, none))
  return i16x8.add(from, i16x8.min_s(step, i16x8.max_s(explained, none)))
}
