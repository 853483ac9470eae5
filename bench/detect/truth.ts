/** Seconds from the start of the video. */
export interface MotionInterval {
  readonly start: number
  readonly end: number
  readonly kind: 'person' | 'vehicle' | 'other'
  /** How much of the frame the subject covers; absent in hand-labelled footage. */
  readonly sharePercent?: number
}

/** What there is to find in a video, and what nobody is to be judged by. */
export interface Truth {
  readonly motion: readonly MotionInterval[]
  readonly ignore: readonly (readonly [start: number, end: number])[]
}
