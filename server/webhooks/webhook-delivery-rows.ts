import type { Db } from '../db/schema'
import type { WebhookDeliveryTable } from '../db/webhook-tables'
import { AHEAD_MS } from './retries'

/** What is on its way: also what a sender took and never brought to an end. */
const ON_ITS_WAY = ['waiting', 'sending'] as const

export async function insertWebhookDeliveries(db: Db, deliveries: readonly WebhookDeliveryTable[]): Promise<void> {
  if (deliveries.length > 0) await db.insertInto('webhook_deliveries').values(deliveries).execute()
}

/** A webhook that has something due. */
export interface DueWebhook {
  readonly id: string
  readonly workspaceId: string
}

/** Webhooks of all workspaces that are on, have something due and are not held back. */
export async function listDueWebhooks(db: Db, nowMs: number): Promise<DueWebhook[]> {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(['webhooks.id', 'webhooks.workspace_id as workspaceId'])
    .distinct()
    .where('webhook_deliveries.state', 'in', ON_ITS_WAY)
    .where((row) => row.or([row('due_at', '<=', nowMs), row('due_at', '>', nowMs + AHEAD_MS)]))
    .where('webhooks.state', '=', 'on')
    .where((row) => row.or([row('held_until', '<=', nowMs), row('held_until', '>', nowMs + AHEAD_MS)]))
    .execute()
}

/** What is tried next: what was tried least, so that one bad message does not stop the others. */
export async function findNextOf(db: Db, webhookId: string, nowMs: number): Promise<WebhookDeliveryTable | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ON_ITS_WAY)
    .where((row) => row.or([row('due_at', '<=', nowMs), row('due_at', '>', nowMs + AHEAD_MS)]))
    .orderBy('tries')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export interface Taking {
  readonly claim: string
  /** When its sender counts as dead. */
  readonly untilMs: number
}

/** For one sender alone: whoever comes second finds that it has been taken or put off already. false: somebody else has it. */
export async function takeDelivery(
  db: Db,
  { id, tries, due_at }: Pick<WebhookDeliveryTable, 'id' | 'tries' | 'due_at'>,
  { claim, untilMs }: Taking,
): Promise<boolean> {
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'sending', claim, due_at: untilMs, tries: tries + 1 })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('due_at', '=', due_at)
    .where('state', 'in', ON_ITS_WAY)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type WebhookDeliveryChange = Partial<
  Pick<WebhookDeliveryTable, 'state' | 'due_at' | 'tries' | 'tried_at' | 'status' | 'took_ms' | 'problem'>
>

/** Writes down how a claimed delivery went; false: somebody else has claimed it since, or it was dropped. */
export async function settleWebhookDelivery(
  db: Db,
  id: string,
  claim: string,
  change: WebhookDeliveryChange,
): Promise<boolean> {
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ ...change, claim: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Everything that is on its way to a webhook. */
export async function listOnTheirWay(
  db: Db,
  webhookId: string,
): Promise<Pick<WebhookDeliveryTable, 'id' | 'type' | 'data'>[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'data'])
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ON_ITS_WAY)
    .execute()
}

/** Ends what is on its way to a webhook: everything, or what is named. */
export async function dropWebhookDeliveries(db: Db, webhookId: string, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) return
  const query = db
    .updateTable('webhook_deliveries')
    .set({ state: 'dropped', claim: null })
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ON_ITS_WAY)
  await (ids === undefined ? query : query.where('id', 'in', ids)).execute()
}

/** What waits for its next try need not any longer: the receiver may be back. Such a try does not count (`isHurried`). */
export async function hurryWebhookDeliveries(db: Db, webhookId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: nowMs })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('due_at', '>', nowMs)
    .execute()
}

/** Newest first. */
export async function listWebhookDeliveries(db: Db, webhookId: string, limit: number): Promise<WebhookDeliveryTable[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Lets the oldest deliveries of a webhook go: of those that came to an end all but `ended`, of those that wait all but `waiting`. */
export async function trimWebhookDeliveries(
  db: Db,
  webhookId: string,
  kept: { readonly ended: number; readonly waiting: number },
): Promise<void> {
  for (const [operator, count] of [
    ['not in', kept.ended],
    ['in', kept.waiting],
  ] as const) {
    const first = await db
      .selectFrom('webhook_deliveries')
      .select(['created_at', 'id'])
      .where('webhook_id', '=', webhookId)
      .where('state', operator, ON_ITS_WAY)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(count)
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) continue
    await db
      .deleteFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .where('state', operator, ON_ITS_WAY)
      .where((row) =>
        row.or([
          row('created_at', '<', first.created_at),
          row.and([row('created_at', '=', first.created_at), row('id', '<=', first.id)]),
        ]),
      )
      .execute()
  }
}
