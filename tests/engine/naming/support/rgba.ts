/** A drawn frame, three I420 planes, as RGBA (BT.601, full range). */
export function rgbaOf(planes: Uint8Array, width: number, height: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  const [blueAt, redAt] = [width * height, (width * height * 5) / 4]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const coarse = (y >> 1) * (width / 2) + (x >> 1)
      const light = planes[y * width + x] ?? 0
      const [blue, red] = [(planes[blueAt + coarse] ?? 0) - 128, (planes[redAt + coarse] ?? 0) - 128]
      const at = 4 * (y * width + x)
      pixels[at] = light + 1.402 * red
      pixels[at + 1] = light - 0.344 * blue - 0.714 * red
      pixels[at + 2] = light + 1.772 * blue
    }
  }
  return pixels
}
