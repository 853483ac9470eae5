import type { Box } from '../../lib/box'
import { groupOf } from '../../lib/label'
import type { Found } from './detector'

/** The area that both cover, in the boxes' own unit squared. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, width) * Math.max(0, height)
}

/** Shared area over joint area: 1 for the same box, 0 for boxes apart. */
export function overlapOf(a: Box, b: Box): number {
  const shared = sharedArea(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

export function areaOf({ width, height }: Pick<Box, 'width' | 'height'>): number {
  return width * height
}

/** The part of a box that is in the picture; no size where it is outside. */
export function clampedToPicture({ left, top, width, height }: Box): Box {
  const within = (value: number) => Math.min(1, Math.max(0, value))
  const [x, y] = [within(left), within(top)]
  return { left: x, top: y, width: within(left + width) - x, height: within(top + height) - y }
}

/** Two names for one thing: a cat that is a dog at second sight, or a person who crouches and is a dog. */
const SAME_THING = 0.7

/**
 * One box for each thing, best first: of boxes of one group that overlap by more than `mostOverlap` (0 to 1) only the best
 * stays (non-maximum suppression). A person on a bicycle stays both.
 */
export function bestOfEach(found: readonly Found[], mostOverlap: number): Found[] {
  const kept: Found[] = []
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    const isKnown = kept.some((other) => {
      const limit = groupOf(other.label) === groupOf(one.label) ? mostOverlap : SAME_THING
      return overlapOf(other.box, one.box) > limit
    })
    if (!isKnown) kept.push(one)
  }
  return kept
}
