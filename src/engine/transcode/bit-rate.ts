const LEAST = 400_000
const MOST = 8_000_000

/**
 * Bits a second for pictures that are encoded anew: half as many again as the clip has, since a quick H.264 encoder
 * needs more than VP8 for the same picture, and a plan's storage is not to be filled by the second loss.
 */
export function encodedBitRate(sizeBytes: number, durationSec: number): number {
  const clipRate = durationSec > 0 ? (sizeBytes * 8) / durationSec : LEAST
  return Math.round(Math.min(Math.max(1.5 * clipRate, LEAST), MOST))
}
