import { planLimits, type Tier } from '../../src/contract/plans'
import type { BillingPeriod } from '../../src/contract/workspace'
import { DAY_MS, MINUTE_MS } from '../../src/lib/durations'
import type { Ground } from '../db/ground'
import type { Db, WorkspaceTable } from '../db/schema'
import { eachWorkspace } from '../lib/each-workspace'
import type { Job } from '../lib/job'
import { lockWorkspace } from '../members/people-rows'
import { keepBilling, listDueChanges, setUsageTier, updateBilling } from './billing-rows'

export const PLAN_CHANGE_JOB = 'plan-changes'
/** After a downgrade recordings are kept by the former plan for this long, so that they can be saved. */
const GRACE_MS = 7 * DAY_MS

/** What a workspace pays for from now on. */
export interface PlanChange {
  readonly tier: Tier
  readonly billingPeriod: BillingPeriod
  /** End of what is paid for; null: the calendar month. */
  readonly periodEndMs: number | null
  /** A lower plan waits for the end of the period (KEEP-10); without one, or with a higher plan, limits change now. */
  readonly isDeferred: boolean
}

export interface ChangeTime {
  readonly nowMs: number
  /** The time that is believed, by which a former plan ends (KEEP-08): it may be days behind, after a pause too. */
  readonly byMs: number
}

/** Call it inside a transaction. */
export async function changePlan(db: Db, workspaceId: string, change: PlanChange, time: ChangeTime): Promise<void> {
  const workspace = await lockWorkspace(db, workspaceId)
  await keepBilling(db, workspace)
  await updateBilling(db, workspaceId, {
    tier: change.tier,
    billing_period: change.billingPeriod,
    period_end: change.periodEndMs,
  })
  const waits = change.isDeferred && isLower(change.tier, workspace.tier) && change.periodEndMs !== null
  if (!waits) await setLimits(db, workspace, change.tier, time)
}

/**
 * Applies the lower plan where the paid time has ended (KEEP-10); within a minute of it. `believedTime`: that by which
 * recordings go, as a clock that leaps ahead must not end what is paid for (KEEP-08).
 */
export function planChangeJob(
  services: Pick<Ground, 'db' | 'clock' | 'log'>,
  believedTime: () => Promise<number>,
): Job {
  const { db, clock } = services
  return {
    name: PLAN_CHANGE_JOB,
    everyMs: MINUTE_MS,
    async run() {
      const time = { nowMs: clock.now(), byMs: await believedTime() }
      await eachWorkspace(services, await listDueChanges(db, time.byMs), String, (workspaceId) =>
        db.transaction().execute((transaction) => applyDue(transaction, workspaceId, time)),
      )
    },
  }
}

async function applyDue(db: Db, workspaceId: string, time: ChangeTime): Promise<void> {
  const workspace = await lockWorkspace(db, workspaceId)
  const billing = await keepBilling(db, workspace)
  // It may have been paid for again since the list was read.
  if (billing.period_end === null || billing.period_end > time.byMs) return
  await updateBilling(db, workspaceId, { period_end: null })
  await setLimits(db, workspace, billing.tier, time)
}

async function setLimits(db: Db, workspace: WorkspaceTable, tier: Tier, { nowMs, byMs }: ChangeTime): Promise<void> {
  const { former_tier, former_until } = await keepBilling(db, workspace)
  await setUsageTier(db, workspace.id, tier)
  const isStillKept = former_tier !== null && (former_until ?? 0) > byMs && isLower(tier, former_tier)
  if (isLower(tier, workspace.tier)) {
    // Two downgrades in a row: the larger of the plans before them.
    const former = isStillKept && !isLower(former_tier, workspace.tier) ? former_tier : workspace.tier
    await updateBilling(db, workspace.id, { former_tier: former, former_until: nowMs + GRACE_MS, former_mails: 0 })
  } else if (!isStillKept) await updateBilling(db, workspace.id, { former_tier: null, former_until: null })
}

/** FREE and BASIC are one level. */
export function isLower(tier: Tier, than: Tier): boolean {
  return planLimits[tier].storageBytes < planLimits[than].storageBytes
}
