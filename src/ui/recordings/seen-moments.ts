import type { Box } from '../../lib/box'

/** Somebody seen at a moment of a clip; times are milliseconds since its first frame. */
export interface SeenMoment {
  readonly atMs: number
  readonly box: Box
}

/** A box and how much of it is left, 0 to 1. */
export interface FadingBox {
  readonly box: Box
  readonly opacity: number
}

/** A part of a clip in which somebody was seen again and again. */
export interface SeenSpan {
  readonly startSec: number
  readonly endSec: number
}

/** Boxes show this long before and after their moment: cameras look twice a second at most. */
const NEAR_MS = 400

/** The camera looks away for a while after each look, and people turn: shorter gaps are no absence. */
const LEAST_GAP_MS = 2_000
/** Marks of one clip are at least this share of its length apart, so that each can be pressed on a phone. */
const LEAST_GAP_SHARE = 1 / 12

/** The boxes of the moments near a time, each the fainter the further away its moment is. */
export function boxesNear(seen: readonly SeenMoment[], atMs: number): FadingBox[] {
  return seen.flatMap(({ box, ...moment }) => {
    const opacity = 1 - Math.abs(moment.atMs - atMs) / NEAR_MS
    return opacity > 0 ? [{ box, opacity }] : []
  })
}

/** The boxes of the nearest moment alone, which do not fade: for those who want nothing to move that need not. */
export function boxesNearest(seen: readonly SeenMoment[], atMs: number): FadingBox[] {
  const awayMs = (moment: SeenMoment) => Math.abs(moment.atMs - atMs)
  const nearestMs = seen.reduce((least, moment) => Math.min(least, awayMs(moment)), NEAR_MS)
  const nearest = seen.find((moment) => awayMs(moment) === nearestMs)
  if (nearest === undefined || nearestMs >= NEAR_MS) return []
  return seen.flatMap(({ atMs: momentMs, box }) => (momentMs === nearest.atMs ? [{ box, opacity: 1 }] : []))
}

/** When somebody was seen, oldest first: moments with only short gaps between are one span. */
export function seenSpans(seen: readonly SeenMoment[], durationSec: number): SeenSpan[] {
  const gapMs = Math.max(LEAST_GAP_MS, durationSec * 1000 * LEAST_GAP_SHARE)
  const timesMs = seen.map(({ atMs }) => atMs).sort((a, b) => a - b)
  const starts = timesMs.filter((atMs, index) => atMs - (timesMs[index - 1] ?? Number.NEGATIVE_INFINITY) > gapMs)
  return starts.map((startMs, index) => {
    const nextMs = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const endMs = timesMs.findLast((atMs) => atMs < nextMs) ?? startMs
    return { startSec: startMs / 1000, endSec: endMs / 1000 }
  })
}
