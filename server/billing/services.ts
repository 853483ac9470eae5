import type { Tier } from '../../src/contract/plans'
import type { Ground } from '../db/ground'
import type { OriginSources } from '../http/origin'
import type { Billing } from './billing'

/** What paying and changing the plan works with. */
export type BillingServices = Ground &
  OriginSources & {
    readonly billing: Billing
    /** The plan of a new workspace. */
    readonly config: { readonly defaultTier: Tier }
  }
