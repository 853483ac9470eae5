import * as z from 'zod/mini'
import { call } from './call'
import { tier } from './plans'
import { id, ignored, isoTimeOrNull, noUsage, usage } from './wire'

export const billingPeriod = z.enum(['MONTHLY', 'YEARLY'])
export type BillingPeriod = z.infer<typeof billingPeriod>

/** By which plan recordings are still kept after a downgrade, and what goes then. */
const formerPlan = z.object({
  tier,
  /** ISO time. */
  keptUntil: z.string(),
  /** Of the recordings that there are now; fewer where some are marked as kept or shared. */
  leavingBytes: z.number(),
})
export type FormerPlan = z.infer<typeof formerPlan>

/** How much of what a plan lets be recorded in a month was recorded. */
const recordedMonth = z.object({
  usedBytes: z.number(),
  totalBytes: z.number(),
  /** ISO time. */
  endsAt: z.string(),
})
export type RecordedMonth = z.infer<typeof recordedMonth>

export const workspace = z.object({
  id: z.catch(id, ''),
  stripeCustomer: z.catch(
    z.nullable(z.object({ tier: z.catch(tier, 'FREE'), billingPeriod: z.catch(billingPeriod, 'MONTHLY') })),
    null,
  ),
  workspaceUsagePeriod: z.catch(z.nullable(z.object({ tier: z.catch(tier, 'FREE'), billingEnd: isoTimeOrNull })), null),
  /** Extension `former-plan`. */
  formerPlan: z.catch(z.optional(formerPlan), undefined),
  /** Extension `recorded-month`; nothing while more than a tenth is left. */
  recordedMonth: z.catch(z.optional(recordedMonth), undefined),
})
export type Workspace = z.infer<typeof workspace>

const workspaceUsage = z.object({
  storage: z.catch(usage, noUsage),
  notifications: z.catch(usage, noUsage),
  aiChats: z.catch(usage, noUsage),
  cameras: z.catch(usage, noUsage),
  /** Extension `facts`: how long all stored recordings are together. */
  recordedMs: z.catch(z.optional(z.number()), undefined),
})

export const workspaceCalls = {
  usage: call({ method: 'GET', path: '/workspaces/usage', signedIn: true, status: 200, answer: workspaceUsage }),
  one: call({
    method: 'GET',
    path: '/workspaces/:workspaceId',
    signedIn: true,
    status: 200,
    answer: workspace,
  }),
  /** Extension `workspace-export`. */
  export: call({
    method: 'POST',
    path: '/workspaces/:workspaceId/export',
    signedIn: true,
    // It changes nothing, and tells all that there is to read.
    tokens: 'read',
    status: 200,
    answer: z.object({ url: z.string() }),
  }),
  /** Extension `workspace-removal`: all that it holds goes. The owner's address is typed again. */
  remove: call({
    method: 'DELETE',
    path: '/workspaces/:workspaceId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: z.object({ email: z.string({ error: 'Type the address you are signed in with.' }) }),
    answer: ignored,
  }),
}
