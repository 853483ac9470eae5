import { typedBeyond } from './typed-beyond'
import { typedEvents } from './typed-events'
import type { TypedQuestion } from './typed-expectation'
import { typedLater } from './typed-later'
import { typedOthers } from './typed-others'
import { typedPlan } from './typed-plan'
import type { EventRow } from './workspace'

/** Questions as people type them, by somebody who did not know the assistant, and what the rows say to each. */
export function typedQuestions(rows: readonly EventRow[]): TypedQuestion[] {
  return [...typedEvents(rows), ...typedPlan(rows), ...typedBeyond, ...typedOthers(rows), ...typedLater(rows)]
}
