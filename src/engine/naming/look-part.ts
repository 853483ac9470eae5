import type { Box } from '../../lib/box'
import { groupOf, type LabelGroup } from '../../lib/label'
import type { PictureSize } from '../../lib/picture-size'
import { areaOf } from './box-overlap'
import type { Found, PicturePart } from './detector'
import { isItsOwn } from './moving'
import { SAME_THING_MS } from './track'

/** The share of its size with which what moved is looked at on each side: somebody's legs may move alone. */
const MARGIN_SHARE = 0.4
/** Never less, in pixels: a detector's square holds no less, and knows things by what is around them. */
const LEAST_SIDE = 300
/** The share of a small picture that is enough: else somebody far away in it would never be looked at closely. */
const LEAST_SIDE_SHARE = 0.7
/** The share of the picture from which on a part shows hardly more than the whole. */
const LARGEST_SHARE = 0.6
/** Places that are looked at in turns: more would each wait too long. */
const MOST_PLACES = 3
/** Whatever is nearer to one another than this, as a share of the picture, is looked at together. */
const NEAR_SHARE = 0.1

export function wholeOf({ width, height }: PictureSize): PicturePart {
  return { left: 0, top: 0, width, height }
}

/** A square around what moved, as far as the picture goes; the whole picture where that is most of it. */
export function partAround(moved: Box, picture: PictureSize): PicturePart {
  const grown = 1 + 2 * MARGIN_SHARE
  const leastSide = Math.min(LEAST_SIDE, LEAST_SIDE_SHARE * Math.min(picture.width, picture.height))
  const side = Math.max(leastSide, grown * moved.width * picture.width, grown * moved.height * picture.height)
  const [left, width] = placed(moved.left + moved.width / 2, side, picture.width)
  const [top, height] = placed(moved.top + moved.height / 2, side, picture.height)
  const part = { left, top, width, height }
  return areaOf(part) > LARGEST_SHARE * areaOf(picture) ? wholeOf(picture) : part
}

/** Where a stretch begins and how long it is, in whole pixels: moved inwards rather than cut where it would pass the edge. */
function placed(middle: number, wantedLength: number, pixels: number): [start: number, length: number] {
  const length = Math.min(pixels, Math.round(wantedLength))
  const start = Math.round(middle * pixels - length / 2)
  return [Math.min(pixels - length, Math.max(0, start)), length]
}

/** Whoever was seen by one look is looked for in a place that moves by the next one, if it is no further away. */
const REACH_SHARE = 0.25

/** So long somebody who was seen once is waited for where nothing moves any more: who sits down, or stops. */
const OWED_MS = 2_000

/** Somebody whom the latest look saw, and who has no name without a second one. */
interface SeenOnce {
  readonly box: Box
  readonly group: LabelGroup
  readonly moved: readonly Box[]
  readonly atMs: number
}

/** What is looked at next: each place that moves and the whole frame have their turns (PERSON-02). */
export class LookOrder {
  #turn = 0
  #toConfirm: SeenOnce | null = null

  /**
   * So many parts at most of a frame of this moment; null is the whole frame. Who was seen once comes before the turns,
   * and closely: small things are lost in the whole frame (LABEL-16).
   */
  next(moved: readonly Box[], looks: number, atMs: number): (Box | null)[] {
    const places = placesOf(moved)
    const parts = [...places, null]
    const again = this.#awaitedAt(atMs)?.box ?? null
    const chosen: (Box | null)[] = again === null ? [] : [nearestTo(again, places) ?? again]
    while (chosen.length < Math.min(looks, parts.length)) {
      const part = parts[this.#turn++ % parts.length] ?? null
      if (!chosen.includes(part)) chosen.push(part)
    }
    return chosen
  }

  /** Whether a look at a frame of this moment would confirm somebody: with a later one there is no name. */
  isAwaitedAt(atMs: number): boolean {
    return this.#awaitedAt(atMs) !== null
  }

  /**
   * What had moved when somebody was seen for the first time, who stands still since: one more look is owed (LABEL-17).
   * Only where the motion was their own: what passes before a picture on a wall is no reason. A vehicle must drive.
   */
  owedAt(atMs: number): readonly Box[] | null {
    const seen = this.#toConfirm
    if (seen === null || atMs - seen.atMs > OWED_MS || seen.group === 'vehicle') return null
    return isItsOwn(seen.box, seen.moved) ? seen.moved : null
  }

  /** What a look saw move, at a frame taken at `atMs`; `named` are the kinds that have a name in the clip already. */
  noteSeen(
    { things, atMs }: { readonly things: readonly Found[]; readonly atMs: number },
    moved: readonly Box[],
    named: ReadonlySet<LabelGroup>,
  ): void {
    const unnamed = things.filter(({ label }) => !named.has(groupOf(label)))
    const surest = unnamed.reduce<Found | null>((a, b) => (a !== null && a.score >= b.score ? a : b), null)
    // Once: what only one frame showed holds up nobody's turn.
    const isFirst = this.#awaitedAt(atMs) === null && surest !== null
    this.#toConfirm = isFirst ? { box: surest.box, group: groupOf(surest.label), moved, atMs } : null
  }

  /** Who was seen once and may still be confirmed. */
  #awaitedAt(atMs: number): SeenOnce | null {
    const seen = this.#toConfirm
    return seen !== null && atMs - seen.atMs <= SAME_THING_MS ? seen : null
  }
}

function nearestTo(box: Box, places: readonly Box[]): Box | null {
  const near = places.filter((place) => gapOf(box, place) < REACH_SHARE)
  return near.reduce<Box | null>((a, b) => (a !== null && gapOf(box, a) <= gapOf(box, b) ? a : b), null)
}

/** Where to look closely: what moved, of which neighbours are taken together; the first that was named first. */
export function placesOf(moved: readonly Box[]): Box[] {
  let places: Box[] = []
  for (const box of moved) {
    let place = box
    // A place that grows may reach others.
    for (let near = nearTo(place, places); near.length > 0; near = nearTo(place, places)) {
      place = [place, ...near].reduce(boxAround)
      places = places.filter((other) => !near.includes(other))
    }
    places.push(place)
  }
  return places.slice(0, MOST_PLACES)
}

function nearTo(place: Box, places: readonly Box[]): Box[] {
  return places.filter((other) => gapOf(place, other) < NEAR_SHARE)
}

/** The longer way of the two directions; negative where they overlap. */
function gapOf(a: Box, b: Box): number {
  const across = Math.max(a.left - (b.left + b.width), b.left - (a.left + a.width))
  const down = Math.max(a.top - (b.top + b.height), b.top - (a.top + a.height))
  return Math.max(across, down)
}

function boxAround(a: Box, b: Box): Box {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)]
  const width = Math.max(a.left + a.width, b.left + b.width) - left
  return { left, top, width, height: Math.max(a.top + a.height, b.top + b.height) - top }
}
