import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { forgetIfDeparted } from '../members/departed-rows'
import { deleteSessionsOf } from '../members/open-session-rows'
import { keepTold } from '../mqtt/mqtt-rows'

/** Notes the clips and thumbnails of a workspace for removal, however many there are, in two statements. */
export async function noteVideoRemovals(db: Db, workspaceId: string, nowMs: number): Promise<void> {
  for (const column of ['blob_key', 'thumbnail_key'] as const) {
    await db
      .insertInto('blob_removals')
      .columns(['blob_key', 'asked_at'])
      .expression(
        db
          .selectFrom('videos')
          .select([
            sql<string>`${sql.ref(column)}`.as('blob_key'),
            sql<number>`cast(${nowMs} as bigint)`.as('asked_at'),
          ])
          .where('workspace_id', '=', workspaceId)
          .where(column, 'is not', null),
      )
      .onConflict((conflict) => conflict.column('blob_key').doNothing())
      .execute()
  }
}

/** In an order that leaves no reference behind; incidents, deliveries, invitations, API tokens, webhooks, modes and shares go with what they belong to. */
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
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    // In one order for everybody, as each is held until the end.
    .orderBy('user_id')
    .execute()
  await keepTold(db, workspaceId)
  for (const table of tablesOfWorkspace) await db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute()
  await deleteSessionsOf(db, 'workspace_id', workspaceId)
  await db.deleteFrom('workspaces').where('id', '=', workspaceId).execute()
  for (const { user_id } of members) await forgetIfDeparted(db, user_id)
}
