import { BLUE, GREEN, lumaOf, RED } from '../scalar/pixels'
import { absoluteDifference, laneSum } from './lanes'

/** Weights of two pixels; the fourth byte of a pixel counts nothing. */
function weights(isRedFirst: bool): v128 {
  const first = <i16>(isRedFirst ? RED : BLUE)
  const third = <i16>(isRedFirst ? BLUE : RED)
  let both = i16x8.splat(0)
  both = i16x8.replace_lane(both, 0, first)
  both = i16x8.replace_lane(both, 1, <i16>GREEN)
  both = i16x8.replace_lane(both, 2, third)
  both = i16x8.replace_lane(both, 4, first)
  both = i16x8.replace_lane(both, 5, <i16>GREEN)
  return i16x8.replace_lane(both, 6, third)
}

/** Luma of 4 pixels in 32 bits: each pixel's two half sums stand side by side until they are added. */
function luma4(pixels: v128, weight: v128): v128 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weight)
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weight)
  const firsts = v128.shuffle<i32>(low, high, 0, 2, 4, 6)
  const seconds = v128.shuffle<i32>(low, high, 1, 3, 5, 7)
  return i32x4.shr_u(i32x4.add(i32x4.add(firsts, seconds), i32x4.splat(128)), 8)
}

/** Luma of 16 pixels. */
function luma16(source: usize, weight: v128): v128 {
  const low = i16x8.narrow_i32x4_u(luma4(v128.load(source), weight), luma4(v128.load(source, 16), weight))
  const high = i16x8.narrow_i32x4_u(luma4(v128.load(source, 32), weight), luma4(v128.load(source, 48), weight))
  return i8x16.narrow_i16x8_u(low, high)
}

/** Luma of pixels of 4 bytes, 16 at a time. The target may be the source: each result lands at or before its pixel. */
export function lumaFromPixels(source: usize, count: u32, isRedFirst: bool, target: usize): void {
  const weight = weights(isRedFirst)
  let i: usize = 0
  for (; i + 16 <= <usize>count; i += 16) v128.store(target + i, luma16(source + 4 * i, weight))
  for (; i < <usize>count; i++) store<u8>(target + i, <u8>lumaOf(source + 4 * i, isRedFirst))
}

/**
 * The classic measure of canvas pixels in one read: leaves their luma in `target` and answers the sum of absolute
 * differences to the luma in `previous`. Exact up to 16.8 million pixels.
 */
export function differenceFromPixels(source: usize, count: u32, isRedFirst: bool, previous: usize, target: usize): u32 {
  const weight = weights(isRedFirst)
  let total = i32x4.splat(0)
  let i: usize = 0
  for (; i + 16 <= <usize>count; i += 16) {
    const luma = luma16(source + 4 * i, weight)
    const difference = absoluteDifference(luma, v128.load(previous + i))
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(difference)))
    v128.store(target + i, luma)
  }
  let sum: u32 = laneSum(total)
  for (; i < <usize>count; i++) {
    const luma = lumaOf(source + 4 * i, isRedFirst)
    sum += <u32>abs<i32>(<i32>luma - <i32>load<u8>(previous + i))
    store<u8>(target + i, <u8>luma)
  }
  return sum
}
