import type { Box } from '../../../lib/box'
import { areaOf, bestOfEach, clampedToPicture, overlapOf, sharedArea } from '../box-overlap'
import type { FoundPerson } from '../person-detector'

/** Where a model sees somebody (their body, without the window's margin), and by how much it is on the far side of its margin. */
export interface Sight {
  readonly box: Box
  readonly weight: number
}

/** What the second model is taken to say where it sees nobody: it is asked for no weights below -0.5. */
const UNSEEN_WEIGHT = -0.6
/** Two windows show the same body if they overlap by more. */
const SAME_BODY = 0.4
/** The sum of both weights at which the score is a half. */
const EVEN_SUM = 1.3
/** Less is nobody. */
const LEAST_SCORE = 0.5
/** Two people who overlap by more are one. */
const MOST_OVERLAP = 0.3

/** Somebody who moves changes most of the blocks they cover; so much of the body is to be in what changed. */
const LEAST_BODY_CHANGED = 0.4
/** And they are a good part of it: a car that passes a sign is no person. */
const LEAST_CHANGE_EXPLAINED = 0.15

/**
 * Takes both models' word together, where the first sees somebody: each is fooled by other things, the first by poles and
 * leaves, the second by cars, and people please both.
 */
export function votedPeople(first: readonly Sight[], second: readonly Sight[]): FoundPerson[] {
  const people: FoundPerson[] = []
  for (const { box, weight } of first) {
    const score = scoreOf(weight + weightAt(box, second))
    if (score >= LEAST_SCORE) people.push({ box: clampedToPicture(box), score })
  }
  return bestOfEach(people, MOST_OVERLAP)
}

function weightAt(box: Box, sights: readonly Sight[]): number {
  let best = UNSEEN_WEIGHT
  for (const sight of sights) {
    if (sight.weight > best && overlapOf(box, sight.box) > SAME_BODY) best = sight.weight
  }
  return best
}

/** Whether what changed is where the body is: poles and parked cars do not move. All of the picture counts where nothing is known. */
export function isOfChange(box: Box, region: Box | null): boolean {
  if (region === null) return true
  const shared = sharedArea(box, region)
  return shared > LEAST_BODY_CHANGED * areaOf(box) && shared > LEAST_CHANGE_EXPLAINED * areaOf(region)
}

/** 0 to 1, a half at the sum of weights that is as often somebody as not. */
function scoreOf(sum: number): number {
  return 1 / (1 + Math.exp(EVEN_SUM - sum))
}
