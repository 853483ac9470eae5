import { overlapOf } from './box-overlap'
import type { FoundPerson } from './person-detector'

/**
 * One box for each person, best first: of boxes that overlap by more than `mostOverlap` (0 to 1) only the best stays
 * (non-maximum suppression).
 */
export function bestOfEach(found: readonly FoundPerson[], mostOverlap: number): FoundPerson[] {
  const kept: FoundPerson[] = []
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every(({ box }) => overlapOf(box, one.box) <= mostOverlap)) kept.push(one)
  }
  return kept
}
