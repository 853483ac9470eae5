import type { Intent } from '../question/intent'
import { unseenLine } from '../sight/sight-words'
import type { Sight } from '../sight/unseen'
import { type AskedPeriod, bothPeriods } from '../times/period'
import type { Asked } from './asked'

type Scope = {
  readonly cameras: readonly { readonly id: string }[] | null
  readonly period: Pick<AskedPeriod, 'ranges' | 'isAll'>
}

/** What the cameras of a question could not see in its time. */
export function sightOf({ cameras, period }: Scope, { search }: Asked): Promise<Sight> {
  return search.sight({ cameraIds: cameras?.map(({ id }) => id) ?? null, period })
}

/** The line about it under an answer, of both times where two are compared; null: the cameras saw all. */
export async function sightNote(intent: Intent, asked: Asked): Promise<string | null> {
  // What cameras saw is all that "watch" is about.
  if (!('filter' in intent) || intent.kind === 'watch') return null
  const { filter } = intent
  const period = intent.kind === 'compare-periods' ? bothPeriods(filter.period, intent.other) : filter.period
  const line = unseenLine(await sightOf({ ...filter, period }, asked), asked)
  return line === '' ? null : line
}
