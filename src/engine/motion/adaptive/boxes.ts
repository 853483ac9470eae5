import type { Cluster } from './clusters'

/** A box in blocks, bounds included. */
export type BlockBox = Pick<Cluster, 'left' | 'right' | 'top' | 'bottom'>

/** Blocks from one box to the other, the longer way of the two directions; 0 where they overlap, 1 side by side. */
export function gapBetween(a: BlockBox, b: BlockBox): number {
  return Math.max(0, a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)
}

/** The longer of its sides. */
export function edgeOf({ left, right, top, bottom }: BlockBox): number {
  return Math.max(right - left, bottom - top) + 1
}

/** Whether it is so many times as high as wide. */
export function isUpright({ left, right, top, bottom }: BlockBox, heightOverWidth: number): boolean {
  return bottom - top + 1 >= heightOverWidth * (right - left + 1)
}
