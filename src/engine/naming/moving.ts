import type { Box } from '../../lib/box'
import { MINUTE_MS } from '../../lib/durations'
import { groupOf, type LabelGroup } from '../../lib/label'
import { areaOf, overlapOf, sharedArea } from './box-overlap'
import type { Found } from './detector'

/** The share of the smaller of the two that must lie in the other: an arm in a person, a person in a cloud of leaves. */
const LEAST_MOVED_SHARE = 0.25
/** The share of what moves that must lie within a thing to be its own. */
const OWN_SHARE = 0.5
/** The overlap from which on a box that is found again stands where it stood. */
const SAME_PLACE = 0.7
/** How often, and for how long, something must be seen still to have been there before, whatever passes before it. */
const STILL_LOOKS = 2
const STILL_MS = 1_500
/** How long what stood still is remembered unseen: later it may have gone, and come again. */
const REMEMBERED_MS = 10 * MINUTE_MS
/** More still things than a street of parked cars has. */
const MOST_STILL = 60

/** Whether something moved where the box is; true where nobody knows what moved. */
export function hasMoved(box: Box, moved: readonly Box[]): boolean {
  return moved.length === 0 || moved.some((place) => isShared(box, place))
}

function isShared(box: Box, place: Box): boolean {
  return sharedArea(box, place) >= LEAST_MOVED_SHARE * Math.min(areaOf(box), areaOf(place))
}

function movedShareOf(box: Box, moved: readonly Box[]): number {
  if (moved.length === 0) return 1
  const shared = moved.reduce((sum, place) => sum + sharedArea(box, place), 0)
  return Math.min(1, shared / areaOf(box))
}

/** Whether what moved in the box belongs to it rather than to something larger that passes. */
export function isItsOwn(box: Box, moved: readonly Box[]): boolean {
  return moved.some((place) => isShared(box, place) && sharedArea(box, place) >= OWN_SHARE * areaOf(place))
}

/** Something that moves. */
export interface MovingThing extends Found {
  /** Share of its box in which something moved, 0 to 1; 1 where nobody knows what moved. */
  readonly movedShare: number
}

/** Something seen where nothing moved. */
interface StillThing {
  readonly group: LabelGroup
  readonly box: Box
  readonly sinceMs: number
  readonly lastMs: number
  readonly looks: number
}

/**
 * Tells what moves from what was there before (LABEL-03): a chair, a parked car and a picture on the wall stay unnamed also
 * while somebody walks past them. For one camera, from look to look.
 */
export class MovingSense {
  #still: readonly StillThing[] = []

  /** Those that move. Times are of one clock, in milliseconds. */
  take(found: readonly Found[], moved: readonly Box[], atMs: number): readonly MovingThing[] {
    const isMoving = (one: Found) => {
      if (!hasMoved(one.box, moved)) return false
      return !this.#wasStill(one, atMs) || isItsOwn(one.box, moved)
    }
    const moving = found.filter(isMoving)
    this.#remember(
      found.filter((one) => !hasMoved(one.box, moved)),
      atMs,
    )
    return moving.map((one) => ({ ...one, movedShare: movedShareOf(one.box, moved) }))
  }

  #wasStill(one: Found, atMs: number): boolean {
    const known = this.#still.find((still) => isSame(still, one))
    if (known === undefined || atMs - known.lastMs > REMEMBERED_MS) return false
    return known.looks >= STILL_LOOKS && known.lastMs - known.sinceMs >= STILL_MS
  }

  #remember(still: readonly Found[], atMs: number): void {
    if (still.length === 0) return
    const next = still.map((one): StillThing => {
      const known = this.#still.find((before) => isSame(before, one))
      // Its first box stays: what creeps away does not take its place along.
      const { box, sinceMs, looks } = known ?? { box: one.box, sinceMs: atMs, looks: 0 }
      return { group: groupOf(one.label), box, sinceMs, lastMs: atMs, looks: looks + 1 }
    })
    const others = this.#still.filter(
      (before) => atMs - before.lastMs <= REMEMBERED_MS && !still.some((one) => isSame(before, one)),
    )
    this.#still = [...next, ...others].slice(0, MOST_STILL)
  }
}

function isSame({ group, box }: Pick<StillThing, 'group' | 'box'>, one: Found): boolean {
  return group === groupOf(one.label) && overlapOf(box, one.box) >= SAME_PLACE
}
