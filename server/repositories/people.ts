import type { Tier } from '../../src/contract/plans'
import type { Db, UserTable, WorkspaceConfigTable, WorkspaceTable } from '../db/schema'

export async function findUserByEmail(db: Db, email: string): Promise<UserTable | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function findUser(db: Db, userId: string): Promise<UserTable | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
}

export interface NewAccount {
  readonly userId: string
  readonly workspaceId: string
  readonly email: string
  readonly tier: Tier
  readonly nowMs: number
}

/** A user with a workspace of their own. Call it inside a transaction. */
export async function insertAccount(db: Db, account: NewAccount): Promise<void> {
  const { userId, workspaceId, email, tier, nowMs } = account
  await db.insertInto('users').values({ id: userId, email, created_at: nowMs }).execute()
  await db.insertInto('workspaces').values({ id: workspaceId, tier, created_at: nowMs }).execute()
  await db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, role: 'owner', created_at: nowMs })
    .execute()
  await db.insertInto('workspace_configs').values(firstConfig(workspaceId, email)).execute()
}

/** Defaults of spec section 3; mails go to the address of the sign-in. */
function firstConfig(workspaceId: string, email: string): WorkspaceConfigTable {
  return {
    workspace_id: workspaceId,
    notify_on_motion: 1,
    notify_on_person: 1,
    notify_on_alert: 1,
    notify_on_error: 0,
    email_enabled: 1,
    notify_email: email,
    slack_enabled: 0,
    notify_slack_webhook: null,
    discord_enabled: 0,
    notify_discord_webhook: null,
    sms_enabled: 0,
    notify_sms_number: null,
  }
}

/** The workspace that a user came to first: the one of a new session. */
export async function findFirstWorkspaceId(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('workspace_id')
    .executeTakeFirst()
  return row?.workspace_id
}

/** A workspace, if the user is a member of it. */
export async function findWorkspaceOf(
  db: Db,
  userId: string,
  workspaceId: string,
): Promise<WorkspaceTable | undefined> {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .selectAll('workspaces')
    .where('memberships.user_id', '=', userId)
    .where('memberships.workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/**
 * Reads the plan and makes other transactions on the same workspace wait for this one, so that two requests
 * cannot both take the last place of a quota. An update that changes nothing locks the row on every database.
 */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<WorkspaceTable> {
  return db
    .updateTable('workspaces')
    .set((row) => ({ tier: row.ref('tier') }))
    .where('id', '=', workspaceId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findWorkspaceConfig(db: Db, workspaceId: string): Promise<WorkspaceConfigTable> {
  return db
    .selectFrom('workspace_configs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}
