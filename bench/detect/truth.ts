import type { Box } from '../../src/lib/box'

/** Seconds from the start of the video. */
export interface MotionInterval {
  readonly start: number
  readonly end: number
  readonly kind: 'person' | 'vehicle' | 'other'
  /** How much of the frame the subject covers; absent in hand-labelled footage. */
  readonly sharePercent?: number
}

/** Everybody who can be seen in one frame, boxed by hand. */
export interface DrawnMoment {
  readonly atSec: number
  readonly people: readonly Box[]
}

/** What there is to find in a video, and what nobody is to be judged by. */
export interface Truth {
  readonly motion: readonly MotionInterval[]
  readonly ignore: readonly (readonly [start: number, end: number])[]
  /** Some moments of its visits; absent where nobody drew any. */
  readonly boxes?: readonly DrawnMoment[] | undefined
  /** Spans in which nobody is to be seen, not even somebody who stands still; absent where nobody said so. */
  readonly empty?: readonly (readonly [start: number, end: number])[] | undefined
}
