import type { Reach } from '../http/reach'
import type { Keys } from '../storage/secret'
import type { StorageServices } from '../storage/services'

/** What works with shares. */
export type ShareServices = StorageServices & {
  readonly reach: Pick<Reach, 'origins'>
  readonly keys: Pick<Keys, 'signInCode' | 'shareLink' | 'shareToken'>
}
