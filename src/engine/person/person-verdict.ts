import type { Box } from '../../lib/box'

/** Somebody a detector found at a moment of a clip. */
export interface PersonSighting {
  /** Of any clock, in milliseconds; one for all of a clip. */
  readonly atMs: number
  readonly box: Box
  /** 0 to 1, as `FoundPerson`. */
  readonly score: number
}

/** Two sightings further apart are not the same person: at two checks a second, one may fail in between. */
const SAME_PERSON_MS = 1600
/** Between two sightings somebody walks so many of his own heights at most, each second; and never less than the offset. */
const HEIGHTS_PER_SECOND = 1.2
const OFFSET_HEIGHTS = 0.35
/** Nobody grows or shrinks by more than this from one check to the next. */
const MOST_GROWTH = 1.5

/**
 * Whether what was seen in a clip adds up to a person (PERSON-05): two looks at different moments that can be at the same
 * person. A shape that looks like somebody in one frame only is no person, however much it does.
 */
export function isPersonSeen(found: readonly PersonSighting[]): boolean {
  return found.some((first, i) => found.slice(i + 1).some((second) => canBeSame(first, second)))
}

function canBeSame(first: PersonSighting, second: PersonSighting): boolean {
  const apartMs = Math.abs(second.atMs - first.atMs)
  if (apartMs === 0 || apartMs > SAME_PERSON_MS) return false
  const tall = Math.max(first.box.height, second.box.height)
  const short = Math.min(first.box.height, second.box.height)
  if (tall > MOST_GROWTH * short) return false
  const reach = tall * (OFFSET_HEIGHTS + (HEIGHTS_PER_SECOND * apartMs) / 1000)
  return Math.hypot(middleX(second.box) - middleX(first.box), middleY(second.box) - middleY(first.box)) <= reach
}

function middleX({ left, width }: Box): number {
  return left + width / 2
}

function middleY({ top, height }: Box): number {
  return top + height / 2
}
