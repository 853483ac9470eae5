/** What simd/difference.ts computes, a pixel at a time. */
export function sumAbsoluteDifference(a: usize, b: usize, count: u32): u32 {
  let sum: u32 = 0
  for (let i: usize = 0; i < <usize>count; i++) {
    sum += <u32>abs<i32>(<i32>load<u8>(a + i) - <i32>load<u8>(b + i))
  }
  return sum
}
