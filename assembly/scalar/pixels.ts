/** BT.601 weights in 8 bits: (77 R + 150 G + 29 B + 128) / 256. */
export const RED: u32 = 77
export const GREEN: u32 = 150
export const BLUE: u32 = 29

/** Luma of one pixel of 4 bytes; `isRedFirst` tells RGBA from BGRA. */
export function lumaOf(pixel: usize, isRedFirst: bool): u32 {
  const first = isRedFirst ? RED : BLUE
  const third = isRedFirst ? BLUE : RED
  return (first * load<u8>(pixel) + GREEN * load<u8>(pixel, 1) + third * load<u8>(pixel, 2) + 128) >> 8
}

/** What simd/pixels.ts computes, a pixel at a time. */
export function lumaFromPixels(source: usize, count: u32, isRedFirst: bool, target: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) store<u8>(target + i, <u8>lumaOf(source + 4 * i, isRedFirst))
}

/** What simd/pixels.ts computes, a pixel at a time. */
export function differenceFromPixels(source: usize, count: u32, isRedFirst: bool, previous: usize, target: usize): u32 {
  let sum: u32 = 0
  for (let i: usize = 0; i < <usize>count; i++) {
    const luma = lumaOf(source + 4 * i, isRedFirst)
    sum += <u32>abs<i32>(<i32>luma - <i32>load<u8>(previous + i))
    store<u8>(target + i, <u8>luma)
  }
  return sum
}
