import type { EventRow } from '../workspace'
import { worriedAboutCameras } from './cameras'
import { worriedComparisons } from './comparisons'
import { worriedAboutEvents } from './events'
import type { WorriedQuestion } from './scopes'
import { worriedInShort } from './short'

/** Questions as people ask them who fear that something happened, in all kinds of English. */
export function worriedQuestions(rows: readonly EventRow[]): WorriedQuestion[] {
  return [...worriedAboutEvents(rows), ...worriedAboutCameras(), ...worriedInShort(rows), ...worriedComparisons(rows)]
}
