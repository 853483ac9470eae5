import { expressionBuilder } from 'kysely'
import type { WebhookDeliveryTable } from '../db/integration-tables'
import type { Database, Db } from '../db/schema'
import { AHEAD_MS, LONGEST_HELD_MS, LONGEST_TRY_MS } from './retries'

/** What is on its way: also what a sender took and never brought to an end. */
const ON_ITS_WAY = ['waiting', 'sending'] as const
/** Of those that an hour brings, more than can be: SQLite knows no offset without a limit. */
const MOST_AT_ONCE = 1_000_000

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
    .where(isDue(nowMs))
    .where('webhooks.state', '=', 'on')
    .where((row) => row.or([row('held_until', '<=', nowMs), row('held_until', '>', nowMs + LONGEST_HELD_MS)]))
    .execute()
}

/** Its time has come, or a clock that was ahead has put it off: by when it was claimed, tried or written, or by more than a day. */
function isDue(nowMs: number) {
  const row = expressionBuilder<Database, 'webhook_deliveries'>()
  const writtenAt = row.fn.coalesce('webhook_deliveries.tried_at', 'webhook_deliveries.created_at')
  return row.or([
    row('due_at', '<=', nowMs),
    row.and([row('webhook_deliveries.state', '=', 'sending'), row('due_at', '>', nowMs + AHEAD_MS)]),
    row.and([row('webhook_deliveries.state', '=', 'waiting'), row(writtenAt, '>', nowMs + AHEAD_MS)]),
    row('due_at', '>', nowMs + LONGEST_TRY_MS),
  ])
}

/**
 * What is tried next: what was tried least, then what has been due for longest. So messages that are refused do not stop the
 * others, also where all were hurried: what failed since and was hurried again is behind what has had no turn yet.
 */
export async function findNextOf(db: Db, webhookId: string, nowMs: number): Promise<WebhookDeliveryTable | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ON_ITS_WAY)
    .where(isDue(nowMs))
    .orderBy('tries')
    .orderBy('due_at')
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

/** Ids of the oldest: all but so many of those that are on their way, or of those that are not. */
function oldestOf(db: Db, webhookId: string, ways: 'in' | 'not in', kept: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', ways, ON_ITS_WAY)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(MOST_AT_ONCE)
}

/** Lets the oldest go of those that came to an end. */
export async function trimWebhookDeliveries(db: Db, webhookId: string, kept: number): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', oldestOf(db, webhookId, 'not in', kept))
    .execute()
}

/** Gives the oldest up of those that wait; answers how many. */
export async function giveUpOldest(
  db: Db,
  webhookId: string,
  { kept, problem }: { readonly kept: number; readonly problem: string },
): Promise<number> {
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', claim: null, problem })
    .where('id', 'in', oldestOf(db, webhookId, 'in', kept))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
