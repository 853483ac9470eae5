import type { Box } from '../../src/lib/box'
import type { FrameSize } from './frame-size'
import type { Truth } from './truth'

/** A film as other cameras would have it: at night, with a poor sensor, both, or from twice as far away. */
export const variants = ['dark', 'noise', 'dark-noise', 'far'] as const
export type Variant = (typeof variants)[number]

/** Grey levels above black and colours keep so much of themselves. */
const DARK_SHARE = 0.22
/** Of the noise in luma, in grey levels. */
const NOISE_SIGMA = 8
/** FFmpeg's `noise` has a standard deviation of its strength by the square root of three; the seed makes all runs alike. */
const noise = `noise=c0s=${Math.round(NOISE_SIGMA * Math.sqrt(3))}:c0f=t:all_seed=1`
const colour = `(val-128)*${DARK_SHARE}+128`
const dark = `lutyuv=y=(val-minval)*${DARK_SHARE}+minval:u=${colour}:v=${colour}`

/** FFmpeg's filters for it, over frames of this size as they are stored. */
export function filtersOf(variant: Variant, size: FrameSize): string {
  switch (variant) {
    case 'dark':
      return dark
    case 'noise':
      return noise
    case 'dark-noise':
      return `${dark},${noise}`
    case 'far': {
      const { width, height, left, top } = farPlaceIn(size)
      return `scale=${width}:${height},pad=${size.width}:${size.height}:${left}:${top}:gray`
    }
  }
}

/** The same truth where everything is elsewhere in the picture. */
export function seenAs(variant: Variant | null, truth: Truth, size: FrameSize): Truth {
  if (variant !== 'far' || truth.boxes === undefined) return truth
  const place = farPlaceIn(size)
  const moved = (box: Box): Box => ({
    left: (place.left + box.left * place.width) / size.width,
    top: (place.top + box.top * place.height) / size.height,
    width: (box.width * place.width) / size.width,
    height: (box.height * place.height) / size.height,
  })
  const boxes = truth.boxes.map(({ atSec, people }) => ({ atSec, people: people.map(moved) }))
  return { ...truth, boxes }
}

/** Half as wide and high, in the middle; even, as chroma needs it. */
function farPlaceIn({ width, height }: FrameSize) {
  const even = (pixels: number) => 2 * Math.round(pixels / 2)
  return { width: even(width / 2), height: even(height / 2), left: even(width / 4), top: even(height / 4) }
}
