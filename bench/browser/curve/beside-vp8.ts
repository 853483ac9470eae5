import { type Bar, barLine, openBarLine, type Row } from '../../report'
import { sizeAt } from './crossing'
import type { Sharpness } from './sharpness'

const MOST_BYTES = 0.7
const MOST_OF_VP8 = 0.4

/** A film as it was encoded in one way, at one bit rate. */
export interface Point extends Sharpness {
  readonly name: string
  readonly sizeBytes: number
  readonly pictures: number
  /** CPU of the browser above reading the frames. */
  readonly pictureMs: number
}

/**
 * H.264 as shares of VP8 of the same scene: as clips have it, and how many bytes it would take to be as like. Infinity: as
 * like as VP8 is none of its bit rates; NaN: there is nothing to compare, or all of them are more like.
 */
export interface BesideVp8 {
  readonly bytes: number
  readonly bytesAtSsim: number
  readonly bytesAtSceneSsim: number
  readonly bytesAtMovingSsim: number
  readonly cpu: number
}

/** The first point is VP8's, the second H.264's as clips have it, the others lie along its curve; null: one is missing. */
export function beside(points: readonly Point[]): BesideVp8 | null {
  const [vp8, ours, ...others] = points
  if (vp8 === undefined || ours === undefined) return null
  const bytesAt = (likenessOf: (point: Point) => number | null) => {
    const wanted = likenessOf(vp8)
    if (wanted === null) return Number.NaN
    const curve = [ours, ...others].map((point) => ({ sizeBytes: point.sizeBytes, likeness: likenessOf(point) ?? 0 }))
    return sizeAt(wanted, curve) / vp8.sizeBytes
  }
  return {
    bytes: ours.sizeBytes / vp8.sizeBytes,
    bytesAtSsim: bytesAt(({ ssim }) => ssim),
    bytesAtSceneSsim: bytesAt(({ sceneSsim }) => sceneSsim),
    bytesAtMovingSsim: bytesAt(({ movingSsim }) => movingSsim),
    cpu: ours.pictureMs / vp8.pictureMs,
  }
}

/** What is asked of H.264 in a scene (BENCH-17). What no bit rate reaches is missed. */
export function besideBarLines(scene: string, { bytesAtSsim, cpu }: BesideVp8): string[] {
  const bytes: Bar = { what: `${scene}: bytes at equal SSIM`, value: bytesAtSsim, most: MOST_BYTES }
  return [
    bytesAtSsim === Number.POSITIVE_INFINITY
      ? barLine({ ...bytes, what: `${bytes.what}, which no bit rate reaches` })
      : openBarLine(bytes),
    barLine({ what: `${scene}: CPU of a picture to VP8's`, value: cpu, most: MOST_OF_VP8 }),
  ]
}

/** A result has what is a number. */
export function besideRows(scene: string, shares: BesideVp8): Row[] {
  const row = (metric: string, value: number): Row[] =>
    Number.isFinite(value)
      ? [{ name: 'mp4-h264', case: scene, metric, value: rounded(value), unit: 'of webm-vp8' }]
      : []
  return [
    ...row('bytes', shares.bytes),
    ...row('bytes-at-equal-ssim', shares.bytesAtSsim),
    ...row('bytes-at-equal-scene-ssim', shares.bytesAtSceneSsim),
    ...row('bytes-at-equal-moving-ssim', shares.bytesAtMovingSsim),
    ...row('cpu-ratio', shares.cpu),
  ]
}

export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
