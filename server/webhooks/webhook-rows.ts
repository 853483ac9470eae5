import type { WebhookTable } from '../db/integration-tables'
import type { Db } from '../db/schema'

/** A webhook with the address of who made it. */
export type MadeWebhook = WebhookTable & { readonly email: string }

/** Whose webhook is asked for; `userId` null: anybody's of the workspace. */
export interface WebhookPlace {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string | null
}

export async function insertWebhook(db: Db, webhook: WebhookTable): Promise<void> {
  await db.insertInto('webhooks').values(webhook).execute()
}

export async function countWebhooks(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((webhook) => webhook.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Oldest first; `userId`: only what that member made. */
export async function listWebhooks(db: Db, workspaceId: string, userId: string | null): Promise<MadeWebhook[]> {
  const query = made(db).where('webhooks.workspace_id', '=', workspaceId)
  const own = userId === null ? query : query.where('webhooks.user_id', '=', userId)
  return own.orderBy('webhooks.created_at').orderBy('webhooks.id').execute()
}

/** undefined: there is none, or another member made it. */
export async function findWebhook(db: Db, { id, workspaceId, userId }: WebhookPlace): Promise<MadeWebhook | undefined> {
  const query = made(db).where('webhooks.id', '=', id).where('webhooks.workspace_id', '=', workspaceId)
  return (userId === null ? query : query.where('webhooks.user_id', '=', userId)).executeTakeFirst()
}

/** For a sender: undefined where it is switched off or gone. */
export async function findWebhookThatIsOn(db: Db, id: string): Promise<WebhookTable | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).where('state', '=', 'on').executeTakeFirst()
}

function made(db: Db) {
  return db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .selectAll('webhooks')
    .select('users.email')
}

/** Those of a workspace that may be called. */
export async function listWebhooksThatAreOn(
  db: Db,
  workspaceId: string,
): Promise<Pick<WebhookTable, 'id' | 'kinds' | 'camera_ids'>[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'kinds', 'camera_ids'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'on')
    .execute()
}

/** Of all workspaces. */
export async function listWebhookIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('webhooks').select('id').execute()).map(({ id }) => id)
}

export type WebhookUpdate = Partial<
  Pick<
    WebhookTable,
    'name' | 'url' | 'kinds' | 'camera_ids' | 'state' | 'failures' | 'failing_since' | 'held_until' | 'problem'
  >
>

export async function updateWebhook(db: Db, id: string, change: WebhookUpdate): Promise<void> {
  await db.updateTable('webhooks').set(change).where('id', '=', id).execute()
}

/** Nothing is wrong with it any more. */
export const untroubled = { failures: 0, failing_since: null, held_until: 0, problem: null } as const

/** Counts a try that failed; undefined: the webhook is off or gone by now, or has another address than was called. */
export async function countFailure(
  db: Db,
  { id, url }: Pick<WebhookTable, 'id' | 'url'>,
  { nowMs, problem }: { readonly nowMs: number; readonly problem: string },
): Promise<WebhookTable | undefined> {
  return db
    .updateTable('webhooks')
    .set((row) => ({
      failures: row('failures', '+', 1),
      failing_since: row.fn.coalesce('failing_since', row.cast<number>(row.val(nowMs), 'bigint')),
      problem,
    }))
    .where('id', '=', id)
    .where('url', '=', url)
    .where('state', '=', 'on')
    .returningAll()
    .executeTakeFirst()
}

/** Switches one off that was on; false: somebody else has. */
export async function stopWebhook(
  db: Db,
  id: string,
  { state, problem }: Pick<WebhookTable, 'state' | 'problem'>,
): Promise<boolean> {
  const result = await db
    .updateTable('webhooks')
    .set({ state, problem })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}
