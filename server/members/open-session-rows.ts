import type { Db } from '../db/schema'

/** Its tokens go: an unknown one is refused all the same. */
export async function revokeSession(db: Db, sessionId: string, nowMs: number): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('session_id', '=', sessionId).execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: nowMs })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends what a user has open on a workspace. */
export async function revokeSessionsOf(db: Db, userId: string, workspaceId: string, nowMs: number): Promise<void> {
  const live = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { id } of live) await revokeSession(db, id, nowMs)
}

/** Forgets all of a workspace or a user, with their tokens. Call it inside a transaction. */
export async function deleteSessionsOf(db: Db, column: 'workspace_id' | 'user_id', id: string): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').where(column, '=', id)
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', sessions).execute()
  await db.deleteFrom('sessions').where(column, '=', id).execute()
}
