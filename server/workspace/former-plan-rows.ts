import type { Tier } from '../../src/contract/plans'
import type { Db } from '../db/schema'

/** A workspace whose recordings are still kept by its former plan. */
export interface MailedFormerPlan {
  readonly workspaceId: string
  readonly ownerEmail: string
  /** The plan that it has now. */
  readonly tier: Tier
  readonly untilMs: number
  /** How many mails have told of it. */
  readonly mails: number
}

export async function listFormerPlans(db: Db, byMs: number): Promise<MailedFormerPlan[]> {
  const rows = await db
    .selectFrom('workspace_billing')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_billing.workspace_id')
    .innerJoin('memberships', 'memberships.workspace_id', 'workspaces.id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'workspaces.id as workspaceId',
      'users.email as ownerEmail',
      'workspaces.tier',
      'workspace_billing.former_until as untilMs',
      'workspace_billing.former_mails as mails',
    ])
    .where('workspace_billing.former_until', '>', byMs)
    .where('memberships.role', '=', 'owner')
    .execute()
  return rows.map((row) => ({ ...row, untilMs: row.untilMs ?? 0 }))
}

/** false: another downgrade has begun the count anew meanwhile. */
export async function setFormerPlanMails(db: Db, workspaceId: string, from: number, to: number): Promise<boolean> {
  const changed = await db
    .updateTable('workspace_billing')
    .set({ former_mails: to })
    .where('workspace_id', '=', workspaceId)
    .where('former_mails', '=', from)
    .executeTakeFirst()
  return Number(changed.numUpdatedRows) === 1
}
