/** What several kernels do with the lanes of a vector. */

/** |x - y| of 16 bytes. */
export function absoluteDifference(x: v128, y: v128): v128 {
  return i8x16.sub(i8x16.max_u(x, y), i8x16.min_u(x, y))
}

/** Sums of two neighbouring bytes: 16 at an address to 8 of 16 bits. */
export function pairsAt(address: usize): v128 {
  return i16x8.extadd_pairwise_i8x16_u(v128.load(address))
}

/** Sum of the 4 lanes of 32 bits. */
export function laneSum(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  )
}
