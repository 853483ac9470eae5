import { sql } from 'kysely'
import type { DeliveryTable } from '../../db/notification-tables'
import type { PushSubscriptionTable } from '../../db/push-tables'
import type { Db } from '../../db/schema'
import { isPush, pushChannelOf } from './push-channel'

/** A person's, with what its session is called and how its last push went. */
export type ShownSubscription = PushSubscriptionTable & {
  readonly device: string
  readonly failed_at: number | null
  readonly problem: string | null
}

/**
 * Of a workspace, those whose session goes on and whose browser has not given them up: one that was signed out is told
 * nothing from that moment on.
 */
export async function listPushDevices(db: Db, workspaceId: string): Promise<Pick<PushSubscriptionTable, 'id'>[]> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select('push_subscriptions.id')
    .where('push_subscriptions.workspace_id', '=', workspaceId)
    .where('sessions.revoked_at', 'is', null)
    .where('gone_at', 'is', null)
    .orderBy('push_subscriptions.created_at')
    .orderBy('push_subscriptions.id')
    .execute()
}

/** Those of devices that are signed in. */
function ofOpenSessions(db: Db) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .where('sessions.revoked_at', 'is', null)
}

/** Of these sessions, those that are told still. */
export async function listPushesOf(db: Db, sessionIds: readonly string[]): Promise<PushSubscriptionTable[]> {
  return ofOpenSessions(db).where('session_id', 'in', sessionIds).where('gone_at', 'is', null).execute()
}

export async function findPushDevice(db: Db, id: string): Promise<PushSubscriptionTable | undefined> {
  return ofOpenSessions(db).where('push_subscriptions.id', '=', id).where('gone_at', 'is', null).executeTakeFirst()
}

/** Also one that its browser gave up. */
export async function findByRenewal(db: Db, renewalHash: string): Promise<PushSubscriptionTable | undefined> {
  return ofOpenSessions(db).where('renewal_hash', '=', renewalHash).executeTakeFirst()
}

/** Of a person, in one workspace, oldest first. */
export async function listSubscriptionsOf(
  db: Db,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
): Promise<ShownSubscription[]> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .leftJoin('channel_states', (join) =>
      join
        .onRef('channel_states.workspace_id', '=', 'push_subscriptions.workspace_id')
        .on('channel_states.channel', '=', sql<DeliveryTable['channel']>`'push:' || push_subscriptions.id`),
    )
    .selectAll('push_subscriptions')
    .select(['sessions.device', 'channel_states.failed_at', 'channel_states.problem'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('push_subscriptions.workspace_id', '=', workspaceId)
    .where('sessions.revoked_at', 'is', null)
    .where('gone_at', 'is', null)
    .orderBy('push_subscriptions.created_at')
    .orderBy('push_subscriptions.id')
    .execute()
}

/** What stands in the way of a new one: the session's own before, and whoever had this browser before. */
export async function listReplaced(
  db: Db,
  { sessionId, endpoint }: { readonly sessionId: string; readonly endpoint: string },
): Promise<PushSubscriptionTable[]> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where((row) => row.or([row('session_id', '=', sessionId), row('endpoint', '=', endpoint)]))
    .execute()
}

/** Of a person in all workspaces. */
export async function countSubscriptions(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select((subscription) => subscription.fn.countAll().as('count'))
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.revoked_at', 'is', null)
    .where('gone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertSubscription(db: Db, subscription: PushSubscriptionTable): Promise<void> {
  await db.insertInto('push_subscriptions').values(subscription).execute()
}

/** Whatever of it changes by itself, or by its browser; its person and its session never do. */
export async function updateSubscription(
  db: Db,
  id: string,
  change: Partial<Pick<PushSubscriptionTable, 'endpoint' | 'p256dh' | 'auth' | 'renewal_hash' | 'gone_at'>>,
): Promise<void> {
  await db.updateTable('push_subscriptions').set(change).where('id', '=', id).execute()
}

export async function notePushed(db: Db, id: string, atMs: number): Promise<void> {
  await db.updateTable('push_subscriptions').set({ last_pushed_at: atMs }).where('id', '=', id).execute()
}

/** With what was on its way to it, and how that went. */
export async function deleteSubscription(db: Db, subscription: Named): Promise<void> {
  await dropPushesTo(db, subscription)
  await db.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
}

/**
 * Forgets where it led: nothing is sent there any more, and nobody sees it, until its browser renews it in its place. false:
 * it has done so while somebody sent to the address before.
 */
export async function giveUpSubscription(
  db: Db,
  { id, endpoint }: Pick<PushSubscriptionTable, 'id' | 'endpoint'>,
  nowMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('push_subscriptions')
    .set({ gone_at: nowMs, endpoint: `gone ${id}`, p256dh: '', auth: '' })
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

type Named = Pick<PushSubscriptionTable, 'id' | 'workspace_id'>

/** What was on its way to it, and how that went. */
export async function dropPushesTo(db: Db, { id, workspace_id }: Named): Promise<void> {
  const channel = pushChannelOf(id)
  await db
    .updateTable('deliveries')
    .set({ state: 'dropped', claim: null })
    .where('workspace_id', '=', workspace_id)
    .where('channel', '=', channel)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
  await db
    .deleteFrom('channel_states')
    .where('workspace_id', '=', workspace_id)
    .where('channel', '=', channel)
    .execute()
}

/** Forgets those whose session has ended, and how pushes to those went that went with theirs. */
export async function deleteEndedSubscriptions(db: Db): Promise<void> {
  const ended = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.workspace_id'])
    .where('sessions.revoked_at', 'is not', null)
    .execute()
  for (const subscription of ended) await deleteSubscription(db, subscription)
  const states = await db.selectFrom('channel_states').select(['workspace_id', 'channel']).execute()
  const known = new Set(
    (await db.selectFrom('push_subscriptions').select('id').execute()).map(({ id }) => pushChannelOf(id)),
  )
  for (const { workspace_id, channel } of states) {
    if (!isPush(channel) || known.has(channel)) continue
    await db
      .deleteFrom('channel_states')
      .where('workspace_id', '=', workspace_id)
      .where('channel', '=', channel)
      .execute()
  }
}

/** Where a push of a message went. */
export async function findPush(
  db: Db,
  deliveryId: string,
): Promise<Pick<DeliveryTable, 'workspace_id' | 'channel'> | undefined> {
  return db.selectFrom('deliveries').select(['workspace_id', 'channel']).where('id', '=', deliveryId).executeTakeFirst()
}

/** Notes that somebody snoozed from the notification of a message; false: that was done before. */
export async function takeSnooze(db: Db, deliveryId: string, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('deliveries')
    .set({ snoozed_at: nowMs })
    .where('id', '=', deliveryId)
    .where('snoozed_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}
