import type { Authentication } from '../http/auth'
import type { HttpConfig } from '../http/http-config'
import type { Reach } from '../http/reach'
import type { CountOfAll } from '../peers/peers'
import type { Keys } from '../storage/secret'
import type { StorageServices } from '../storage/services'

/** What works with shares. */
export type ShareServices = StorageServices & {
  readonly countOfAll: CountOfAll
  /** Where the typeface of its page is. */
  readonly config: Pick<HttpConfig, 'appDir'>
  readonly reach: Pick<Reach, 'origins'>
  readonly sessionLookup: Authentication['sessionLookup']
  readonly keys: Pick<Keys, 'signInCode' | 'shareLink' | 'shareToken'>
}
