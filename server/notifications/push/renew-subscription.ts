import type { RenewedPushSubscription } from '../../../src/contract/notifications/push'
import { notFound } from '../../lib/errors'
import { hashOfSecret } from '../../lib/random-secrets'
import { lockWorkspace } from '../../members/people-rows'
import { clearChannelState } from '../channel-rows'
import type { NotificationServices } from '../services'
import { pushChannelOf } from './push-channel'
import { findByRenewal, listReplaced, updateSubscription } from './push-rows'
import { requireRoom, requireUsable } from './push-subscriptions'

/** A 404 tells the worker that this device is told no more: its person ended that, was signed out, or has it made anew. */
const unknown = () => notFound('push subscription')

/**
 * A browser has changed its subscription by itself: its device is told at the new address, in the same place. Repeats do the
 * same once more, so that an answer that was lost does no harm. Nothing but that address can be changed so, and only while
 * the device is signed in.
 */
export async function renewSubscription(
  services: NotificationServices,
  { renewal, subscription }: RenewedPushSubscription,
): Promise<void> {
  const { db, pushTries } = services
  const hash = hashOfSecret(renewal)
  const known = await findByRenewal(db, hash)
  if (known === undefined) throw unknown()
  await pushTries.take(known.user_id)
  requireUsable(services, subscription)
  await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, known.workspace_id)
    // It may have been ended meanwhile.
    const own = await findByRenewal(transaction, hash)
    if (own === undefined) throw unknown()
    const { endpoint, keys } = subscription
    const holders = await listReplaced(transaction, { sessionId: own.session_id, endpoint })
    // Whoever is signed in at that browser now has turned it on again: that holds.
    if (holders.some(({ id }) => id !== own.id)) throw unknown()
    if (own.gone_at !== null) await requireRoom(transaction, own.user_id)
    // What waits has waited for this.
    await clearChannelState(transaction, { workspaceId: own.workspace_id, channel: pushChannelOf(own.id) })
    await updateSubscription(transaction, own.id, { endpoint, ...keys, gone_at: null })
  })
}
