import type { Tier } from '../../src/contract/plans'
import type { Db, UserTable, WorkspaceTable } from '../db/schema'
import { notFound } from '../lib/errors'

export async function findUserByEmail(db: Db, email: string): Promise<UserTable | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Of a hub that one person uses; undefined: nobody does, or several. */
export async function findOnlyUser(db: Db): Promise<UserTable | undefined> {
  const users = await db.selectFrom('users').selectAll().limit(2).execute()
  return users.length === 1 ? users[0] : undefined
}

export async function findUser(db: Db, userId: string): Promise<UserTable | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
}

/**
 * The account of an address: the given one, or one that is there, as of a sign-in side by side. Held until the end of the
 * transaction: nobody forgets it for being in no workspace yet.
 */
export async function putUser(db: Db, user: UserTable): Promise<UserTable> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email: user.email }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes other transactions that take this lock wait for this one. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((row) => ({ email: row.ref('email') }))
    .where('id', '=', userId)
    .execute()
}

export interface NewWorkspace {
  readonly workspaceId: string
  readonly owner: Pick<UserTable, 'id' | 'email'>
  readonly tier: Tier
  readonly nowMs: number
}

/** A workspace with its owner. Call it inside a transaction. */
export async function insertWorkspace(db: Db, { workspaceId, owner, tier, nowMs }: NewWorkspace): Promise<void> {
  await db.insertInto('workspaces').values({ id: workspaceId, tier, created_at: nowMs }).execute()
  await db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: owner.id, role: 'owner', created_at: nowMs })
    .execute()
}

/** A workspace with the role that the user has in it; undefined: the user is no member of it. */
export async function findWorkspaceOf(db: Db, userId: string, workspaceId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .selectAll('workspaces')
    .select('memberships.role as role')
    .where('memberships.user_id', '=', userId)
    .where('memberships.workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/**
 * Reads the plan and makes other transactions on the same workspace wait for this one, so that two requests
 * cannot both take the last place of a quota. An update that changes nothing locks the row on every database.
 */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<WorkspaceTable> {
  const workspace = await lockWorkspaceIfThere(db, workspaceId)
  // Somebody removed it while the request was under way.
  if (workspace === undefined) throw notFound('workspace')
  return workspace
}

/** The same for who goes on without it. */
export async function lockWorkspaceIfThere(db: Db, workspaceId: string): Promise<WorkspaceTable | undefined> {
  return db
    .updateTable('workspaces')
    .set((row) => ({ tier: row.ref('tier') }))
    .where('id', '=', workspaceId)
    .returningAll()
    .executeTakeFirst()
}
