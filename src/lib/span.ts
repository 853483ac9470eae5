/** A time, in milliseconds since the epoch. */
export interface Span {
  readonly fromMs: number
  /** The first moment after it. */
  readonly untilMs: number
}

/** Where in a span a moment lies: 0 to 1, and no further. */
export function shareIn({ fromMs, untilMs }: Span, atMs: number): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / (untilMs - fromMs)))
}
