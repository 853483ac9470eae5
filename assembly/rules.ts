/** The numbers of the adaptive measure; levels are in 1/64 grey levels. Why they are so: src/engine/motion/adaptive/README.md. */

/** Added to a level before ratios are taken: light changes dark parts less than their ratio says. */
export const DARK_LEVEL: i32 = 32 * 64

/** A row of blocks whose changes lean this far to one side, on average, makes the light worth estimating. */
export const LIGHT_LEAN: i32 = 16
/** No single block leans more than this. */
export const LEAN_LIMIT: i32 = 64

/** Ratios of light are in 1/4096, and never beyond a doubling. */
export const LIGHT_LIMIT: i32 = 4095

/** A block moves when its frame difference exceeds 1.5 x noise + this. */
export const MOVING_FLOOR: i32 = 96
/** A block is active when its background difference exceeds its noise + this. */
export const ACTIVE_FLOOR: i32 = 128

/** Checks for which a block stays active after it moved. */
export const RECENT_CHECKS: i32 = 2
/** Checks after which an active block that does not move becomes background. */
export const HOLD_CHECKS: i32 = 8

/** Bounds of the noise. */
export const LEAST_NOISE: i32 = 12
export const MOST_NOISE: i32 = 40 * 64
/** And of the first guess at it: a camera that finds its exposure changes by far more, and noise that is stronger is soon learnt. */
export const MOST_FIRST_NOISE: i32 = 6 * 64

/** The brightest level. */
export const WHITE: i32 = 255 * 64
