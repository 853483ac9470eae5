/**
 * Luma of pixels of 4 bytes, for browsers that give no YUV frames: BT.601 weights in 8 bits,
 * (77 R + 150 G + 29 B + 128) / 256. `redFirst` tells RGBA from BGRA.
 */
export function lumaFromPixels(source: usize, count: u32, redFirst: bool, target: usize): void {
  const red: u32 = redFirst ? 77 : 29
  const blue: u32 = redFirst ? 29 : 77
  for (let i: u32 = 0; i < count; i++) {
    const pixel = source + 4 * i
    const sum = red * load<u8>(pixel) + 150 * load<u8>(pixel, 1) + blue * load<u8>(pixel, 2)
    store<u8>(target + i, <u8>((sum + 128) >> 8))
  }
}
