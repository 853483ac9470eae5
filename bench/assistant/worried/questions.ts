import type { Scope } from '../misleading/misleading'
import type { TypedQuestion } from '../typed-expectation'
import type { EventRow } from '../workspace'
import { worriedAboutCameras } from './cameras'
import { worriedComparisons } from './comparisons'
import { worriedAboutEvents } from './events'
import { worriedInShort } from './short'

/** A question of somebody who worries; without a scope where no time or camera is asked about. */
export type WorriedQuestion = TypedQuestion & { readonly scope?: Scope }

/** Questions as people ask them who fear that something happened, in all kinds of English. */
export function worriedQuestions(rows: readonly EventRow[]): WorriedQuestion[] {
  return [...worriedAboutEvents(rows), ...worriedAboutCameras(), ...worriedInShort(rows), ...worriedComparisons(rows)]
}
