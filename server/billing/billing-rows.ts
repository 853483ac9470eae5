import type { NotNull } from 'kysely'
import type { Tier } from '../../src/contract/plans'
import type { WorkspaceBillingTable } from '../db/plan-tables'
import type { Db, WorkspaceTable } from '../db/schema'

/** undefined: the workspace never had another plan than the one it began with. */
export async function findBilling(db: Db, workspaceId: string): Promise<WorkspaceBillingTable | undefined> {
  return db.selectFrom('workspace_billing').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst()
}

export async function findBillingByCustomer(db: Db, customerId: string): Promise<WorkspaceBillingTable | undefined> {
  return db.selectFrom('workspace_billing').selectAll().where('stripe_customer_id', '=', customerId).executeTakeFirst()
}

/** Who pays at Stripe for which workspace. */
export interface StripeCustomer {
  readonly workspaceId: string
  readonly customer: string
}

/** Those whose last reading is of before a time, the longest ago first, or of after another, by a clock that was ahead. */
export async function listDueReadings(
  db: Db,
  { beforeMs, afterMs }: { readonly beforeMs: number; readonly afterMs: number },
): Promise<StripeCustomer[]> {
  return db
    .selectFrom('workspace_billing')
    .select(['workspace_id as workspaceId', 'stripe_customer_id as customer'])
    .where('stripe_customer_id', 'is not', null)
    .$narrowType<{ customer: NotNull }>()
    .where((row) => row.or([row('stripe_read_at', '<=', beforeMs), row('stripe_read_at', '>', afterMs)]))
    .orderBy('stripe_read_at')
    .execute()
}

/** What a workspace pays for that has no row yet: the plan it has. */
export function firstBilling(workspace: Pick<WorkspaceTable, 'id' | 'tier'>): WorkspaceBillingTable {
  return {
    workspace_id: workspace.id,
    tier: workspace.tier,
    billing_period: 'MONTHLY',
    period_end: null,
    former_tier: null,
    former_until: null,
    former_mails: 0,
    stripe_customer_id: null,
    stripe_read_at: 0,
  }
}

/** The row, made where there is none yet. Call it after `lockWorkspace`. */
export async function keepBilling(db: Db, workspace: WorkspaceTable): Promise<WorkspaceBillingTable> {
  const row = firstBilling(workspace)
  await db
    .insertInto('workspace_billing')
    .values(row)
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute()
  return (await findBilling(db, workspace.id)) ?? row
}

export type BillingChange = Partial<Omit<WorkspaceBillingTable, 'workspace_id'>>

export async function updateBilling(db: Db, workspaceId: string, change: BillingChange): Promise<void> {
  await db.updateTable('workspace_billing').set(change).where('workspace_id', '=', workspaceId).execute()
}

/** The workspace has no customer at Stripe then; one that it was given meanwhile stays. */
export async function forgetCustomer(db: Db, workspaceId: string, customer: string): Promise<void> {
  await db
    .updateTable('workspace_billing')
    .set({ stripe_customer_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('stripe_customer_id', '=', customer)
    .execute()
}

/** The tier by which limits are enforced. */
export async function setUsageTier(db: Db, workspaceId: string, tier: Tier): Promise<void> {
  await db.updateTable('workspaces').set({ tier }).where('id', '=', workspaceId).execute()
}

/** Workspaces whose paid time has ended while their limits are still those of another plan. */
export async function listDueChanges(db: Db, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_billing')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_billing.workspace_id')
    .select('workspaces.id')
    .whereRef('workspace_billing.tier', '!=', 'workspaces.tier')
    .where('workspace_billing.period_end', '<=', nowMs)
    .execute()
  return rows.map((row) => row.id)
}

/** false: this event was acted on before. */
export async function insertStripeEvent(db: Db, id: string, nowMs: number): Promise<boolean> {
  const inserted = await db
    .insertInto('stripe_events')
    .values({ id, received_at: nowMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function hasStripeEvent(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('stripe_events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function deleteStripeEventsBefore(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('stripe_events').where('received_at', '<', beforeMs).execute()
}
