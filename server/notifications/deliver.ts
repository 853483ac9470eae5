import type { PushSubscriptionTable } from '../db/push-tables'
import { noteWhileClaimed } from '../lib/claimed'
import { ServingRound } from '../lib/serving-round'
import { clearChannelState, findChannelState, putChannelState } from './channel-rows'
import { addressOf } from './channels'
import { type Claim, claimNext, type Destination } from './claim'
import { type ChannelOf, listDueChannels, settleDelivery } from './delivery-rows'
import { dropPushesTo, giveUpSubscription, notePushed } from './push/push-rows'
import type { PushOutcome } from './push/push-sender'
import { sendPush } from './push/send-push'
import { backoffMs } from './sending/backoff'
import { messageOf } from './sending/message'
import type { Outcome } from './sending/outcome'
import { type SendServices, senderOf, sendMessage } from './sending/send'
import type { NotificationServices } from './services'
import { findWorkspaceConfig } from './settings-rows'

export type DeliverServices = SendServices & Pick<NotificationServices, 'db' | 'push' | 'snoozes' | 'believedTime'>

/** Channels served at the same time: one that hangs keeps no other waiting. */
const AT_ONCE = 16

/** A round of sending: each channel's messages one after another. */
export class DeliveryRound extends ServingRound<ChannelOf> {
  constructor(services: DeliverServices, signal: AbortSignal) {
    const { db, clock, log } = services
    super(
      {
        list: () => listDueChannels(db, clock.now()),
        nameOf: ({ workspaceId, channel }) => `${workspaceId} ${channel}`,
        workspaceOf: ({ workspaceId }) => workspaceId,
        // All mails go to the one mail server of the hub.
        serverOf: ({ channel }) => (channel === 'email' ? channel : null),
        // A workspace that is removed meanwhile, or a bug, must not keep the others' messages.
        serveOne: (of) =>
          deliverChannel(services, of, signal).catch((problem: unknown) => {
            log.error({ ...of, problem: String(problem) }, 'the messages of a channel could not be sent')
            return false
          }),
        atOnce: AT_ONCE,
      },
      signal,
    )
  }
}

/** false: nothing is left, or the channel does not take the message. */
async function deliverChannel(services: DeliverServices, of: ChannelOf, signal: AbortSignal): Promise<boolean> {
  const claim = await claimNext(services, of)
  return claim.kind === 'claimed' ? deliverOne(services, claim, of, signal) : claim.kind !== 'nothing'
}

/** false: the channel is to be left alone for a while. */
async function deliverOne(
  services: DeliverServices,
  { delivery, claim, to }: Extract<Claim, { kind: 'claimed' }>,
  of: ChannelOf,
  signal: AbortSignal,
): Promise<boolean> {
  const claimed = {
    id: delivery.id,
    claim,
    attempts: delivery.attempts,
    of,
    to,
    claimedAtMs: performance.now(),
    signal,
  }
  const pictureKey = delivery.thumbnail_key
  const sender = await senderOf(services, of.workspaceId, pictureKey)
  if (to.kind === 'device') {
    const outcome = await sendPush(services, to.subscription, delivery, sender.zone, signal)
    return settleDevice(services, claimed, to.subscription, outcome)
  }
  const message = messageOf(delivery, sender)
  return settle(services, claimed, await sendMessage(services, { ...to, pictureKey }, message, signal))
}

async function settleDevice(
  services: DeliverServices,
  claimed: Claimed,
  subscription: PushSubscriptionTable,
  outcome: PushOutcome,
): Promise<boolean> {
  const { db, clock } = services
  if (outcome.kind === 'gone') {
    const { id, claim } = claimed
    if (!(await giveUpSubscription(db, subscription, clock.now()))) {
      await settleDelivery(db, id, claim, { state: 'waiting', due_at: clock.now(), problem: null })
      return true
    }
    await settleDelivery(db, id, claim, { state: 'failed', problem: outcome.problem })
    await db.transaction().execute((transaction) => dropPushesTo(transaction, subscription))
    return false
  }
  const hasMore = await settle(services, claimed, outcome)
  if (outcome.kind === 'sent') await notePushed(db, subscription.id, clock.now())
  return hasMore
}

interface Claimed {
  readonly id: string
  readonly claim: string
  readonly attempts: number
  readonly of: ChannelOf
  /** Where it was sent. */
  readonly to: Destination
  /** By `performance.now()`. */
  readonly claimedAtMs: number
  readonly signal: AbortSignal
}

async function settle(services: DeliverServices, claimed: Claimed, outcome: Outcome): Promise<boolean> {
  const { db, clock } = services
  const { id, claim, of } = claimed
  const nowMs = clock.now()
  if (outcome.kind === 'aborted' || (outcome.kind !== 'sent' && (await isElsewhere(services, claimed)))) {
    await settleDelivery(db, id, claim, { state: 'waiting', due_at: nowMs, attempts: claimed.attempts - 1 })
    return outcome.kind !== 'aborted'
  }
  switch (outcome.kind) {
    case 'sent': {
      const change = { state: 'delivered', delivered_at: nowMs, problem: null } as const
      await noteWhileClaimed(() => settleDelivery(db, id, claim, change), claimed.claimedAtMs, claimed.signal)
      await clearChannelState(db, of)
      return true
    }
    case 'refused':
      await settleDelivery(db, id, claim, { state: 'failed', problem: outcome.problem })
      await noteFailure(services, of, outcome.problem, null)
      return true
    case 'again': {
      await settleDelivery(db, id, claim, { state: 'waiting', due_at: nowMs, problem: outcome.problem })
      await noteFailure(services, of, outcome.problem, outcome)
      return false
    }
  }
}

/** What an address said that the channel leads to no longer is no trouble of where it leads now. */
async function isElsewhere({ db }: DeliverServices, { of, to }: Claimed): Promise<boolean> {
  if (to.kind === 'device') return false
  return addressOf(await findWorkspaceConfig(db, of.workspaceId), to.channel) !== to.address
}

/**
 * Keeps the problem for the settings screen. What may pass holds the whole channel back, longer after every failure in
 * a row, and as long as the other side asks for.
 */
async function noteFailure(
  { db, clock, log }: DeliverServices,
  of: ChannelOf,
  problem: string,
  again: { readonly afterMs: number | null } | null,
): Promise<void> {
  const nowMs = clock.now()
  const before = await findChannelState(db, of)
  const failures = again === null ? 0 : (before?.failures ?? 0) + 1
  // Who says “at once” says nothing: a round that lasts would ask again each second.
  const waitMs = again === null ? 0 : again.afterMs || backoffMs(failures, Math.random())
  log.warn({ channel: of.channel, workspaceId: of.workspaceId, problem }, 'a notification was not delivered')
  await putChannelState(db, {
    workspace_id: of.workspaceId,
    channel: of.channel,
    failures,
    held_until: nowMs + waitMs,
    failed_at: nowMs,
    problem,
  })
}
