import { HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import type { Span } from '../../src/lib/span'
import type { AlertKind, DeliveryChannel, DeliveryKind, DeliveryState, DeliveryTable } from '../db/notification-tables'
import type { Db } from '../db/schema'

/** One channel of one workspace. */
export interface ChannelOf {
  readonly workspaceId: string
  readonly channel: DeliveryChannel
}

/** What is on its way: also what a sender took and never brought to an end. */
const ON_ITS_WAY = ['waiting', 'sending'] as const

/** What a message is of: an alert's kind, or its own. */
type Told = DeliveryKind | AlertKind

/** Alerts of a device's power, which is back once. */
const POWER_ALERTS = ['unplugged', 'low-battery'] as const
/** What is told of a camera itself: that it went or came back, and the same of its power. Each of both stories has a tag. */
const NEWS = ['offline', 'online', 'power-back', ...POWER_ALERTS] as const
/** News that has not passed by then keeps the next of its camera no longer. */
const LONGEST_ORDER_MS = 6 * HOUR_MS

/**
 * The tag of what is told of a camera itself, which keeps its order and on a device takes the place of what was told before;
 * null for what has no return.
 */
export function newsTag(cameraId: string, kind: Told | null): string | null {
  if (kind === 'offline' || kind === 'online') return cameraId
  return kind === 'power-back' || isPowerAlert(kind) ? `${cameraId} power` : null
}

function isPowerAlert(kind: string | null): boolean {
  return POWER_ALERTS.some((one) => one === kind)
}

/**
 * Times further ahead than this were written while the clock was, and hold nothing back: no message is due later than a
 * claim lasts (`claim.ts`), and the clocks of hubs differ by less.
 */
export const AHEAD_MS = 5 * MINUTE_MS

export async function insertDeliveries(db: Db, deliveries: readonly DeliveryTable[]): Promise<void> {
  if (deliveries.length > 0) await db.insertInto('deliveries').values(deliveries).execute()
}

/** Channels of all workspaces that have something due and are not held back. */
export async function listDueChannels(db: Db, nowMs: number): Promise<ChannelOf[]> {
  return db
    .selectFrom('deliveries')
    .leftJoin('channel_states', (join) =>
      join
        .onRef('channel_states.workspace_id', '=', 'deliveries.workspace_id')
        .onRef('channel_states.channel', '=', 'deliveries.channel')
        .on('channel_states.held_until', '>', nowMs)
        .on('channel_states.failed_at', '<=', nowMs + AHEAD_MS),
    )
    .select(['deliveries.workspace_id as workspaceId', 'deliveries.channel as channel'])
    .distinct()
    .where('deliveries.state', 'in', ON_ITS_WAY)
    .where((row) => row.or([row('deliveries.due_at', '<=', nowMs), row('deliveries.due_at', '>', nowMs + AHEAD_MS)]))
    .where('channel_states.workspace_id', 'is', null)
    .execute()
}

/**
 * What is tried next on a channel: what was tried least, so that one bad message does not stop the others. What has one tag
 * keeps its order, or “is back online” would come before “went offline”, and the first of an incident take the place of
 * its digest on a device: the later waits for the earlier.
 */
export async function findNextDelivery(db: Db, of: ChannelOf, nowMs: number): Promise<DeliveryTable | undefined> {
  return db
    .selectFrom('deliveries')
    .leftJoin(earliestOfTags(db, of, nowMs).as('earliest'), 'earliest.tag', 'deliveries.tag')
    .selectAll('deliveries')
    .where('workspace_id', '=', of.workspaceId)
    .where('channel', '=', of.channel)
    .where('state', 'in', ON_ITS_WAY)
    .where((row) => row.or([row('due_at', '<=', nowMs), row('due_at', '>', nowMs + AHEAD_MS)]))
    .where((row) =>
      row.or([row('earliest.first_at', 'is', null), row('created_at', '<=', row.ref('earliest.first_at'))]),
    )
    .orderBy('attempts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** When the first of each tag was written that is on its way, and that later ones still wait for. */
function earliestOfTags(db: Db, of: ChannelOf, nowMs: number) {
  return db
    .selectFrom('deliveries')
    .select(({ fn }) => ['tag', fn.min('created_at').as('first_at')])
    .where('workspace_id', '=', of.workspaceId)
    .where('channel', '=', of.channel)
    .where('state', 'in', ON_ITS_WAY)
    .where((row) =>
      row.or([
        row('created_at', '>', nowMs - LONGEST_ORDER_MS),
        row(row.fn.coalesce('alert_kind', 'kind'), 'not in', NEWS),
      ]),
    )
    .groupBy('tag')
}

/**
 * Whether a later message of its channel told the opposite of its camera, as may come once the order is kept no longer: who
 * heard that a camera is back is not to hear after that that it went. A clock that was ahead wrote no later ones.
 */
export async function isOvertaken(
  db: Db,
  { workspace_id, channel, kind, alert_kind, tag, created_at }: DeliveryTable,
  nowMs: number,
): Promise<boolean> {
  const opposites = oppositesOf(alert_kind ?? kind)
  if (opposites.length === 0 || created_at > nowMs - LONGEST_ORDER_MS) return false
  const later = await db
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('channel', '=', channel)
    .where('state', '=', 'delivered')
    .where('tag', '=', tag)
    .where('created_at', '>', created_at)
    .where('created_at', '<=', nowMs)
    .where(({ fn }) => fn.coalesce('alert_kind', 'kind'), 'in', opposites)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/**
 * Whether it tells the end of what its channel was not told of last, nor is to be: a snooze or the month's quota kept it
 * back, or nobody wanted it, of which a camera knows nothing.
 */
export async function isReturnOfNothing(
  db: Db,
  { id, workspace_id, channel, kind, tag, created_at }: DeliveryTable,
  nowMs: number,
): Promise<boolean> {
  if (kind !== 'online' && kind !== 'power-back') return false
  const last = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.coalesce('alert_kind', 'kind').as('told'))
    .where('workspace_id', '=', workspace_id)
    .where('channel', '=', channel)
    .where('state', 'in', ['delivered', ...ON_ITS_WAY])
    .where('tag', '=', tag)
    .where('id', '!=', id)
    .where((row) => row.or([row('created_at', '<=', created_at), row('created_at', '>', nowMs + AHEAD_MS)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined || !oppositesOf(kind).includes(last.told)
}

/** What tells the opposite of it; nothing does of what is no news of a camera. */
function oppositesOf(news: Told): readonly Told[] {
  if (news === 'offline') return ['online']
  if (news === 'online') return ['offline']
  if (news === 'power-back') return POWER_ALERTS
  return isPowerAlert(news) ? ['power-back'] : []
}

export type DeliveryChange = Partial<
  Pick<DeliveryTable, 'state' | 'due_at' | 'attempts' | 'claim' | 'delivered_at' | 'problem'>
>

export async function updateDelivery(db: Db, id: string, change: DeliveryChange): Promise<void> {
  await db.updateTable('deliveries').set(change).where('id', '=', id).execute()
}

/** Writes down how a claimed delivery went; false: somebody else has claimed it since. */
export async function settleDelivery(db: Db, id: string, claim: string, change: DeliveryChange): Promise<boolean> {
  const result = await db
    .updateTable('deliveries')
    .set({ ...change, claim: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Ends everything that is on its way to a channel. */
export async function dropDeliveries(db: Db, of: ChannelOf): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'dropped', claim: null })
    .where('workspace_id', '=', of.workspaceId)
    .where('channel', '=', of.channel)
    .where('state', 'in', ON_ITS_WAY)
    .execute()
}

export async function countDelivered(db: Db, workspaceId: string, period: Span): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select((delivery) => delivery.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('delivered_at', '>=', period.fromMs)
    .where('delivered_at', '<', period.untilMs)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Messages of a period that arrived, and those that are being sent. Counted by one statement: between two of them a
 * message that arrives would be in neither.
 */
export async function countPlaces(
  db: Db,
  workspaceId: string,
  period: Span,
  nowMs: number,
): Promise<{ readonly delivered: number; readonly sending: number }> {
  const rows = await db
    .selectFrom('deliveries')
    .select((delivery) => ['state', delivery.fn.countAll().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where((row) =>
      row.or([
        row.and([row('delivered_at', '>=', period.fromMs), row('delivered_at', '<', period.untilMs)]),
        row.and([row('state', '=', 'sending'), row('due_at', '>', nowMs), row('due_at', '<=', nowMs + AHEAD_MS)]),
      ]),
    )
    .groupBy('state')
    .execute()
  const countOf = (state: DeliveryState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { delivered: countOf('delivered'), sending: countOf('sending') }
}

/** Forgets what no rule counts any more. */
export async function deleteOldDeliveries(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('deliveries').where('created_at', '<', beforeMs).execute()
}
