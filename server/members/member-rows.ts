import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import { DAY_MS } from '../../src/lib/durations'
import type { Db, InvitationTable } from '../db/schema'

/** An invitation that nobody took up ends: the address may belong to somebody else by then. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS

export interface Membership {
  readonly userId: string
  readonly email: string
  readonly role: Role
  readonly joinedAtMs: number
}

/** Everybody who is in a workspace, in the order they came. */
export async function listMembers(db: Db, workspaceId: string): Promise<Membership[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id as userId', 'users.email as email', 'memberships.role as role'])
    .select('memberships.created_at as joinedAtMs')
    .where('memberships.workspace_id', '=', workspaceId)
    .orderBy('memberships.created_at')
    .orderBy('users.email')
    .execute()
}

export async function insertMember(db: Db, workspaceId: string, userId: string, nowMs: number): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, role: 'member', created_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id']).doNothing())
    .execute()
}

/**
 * Whether a user is in a workspace, which stays so until the end of the transaction: whoever is removing them, or all of it, is
 * waited for.
 */
export async function holdMembership(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const result = await db
    .updateTable('memberships')
    .set((row) => ({ role: row.ref('role') }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Owners stay: a workspace without one belongs to nobody. false: there is no such member. */
export async function deleteMember(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('role', '=', 'member')
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Invitations of a workspace that were sent after a moment, oldest first. */
export async function listInvitations(db: Db, workspaceId: string, afterMs: number): Promise<InvitationTable[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('sent_at', '>', afterMs)
    .orderBy('sent_at')
    .orderBy('email')
    .execute()
}

/** Invitations to an address that were sent after a moment, newest first. */
export async function findInvitationsTo(db: Db, email: string, afterMs: number): Promise<InvitationTable[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('sent_at', '>', afterMs)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Who invited an address. */
export interface Inviter {
  readonly email: string
  /** Of the workspace's plan. */
  readonly tier: Tier
  readonly members: number
}

/** Those who invited an address after a moment. */
export async function findInviters(db: Db, email: string, afterMs: number): Promise<Inviter[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .select((row) => [
      'users.email as email',
      'workspaces.tier as tier',
      row
        .selectFrom('memberships')
        .whereRef('memberships.workspace_id', '=', 'invitations.workspace_id')
        .select(row.fn.countAll().as('members'))
        .as('members'),
    ])
    .where('invitations.email', '=', email)
    .where('sent_at', '>', afterMs)
    .orderBy('sent_at', 'desc')
    .execute()
  return rows.map(({ email, tier, members }) => ({ email, tier, members: Number(members) }))
}

/** One invitation per workspace and address: another takes its place and keeps its id, which is answered. */
export async function putInvitation(db: Db, invitation: InvitationTable): Promise<string> {
  const { id } = await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'email'])
        .doUpdateSet({ invited_by: invitation.invited_by, sent_at: invitation.sent_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Puts an invitation back to what it was, unless it was sent once more or taken up since `sentAtMs`. */
export async function restoreInvitation(db: Db, earlier: InvitationTable, sentAtMs: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ invited_by: earlier.invited_by, sent_at: earlier.sent_at })
    .where('workspace_id', '=', earlier.workspace_id)
    .where('id', '=', earlier.id)
    .where('sent_at', '=', sentAtMs)
    .execute()
}

/** Takes back an invitation, unless it was sent once more since. */
export async function forgetInvitation(db: Db, { workspace_id, id, sent_at }: InvitationTable): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('sent_at', '=', sent_at)
    .execute()
}

/** false: the workspace has no such invitation. */
export async function deleteInvitation(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** In all workspaces, those that were sent at a moment or before. */
export async function deleteOldInvitations(db: Db, untilMs: number): Promise<void> {
  await db.deleteFrom('invitations').where('sent_at', '<=', untilMs).execute()
}

/** A workspace that a user is in, for the choice of the one that a session gets. */
export interface Choice {
  readonly workspaceId: string
  readonly role: Role
  readonly hasCamera: boolean
}

/** Every workspace of a user, in the order they came to it. */
export async function listChoices(db: Db, userId: string): Promise<Choice[]> {
  const rows = await db
    .selectFrom('memberships')
    .leftJoin('cameras', (join) =>
      join.onRef('cameras.workspace_id', '=', 'memberships.workspace_id').on('cameras.removed_at', 'is', null),
    )
    .select((row) => [
      'memberships.workspace_id as workspaceId',
      'memberships.role as role',
      row.fn.count('cameras.id').as('cameras'),
    ])
    .where('memberships.user_id', '=', userId)
    .groupBy(['memberships.workspace_id', 'memberships.role', 'memberships.created_at'])
    .orderBy('memberships.created_at')
    .orderBy('memberships.workspace_id')
    .execute()
  return rows.map(({ workspaceId, role, cameras }) => ({ workspaceId, role, hasCamera: Number(cameras) > 0 }))
}
