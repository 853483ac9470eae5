/** What simd/downsample.ts computes, a box at a time. */
export function boxDownsample(source: usize, stride: u32, width: u32, height: u32, factor: u32, target: usize): void {
  const columns = width / factor
  const rows = height / factor
  for (let y: u32 = 0; y < rows; y++) {
    for (let x: u32 = 0; x < columns; x++) {
      const box = source + <usize>(y * factor) * stride + <usize>(x * factor)
      store<u8>(target + <usize>(y * columns + x), boxMean(box, stride, factor))
    }
  }
}

/** Rounded mean of factor x factor pixels. */
export function boxMean(source: usize, stride: usize, factor: u32): u8 {
  let sum: u32 = 0
  for (let y: u32 = 0; y < factor; y++) {
    for (let x: u32 = 0; x < factor; x++) sum += load<u8>(source + <usize>y * stride + <usize>x)
  }
  const area = factor * factor
  return <u8>((sum + area / 2) / area)
}
