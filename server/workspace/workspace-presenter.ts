import type { Workspace } from '../../src/contract/workspace'
import { firstBilling } from '../billing/billing-rows'
import type { WorkspaceBillingTable } from '../db/plan-tables'
import type { WorkspaceTable } from '../db/schema'
import { monthOf } from '../lib/month'

/**
 * Where nothing is paid for, the period is the calendar month in UTC by which usage is counted. A lower plan that is to
 * come has the end that it waits for, also once that is over: a clock that leapt is not believed at once (KEEP-08).
 */
export function presentWorkspace(
  row: Pick<WorkspaceTable, 'id' | 'tier'>,
  billing: WorkspaceBillingTable | undefined,
  nowMs: number,
): Workspace {
  const { tier, billing_period, period_end } = billing ?? firstBilling(row)
  const isRunning = period_end !== null && (period_end > nowMs || tier !== row.tier)
  const billingEndMs = isRunning ? period_end : monthOf(nowMs).untilMs
  return {
    id: row.id,
    stripeCustomer: { tier, billingPeriod: billing_period },
    workspaceUsagePeriod: { tier: row.tier, billingEnd: new Date(billingEndMs).toISOString() },
  }
}
