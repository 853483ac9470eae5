import { type EventType, eventType } from '../../../src/contract/event'
import type { Label } from '../../../src/lib/label'
import { labelsIn } from './label-words'
import { namedTypes, withoutExcluded } from './type-words'
import { anyOf } from './vocabulary'

/** Whoever asks for motion means people too, who moved: only these words say otherwise. */
const motionAlone = new RegExp(
  `\\b(only|just|other|mere|pure) (${anyOf('motion')})\\b|\\b(not|no|but no|without|rather than|instead of) (the |any )?(persons?|people|humans?|visitors?|one|somebody|someone)\\b`,
)
/** Words that mean people where no type is named. */
export const somebody = new RegExp(`\\b(${anyOf('somebody', 'coming')}|visit\\w*|walk\\w*|dropped by)\\b`)

/** Who is meant beside an animal or a vehicle: those come and walk too. */
const pronoun = new RegExp(`\\b(${anyOf('somebody')})\\b`)
/** "dogs or other motion" is all that moves, "motion of dogs" is not. */
const alsoMotion = new RegExp(
  `\\b(and|or|other) (any |all |the )?(other )?(${anyOf('motion')})\\b|\\b(${anyOf('motion')}),? (and|or)\\b`,
)
const plainMotion = new RegExp(`\\b(only|just|mere|pure) (${anyOf('motion')})\\b`)

/** What is asked for; `labels` as a search takes them. */
export interface Kinds {
  readonly types: readonly EventType[] | null
  readonly labels: readonly Label[] | null
}

export function kindsIn(words: string): Kinds {
  const labels = labelsIn(words)
  const types = typesIn(words)
  if (labels === null) return { types, labels: types?.length === 1 && plainMotion.test(words) ? [] : null }
  const others = namedTypes(withoutExcluded(words).rest)
  if (others.includes('MOTION') && alsoMotion.test(words))
    return { types: others.includes('ALERT') ? null : ['PERSON', 'MOTION'], labels: null }
  return {
    // Alerts show nothing, and are found beside what is shown where they are asked for.
    types: others.includes('ALERT') ? eventType.options : null,
    labels: others.includes('PERSON') || pronoun.test(words) ? ['person', ...labels] : labels,
  }
}

/** "did it come back": who comes is not said. */
export function namesNobody(words: string): boolean {
  return namedTypes(words).length === 0 && labelsIn(words) === null && !pronoun.test(words)
}

/** null: of any type. */
export function typesIn(words: string): readonly EventType[] | null {
  const { excluded, rest } = withoutExcluded(words)
  const types = namedTypes(rest)
  if (excluded.length > 0 && types.length === 0) return eventType.options.filter((type) => !excluded.includes(type))
  if (types.includes('MOTION') && !excluded.includes('PERSON') && !motionAlone.test(words)) types.push('PERSON')
  const asked = eventType.options.filter((type) => types.includes(type))
  if (asked.length === eventType.options.length) return null
  if (asked.length > 0) return asked
  return somebody.test(words) ? ['PERSON'] : null
}
