import { ECDH, randomUUID } from 'node:crypto'
import {
  MAX_PUSH_DEVICES,
  type NewPushSubscription,
  type PushDevice,
  type SubscribedDevice,
} from '../../../src/contract/notifications/push'
import { isoTime } from '../../../src/lib/date-time'
import type { PushSubscriptionTable } from '../../db/push-tables'
import type { Db } from '../../db/schema'
import type { Member } from '../../http/auth'
import { channelFailed, invalidInput, notFound, pushLimit, pushNotAllowed } from '../../lib/errors'
import { NEVER } from '../../lib/never'
import { hashOfSecret, newSecret } from '../../lib/random-secrets'
import { lockWorkspace } from '../../members/people-rows'
import { clearChannelState } from '../channel-rows'
import { NOTIFICATIONS_JOB } from '../notification-jobs'
import type { NotificationServices } from '../services'
import { countTest } from '../test-channel'
import { pushChannelOf } from './push-channel'
import { payloadOf, testPushMessage } from './push-message'
import {
  countSubscriptions,
  deleteSubscription,
  dropPushesTo,
  giveUpSubscription,
  insertSubscription,
  listReplaced,
  listSubscriptionsOf,
  type ShownSubscription,
  updateSubscription,
} from './push-rows'

type Asker = Pick<Member, 'userId' | 'email' | 'workspaceId' | 'sessionId'>

/** Programs have no browser; the contract lets none of them here. */
function sessionOf({ sessionId }: Asker): string {
  if (sessionId === null) throw notFound('push subscription')
  return sessionId
}

/** Tells the browser that asks from now on; one a session. */
export async function subscribe(
  services: NotificationServices,
  asker: Asker,
  asked: NewPushSubscription,
): Promise<SubscribedDevice> {
  const { db, clock, pushTries } = services
  await pushTries.take(asker.userId)
  requireUsable(services, asked)
  // What the browser's service worker renews it with: that one has no token, and no page need be open.
  const renewal = newSecret()
  const row: PushSubscriptionTable = {
    id: randomUUID(),
    workspace_id: asker.workspaceId,
    user_id: asker.userId,
    session_id: sessionOf(asker),
    endpoint: asked.endpoint,
    ...asked.keys,
    created_at: clock.now(),
    last_pushed_at: null,
    renewal_hash: hashOfSecret(renewal),
    gone_at: null,
  }
  await db.transaction().execute((transaction) => putSubscription(transaction, row))
  const shown = (await listSubscriptionsOf(db, asker)).find(({ session_id }) => session_id === row.session_id)
  if (shown === undefined) throw notFound('push subscription')
  return { ...presentDevice(shown, asker), renewal }
}

/** Refuses addresses that the hub may not call, and a point that is not on the curve: it would fail with every push. */
export function requireUsable({ push }: Pick<NotificationServices, 'push'>, asked: NewPushSubscription): void {
  const check = push.check(asked.endpoint)
  if (!check.ok) throw pushNotAllowed(check.problem)
  try {
    ECDH.convertKey(asked.keys.p256dh, 'prime256v1', 'base64url')
  } catch {
    throw invalidInput('keys.p256dh: This is no key of a browser. Turn notifications off in it and on again.')
  }
}

async function putSubscription(db: Db, row: PushSubscriptionTable): Promise<void> {
  await lockWorkspace(db, row.workspace_id)
  const replaced = await listReplaced(db, { sessionId: row.session_id, endpoint: row.endpoint })
  const [same, ...others] = replaced
  // Sent once more by the same browser: it keeps its place, so that what is on its way goes on.
  if (same !== undefined && others.length === 0 && isSame(same, row)) {
    await updateSubscription(db, same.id, { renewal_hash: row.renewal_hash, gone_at: null })
    return
  }
  for (const before of replaced) await deleteSubscription(db, before)
  await requireRoom(db, row.user_id)
  await insertSubscription(db, row)
}

/** One more may be told of this person's. */
export async function requireRoom(db: Db, userId: string): Promise<void> {
  if ((await countSubscriptions(db, userId)) >= MAX_PUSH_DEVICES) throw pushLimit(MAX_PUSH_DEVICES)
}

function isSame(before: PushSubscriptionTable, row: PushSubscriptionTable): boolean {
  const names = ['workspace_id', 'user_id', 'session_id', 'endpoint', 'p256dh', 'auth'] as const
  return names.every((name) => before[name] === row[name])
}

/** This device first, then the oldest. */
export async function listDevices({ db }: NotificationServices, asker: Asker): Promise<PushDevice[]> {
  const devices = (await listSubscriptionsOf(db, asker)).map((row) => presentDevice(row, asker))
  return [...devices.filter(({ isCurrent }) => isCurrent), ...devices.filter(({ isCurrent }) => !isCurrent)]
}

/** Tells this browser no more; there is nothing to do where it was not told. */
export async function unsubscribeThis(services: NotificationServices, asker: Asker): Promise<void> {
  const own = await findOwn(services, asker)
  if (own !== undefined) await services.db.transaction().execute((transaction) => deleteSubscription(transaction, own))
}

/** Tells one of the asker's own devices no more; others are unknown to whoever asks. */
export async function unsubscribeOne({ db }: NotificationServices, asker: Asker, id: string): Promise<void> {
  const device = (await listSubscriptionsOf(db, asker)).find((row) => row.id === id)
  if (device === undefined) throw notFound('device that gets pushes')
  await db.transaction().execute((transaction) => deleteSubscription(transaction, device))
}

async function findOwn({ db }: NotificationServices, asker: Asker): Promise<ShownSubscription | undefined> {
  const sessionId = sessionOf(asker)
  return (await listSubscriptionsOf(db, asker)).find(({ session_id }) => session_id === sessionId)
}

/** Sends one push to the browser that asks, at once. It counts for no quota. */
export async function testPush(services: NotificationServices, asker: Asker): Promise<void> {
  const { db, clock, push, jobs } = services
  const own = await findOwn(services, asker)
  if (own === undefined) throw notFound('push subscription')
  await db.transaction().execute((transaction) => countTest(transaction, asker.workspaceId, clock.now()))
  const payload = payloadOf(testPushMessage(clock.now(), asker.email))
  const outcome = await push.push(own, { payload, urgency: 'high' }, NEVER, clock.now())
  switch (outcome.kind) {
    case 'sent':
      // Its trouble is over, and what waits for its next try is sent now.
      await clearChannelState(db, { workspaceId: own.workspace_id, channel: pushChannelOf(own.id) })
      jobs.nudge(NOTIFICATIONS_JOB)
      return
    case 'gone':
      await giveUpSubscription(db, own, clock.now())
      await db.transaction().execute((transaction) => dropPushesTo(transaction, own))
      throw channelFailed(`${outcome.problem} Turn notifications on again.`)
    case 'refused':
    case 'again':
      throw channelFailed(outcome.problem)
    case 'aborted':
      throw channelFailed('The test was not sent.')
  }
}

function presentDevice(row: ShownSubscription, { sessionId }: Asker): PushDevice {
  return {
    id: row.id,
    device: row.device,
    since: isoTime(row.created_at),
    lastPushedAt: row.last_pushed_at === null ? null : isoTime(row.last_pushed_at),
    trouble:
      row.failed_at === null || row.problem === null
        ? null
        : { failedAt: isoTime(row.failed_at), message: row.problem },
    isCurrent: row.session_id === sessionId,
  }
}
