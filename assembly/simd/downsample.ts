import { boxMean } from '../scalar/downsample'
import { pairsAt } from './lanes'

/**
 * Box filters of a luma plane: each target pixel is the rounded mean of a factor x factor box. Source rows are
 * `stride` bytes apart; the target is packed, (width / factor) x (height / factor), rest rows and columns dropped.
 */

/** Sums of 4 x 4 boxes: 16 pixels of 4 rows to 4 sums of 32 bits. */
function sums4(source: usize, stride: usize): v128 {
  const upper = i16x8.add(pairsAt(source), pairsAt(source + stride))
  const lower = i16x8.add(pairsAt(source + 2 * stride), pairsAt(source + 3 * stride))
  return i32x4.extadd_pairwise_i16x8_u(i16x8.add(upper, lower))
}

function rounded4(sums: v128): v128 {
  return i32x4.shr_u(i32x4.add(sums, i32x4.splat(8)), 4)
}

/** Rounded means of 2 x 2 boxes: 16 pixels of 2 rows to 8 means of 16 bits. */
function means2(source: usize, stride: usize): v128 {
  const sums = i16x8.add(pairsAt(source), pairsAt(source + stride))
  return i16x8.shr_u(i16x8.add(sums, i16x8.splat(2)), 2)
}

function row4(source: usize, stride: usize, count: u32, target: usize): void {
  let x: u32 = 0
  for (; x + 16 <= count; x += 16) {
    const from = source + 4 * x
    const low = i16x8.narrow_i32x4_u(rounded4(sums4(from, stride)), rounded4(sums4(from + 16, stride)))
    const high = i16x8.narrow_i32x4_u(rounded4(sums4(from + 32, stride)), rounded4(sums4(from + 48, stride)))
    v128.store(target + x, i8x16.narrow_i16x8_u(low, high))
  }
  for (; x < count; x++) store<u8>(target + x, boxMean(source + 4 * x, stride, 4))
}

function row2(source: usize, stride: usize, count: u32, target: usize): void {
  let x: u32 = 0
  for (; x + 16 <= count; x += 16) {
    const from = source + 2 * x
    v128.store(target + x, i8x16.narrow_i16x8_u(means2(from, stride), means2(from + 16, stride)))
  }
  for (; x < count; x++) store<u8>(target + x, boxMean(source + 2 * x, stride, 2))
}

/** Called once a check; `factor` is 1, 2 or 4. */
export function boxDownsample(source: usize, stride: u32, width: u32, height: u32, factor: u32, target: usize): void {
  const columns = width / factor
  const rows = height / factor
  for (let y: u32 = 0; y < rows; y++) {
    const from = source + <usize>(y * factor) * stride
    const to = target + <usize>y * columns
    if (factor === 4) row4(from, stride, columns, to)
    else if (factor === 2) row2(from, stride, columns, to)
    else memory.copy(to, from, columns)
  }
}
