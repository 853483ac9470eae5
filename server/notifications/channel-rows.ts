import type { ChannelStateTable } from '../db/notification-tables'
import type { Db } from '../db/schema'
import type { ChannelOf } from './delivery-rows'

export async function findChannelState(
  db: Db,
  { workspaceId, channel }: ChannelOf,
): Promise<ChannelStateTable | undefined> {
  return db
    .selectFrom('channel_states')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel', '=', channel)
    .executeTakeFirst()
}

export async function listChannelStates(db: Db, workspaceId: string): Promise<ChannelStateTable[]> {
  return db.selectFrom('channel_states').selectAll().where('workspace_id', '=', workspaceId).execute()
}

export async function putChannelState(db: Db, state: ChannelStateTable): Promise<void> {
  const { workspace_id: _, channel: __, ...changed } = state
  await db
    .insertInto('channel_states')
    .values(state)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'channel']).doUpdateSet(changed))
    .execute()
}

/** Its last message arrived, or it leads elsewhere now. */
export async function clearChannelState(db: Db, { workspaceId, channel }: ChannelOf): Promise<void> {
  await db.deleteFrom('channel_states').where('workspace_id', '=', workspaceId).where('channel', '=', channel).execute()
}

/** When the workspace sent test messages between two moments, oldest first. */
export async function listChannelTests(
  db: Db,
  workspaceId: string,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('channel_tests')
    .select('sent_at')
    .where('workspace_id', '=', workspaceId)
    .where('sent_at', '>', sinceMs)
    .where('sent_at', '<=', untilMs)
    .orderBy('sent_at')
    .execute()
  return rows.map((row) => row.sent_at)
}

export async function insertChannelTest(
  db: Db,
  test: { readonly id: string; readonly workspace_id: string; readonly sent_at: number },
): Promise<void> {
  await db.insertInto('channel_tests').values(test).execute()
}

export async function deleteOldChannelTests(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('channel_tests').where('sent_at', '<=', beforeMs).execute()
}
