import type { Tier } from '../../src/contract/plans'
import type { Span } from '../../src/lib/span'
import type { Ground } from '../db/ground'
import type { Authentication } from '../http/auth'
import type { HttpConfig } from '../http/http-config'
import type { OriginSources } from '../http/origin'
import type { Billing } from './billing'

/** What paying and changing the plan works with. */
export type BillingServices = Ground &
  OriginSources & {
    readonly billing: Billing
    readonly sessionLookup: Authentication['sessionLookup']
    /** Messages of a workspace that were delivered in a month. */
    readonly countMessages: (workspaceId: string, month: Span) => Promise<number>
    /** That by which recordings go: a former plan ends by it (KEEP-08). Never within a transaction, which has SQLite to itself. */
    readonly believedTime: () => Promise<number>
    /** The plan of a new workspace, and where the typeface of the page is that switches plans. */
    readonly config: { readonly defaultTier: Tier } & Pick<HttpConfig, 'appDir'>
  }
