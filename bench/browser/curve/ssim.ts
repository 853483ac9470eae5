/** Edge of a block, in pixels. */
export const SSIM_BLOCK = 8

/** Of 8 bits, as structural similarity is defined: they keep even blocks from dividing by nothing. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/**
 * Structural similarity of each whole block of two pictures' luma, row by row: 1 is the same. Where PSNR counts how far
 * pixels are off, this asks whether edges and texture are still there.
 */
export function blockSsims(one: Uint8Array, other: Uint8Array, width: number): Float64Array {
  const columns = Math.floor(width / SSIM_BLOCK)
  const rows = Math.floor(one.length / width / SSIM_BLOCK)
  const ssims = new Float64Array(columns * rows)
  for (let at = 0; at < ssims.length; at++) {
    const corner = Math.floor(at / columns) * SSIM_BLOCK * width + (at % columns) * SSIM_BLOCK
    ssims[at] = ssimOfBlock(one, other, width, corner)
  }
  return ssims
}

function ssimOfBlock(one: Uint8Array, other: Uint8Array, width: number, corner: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let y = 0; y < SSIM_BLOCK; y++) {
    for (let i = corner + y * width; i < corner + y * width + SSIM_BLOCK; i++) {
      const a = one[i] ?? 0
      const b = other[i] ?? 0
      sumA += a
      sumB += b
      sumAA += a * a
      sumBB += b * b
      sumAB += a * b
    }
  }
  const pixels = SSIM_BLOCK ** 2
  const [meanA, meanB] = [sumA / pixels, sumB / pixels]
  const [varianceA, varianceB] = [sumAA / pixels - meanA ** 2, sumBB / pixels - meanB ** 2]
  const covariance = sumAB / pixels - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2))
  )
}
