import { pairsAt } from './lanes'

/**
 * Mean luma of blocks of edge x edge pixels, eight blocks at a time, in 1/64 grey levels. Sums are widened only when
 * their lanes would overflow: 16 rows of two pixels fit in 16 bits.
 */

/** Sums of two pixels over `rows` rows: 8 of 16 bits from 16 pixels. */
function pairSums(source: usize, strideBytes: usize, rows: i32): v128 {
  let sum = pairsAt(source)
  for (let y = 1; y < rows; y++) {
    source += strideBytes
    sum = i16x8.add(sum, pairsAt(source))
  }
  return sum
}

/** Adds neighbours: 8 and 8 sums to 8. */
function joined(low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(i32x4.extadd_pairwise_i16x8_s(low), i32x4.extadd_pairwise_i16x8_s(high))
}

/** 8 blocks of 4 x 4. */
function means4(source: usize, strideBytes: usize): v128 {
  const low = pairSums(source, strideBytes, 4)
  const high = pairSums(source + 16, strideBytes, 4)
  return i16x8.shl(joined(low, high), 2)
}

/** 4 blocks of 8 x 8 as 8 half sums. */
function halves8(source: usize, strideBytes: usize): v128 {
  return joined(pairSums(source, strideBytes, 8), pairSums(source + 16, strideBytes, 8))
}

/** 8 blocks of 8 x 8: the sum of 64 pixels is the mean in 1/64. */
function means8(source: usize, strideBytes: usize): v128 {
  return joined(halves8(source, strideBytes), halves8(source + 32, strideBytes))
}

/** 4 blocks of 16 x 16, in 32 bits. */
function means16(source: usize, strideBytes: usize): v128 {
  const quarters0 = joined(pairSums(source, strideBytes, 16), pairSums(source + 16, strideBytes, 16))
  const quarters1 = joined(pairSums(source + 32, strideBytes, 16), pairSums(source + 48, strideBytes, 16))
  const sums = i32x4.extadd_pairwise_i16x8_s(joined(quarters0, quarters1))
  return i32x4.shr_u(sums, 2)
}

/** `edge` is 4, 8 or 16. Reads 8 x edge pixels of edge rows. */
export function blockMeans(source: usize, strideBytes: usize, edge: u32): v128 {
  if (edge === 4) return means4(source, strideBytes)
  if (edge === 8) return means8(source, strideBytes)
  return i16x8.narrow_i32x4_s(means16(source, strideBytes), means16(source + 64, strideBytes))
}
