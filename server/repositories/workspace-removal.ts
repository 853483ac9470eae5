import type { Db } from '../db/schema'
import type { BlobKey } from '../services/blobs'

/** Keys of the clips and thumbnails of a workspace. */
export async function listBlobKeysOf(db: Db, workspaceId: string): Promise<BlobKey[]> {
  const rows = await db
    .selectFrom('videos')
    .select(['blob_key', 'thumbnail_key'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.flatMap(({ blob_key, thumbnail_key }) =>
    thumbnail_key === null ? [blob_key] : [blob_key, thumbnail_key],
  )
}

/** Notes files whose rows go in the same transaction. */
export async function noteBlobRemovals(db: Db, keys: readonly BlobKey[], nowMs: number): Promise<void> {
  for (const key of keys) {
    await db
      .insertInto('blob_removals')
      .values({ blob_key: key, asked_at: nowMs })
      .onConflict((conflict) => conflict.column('blob_key').doNothing())
      .execute()
  }
}

/** In an order that leaves no reference behind; incidents, deliveries and invitations go with what they belong to. */
const tablesOfWorkspace = [
  'chat_messages',
  'chats',
  'usage_months',
  'workspace_billing',
  'events',
  'videos',
  'cameras',
  'memberships',
  'workspace_configs',
] as const

/** Takes every row of a workspace, its sessions, and the users who have no other. Call it inside a transaction. */
export async function deleteWorkspace(db: Db, workspaceId: string): Promise<void> {
  const members = await db.selectFrom('memberships').select('user_id').where('workspace_id', '=', workspaceId).execute()
  for (const table of tablesOfWorkspace) await db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute()
  await deleteSessions(db, 'workspace_id', workspaceId)
  await db.deleteFrom('workspaces').where('id', '=', workspaceId).execute()
  for (const { user_id } of members) await deleteUserWithoutWorkspace(db, user_id)
}

async function deleteUserWithoutWorkspace(db: Db, userId: string): Promise<void> {
  const other = await db.selectFrom('memberships').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  if (other !== undefined) return
  await deleteSessions(db, 'user_id', userId)
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

async function deleteSessions(db: Db, column: 'workspace_id' | 'user_id', id: string): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').where(column, '=', id)
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', sessions).execute()
  await db.deleteFrom('sessions').where(column, '=', id).execute()
}
