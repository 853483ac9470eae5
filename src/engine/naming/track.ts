import type { Box } from '../../lib/box'
import { groupOf, type Label, type LabelGroup } from '../../lib/label'
import type { MovingThing } from './moving'

/** A look at a track's thing. */
export interface Seen {
  /** When it was, in milliseconds of any clock that is one for all of a clip. */
  readonly atMs: number
  readonly box: Box
  /** 0 to 1, as `Found`. */
  readonly score: number
}

/** Two looks further apart are not known to be at the same thing: at one look a second, one may fail in between. */
export const SAME_THING_MS = 2_200
/** How many of its own sizes something goes between two looks at most, each second; and never less than the offset. */
const SIZES_PER_SECOND: Readonly<Record<LabelGroup, number>> = { person: 1.2, animal: 3, vehicle: 3 }
const OFFSET_SIZES = 0.35
/** Nothing grows or shrinks by more than this from one look to the next; what drives comes near faster. */
const MOST_GROWTH: Readonly<Record<LabelGroup, number>> = { person: 1.5, animal: 2, vehicle: 2 }
/** By how many of its own sizes a vehicle that drives leaves its place, or how many times it grows or shrinks. */
const LEAST_WAY_SIZES = 0.25
const LEAST_WAY_GROWTH = 1.4
/** In what share of its box something moves too, at two looks: who walks before a parked one moves in a part of it. */
const DRIVING_SHARE = 0.35

/** What one look at least must be as sure of: weaker ones only say that it is still there. Others come with as much. */
const SURE_SCORE: Readonly<Record<LabelGroup, number>> = { person: 0.4, animal: 0, vehicle: 0 }

/** One thing that moves, from look to look (LABEL-02). */
export class Track {
  readonly group: LabelGroup
  /** Counts from 0 in the order in which tracks are named; null while it is not. */
  number: number | null = null
  /** The frame of its best look, as a JPEG. */
  picture: Blob | null = null
  readonly #votes = new Map<Label, number>()
  #first: Seen
  #last: Seen
  #best: Seen
  #seen: Seen[] = []
  #looks = 0
  #largeMoves = 0
  #hasLeft = false

  constructor(thing: MovingThing, atMs: number) {
    this.group = groupOf(thing.label)
    const seen = { atMs, box: thing.box, score: thing.score }
    this.#first = seen
    this.#last = seen
    this.#best = seen
    this.#take(thing, seen)
  }

  /** Oldest first. */
  get seen(): readonly Seen[] {
    return this.#seen
  }

  get best(): Seen {
    return this.#best
  }

  get lengthMs(): number {
    return this.#last.atMs - this.#first.atMs
  }

  /** Whether it may go on at this moment. */
  isOpenAt(atMs: number): boolean {
    return atMs - this.#last.atMs <= SAME_THING_MS
  }

  /**
   * Whether its looks add up to a name (PERSON-05): two at different moments that can be at the same thing. A shape that
   * looks like somebody in one frame only is nobody, however much it does, and so is what all looks doubt. A vehicle must drive, too (LABEL-03).
   */
  get isNamed(): boolean {
    if (this.#looks < 2 || this.#best.score < SURE_SCORE[this.group]) return false
    return this.group !== 'vehicle' || (this.#hasLeft && this.#largeMoves >= 2)
  }

  /** The name that its looks are surest of. */
  get label(): Label {
    const [best] = [...this.#votes].sort(([, a], [, b]) => b - a)
    if (best === undefined) throw new Error('A track begins with a look.')
    return best[0]
  }

  /** How far the thing is from where this track may have gone meanwhile: 0 to 1; null where it cannot be the same. */
  distanceTo(thing: MovingThing, atMs: number): number | null {
    const apartMs = atMs - this.#last.atMs
    if (groupOf(thing.label) !== this.group || apartMs <= 0 || apartMs > SAME_THING_MS) return null
    const [before, now] = [sizeOf(this.group, this.#last.box), sizeOf(this.group, thing.box)]
    if (Math.max(before, now) > MOST_GROWTH[this.group] * Math.min(before, now)) return null
    const reach = Math.max(before, now) * (OFFSET_SIZES + (SIZES_PER_SECOND[this.group] * apartMs) / 1000)
    const distance = wayBetween(this.#last.box, thing.box) / reach
    return distance <= 1 ? distance : null
  }

  /** Another look at it. `jpeg` is of that frame. */
  add(thing: MovingThing, atMs: number): void {
    const seen = { atMs, box: thing.box, score: thing.score }
    this.#take(thing, seen)
  }

  /** Leaves out the look that is missed least; null where each is needed: the first, the last and the best one stay. */
  leastNeeded(): { readonly gapMs: number; readonly seen: Seen } | null {
    let least: { readonly gapMs: number; readonly seen: Seen } | null = null
    for (const [i, seen] of this.#seen.entries()) {
      const [before, after] = [this.#seen[i - 1], this.#seen[i + 1]]
      if (before === undefined || after === undefined || seen === this.#best) continue
      const gapMs = after.atMs - before.atMs
      if (least === null || gapMs < least.gapMs) least = { gapMs, seen }
    }
    return least
  }

  drop(seen: Seen): void {
    this.#seen = this.#seen.filter((one) => one !== seen)
  }

  #take({ label, score, movedShare }: MovingThing, seen: Seen): void {
    this.#looks++
    if (movedShare >= DRIVING_SHARE) this.#largeMoves++
    this.#votes.set(label, (this.#votes.get(label) ?? 0) + score)
    this.#seen.push(seen)
    this.#last = seen
    if (seen.score > this.#best.score) this.#best = seen
    this.#hasLeft ||= hasLeft(this.group, this.#first.box, seen.box)
  }
}

function hasLeft(group: LabelGroup, from: Box, to: Box): boolean {
  const [before, now] = [sizeOf(group, from), sizeOf(group, to)]
  if (Math.max(before, now) >= LEAST_WAY_GROWTH * Math.min(before, now)) return true
  return wayBetween(from, to) >= LEAST_WAY_SIZES * Math.min(before, now)
}

/** People are told by their height: their width changes with their arms. */
function sizeOf(group: LabelGroup, { width, height }: Box): number {
  return group === 'person' ? height : Math.max(width, height)
}

function wayBetween(a: Box, b: Box): number {
  const across = b.left + b.width / 2 - (a.left + a.width / 2)
  const down = b.top + b.height / 2 - (a.top + a.height / 2)
  return Math.hypot(across, down)
}
