/**
 * What the bench compares the product's kernels with. Compiled by the bench itself and never shipped.
 */
export { sumAbsoluteDifference as scalarSumAbsoluteDifference } from '../../../assembly/scalar/difference'

/**
 * The limit of anything that looks at two planes: reads both once and folds the bytes by exclusive or, the cheapest
 * thing that no compiler may leave out. `count` is a multiple of 64.
 */
export function readTwoStreams(a: usize, b: usize, count: u32): u32 {
  const end = a + count
  let s0 = i32x4.splat(0)
  let s1 = i32x4.splat(0)
  let s2 = i32x4.splat(0)
  let s3 = i32x4.splat(0)
  while (a < end) {
    s0 = v128.xor(s0, v128.xor(v128.load(a, 0), v128.load(b, 0)))
    s1 = v128.xor(s1, v128.xor(v128.load(a, 16), v128.load(b, 16)))
    s2 = v128.xor(s2, v128.xor(v128.load(a, 32), v128.load(b, 32)))
    s3 = v128.xor(s3, v128.xor(v128.load(a, 48), v128.load(b, 48)))
    a += 64
    b += 64
  }
  const fold = v128.xor(v128.xor(s0, s1), v128.xor(s2, s3))
  return (
    i32x4.extract_lane(fold, 0) ^
    i32x4.extract_lane(fold, 1) ^
    i32x4.extract_lane(fold, 2) ^
    i32x4.extract_lane(fold, 3)
  )
}
