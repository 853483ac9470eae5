import type { EventDescription } from '../../../src/contract/descriptions'
import type { DescriptionState } from '../../db/description-tables'

/** What a row of events or recordings carries of its description; null: there is none. */
export interface DescribedRow {
  readonly description_state: DescriptionState | null
  readonly description: string | null
}

/** Columns of a query that joins `event_descriptions`. */
export const descriptionColumns = [
  'event_descriptions.state as description_state',
  'event_descriptions.text as description',
] as const

/** Left out of events that nobody asked a model about (extension `descriptions`). */
export function presentDescription(row: DescribedRow): { description?: EventDescription } {
  const { description_state: state, description: text } = row
  if (state === null) return {}
  if (state === 'written' && text !== null) return { description: { phase: 'written', text } }
  return { description: { phase: state === 'given-up' ? 'given-up' : 'waiting' } }
}
