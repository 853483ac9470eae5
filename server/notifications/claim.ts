import { randomUUID } from 'node:crypto'
import { planLimits } from '../../src/contract/plans'
import type { Channel } from '../../src/contract/workspace-config'
import { DAY_MS } from '../../src/lib/durations'
import type { ChannelStateTable, DeliveryTable, UnrecordedWhy } from '../db/notification-tables'
import type { PushSubscriptionTable } from '../db/push-tables'
import type { Db } from '../db/schema'
import { CLAIM_MS } from '../lib/claimed'
import { monthOf } from '../lib/month'
import { lockWorkspace } from '../members/people-rows'
import { isSnoozed } from '../modes/mode-gate'
import { findChannelState } from './channel-rows'
import { addressOf } from './channels'
import {
  AHEAD_MS,
  type ChannelOf,
  countPlaces,
  dropDeliveries,
  findNextDelivery,
  isOvertaken,
  isReturnOfNothing,
  updateDelivery,
} from './delivery-rows'
import { whyNotRecorded } from './event-words'
import { findUnrecordedMessage } from './incident-rows'
import { isPush, subscriptionIdOf } from './push/push-channel'
import { findPushDevice } from './push/push-rows'
import type { NotificationServices } from './services'
import { findWorkspaceConfig } from './settings-rows'

/** Older messages are given up (MSG-06). */
const LONGEST_TRY_MS = DAY_MS

/** Where a channel leads. */
export type Destination =
  | { readonly kind: 'address'; readonly channel: Channel; readonly address: string }
  | { readonly kind: 'device'; readonly subscription: PushSubscriptionTable }

export type Claim =
  | {
      readonly kind: 'claimed'
      readonly delivery: DeliveryTable
      readonly claim: string
      /** Where the channel leads now, also for messages that were written before it changed. */
      readonly to: Destination
    }
  /** This one goes nowhere; there may be another. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'nothing' }

/**
 * Takes the next message of a channel, for one sender alone, with its place in the month's quota. All in one transaction
 * that holds the workspace, so that hubs and workers side by side neither send one twice nor pass the quota.
 */
export async function claimNext(
  { db, clock, believedTime }: Pick<NotificationServices, 'db' | 'clock' | 'believedTime'>,
  of: ChannelOf,
): Promise<Claim> {
  const times = { nowMs: clock.now(), byMs: await believedTime() }
  return db.transaction().execute(async (transaction) => claimIn(transaction, of, times))
}

/** `byMs`: by which messages are too old. */
async function claimIn(
  db: Db,
  of: ChannelOf,
  { nowMs, byMs }: { readonly nowMs: number; readonly byMs: number },
): Promise<Claim> {
  const workspace = await lockWorkspace(db, of.workspaceId)
  const held = await findChannelState(db, of)
  if (held !== undefined && isHeld(held, nowMs)) return { kind: 'nothing' }
  const delivery = await findNextDelivery(db, of, nowMs)
  if (delivery === undefined) return { kind: 'nothing' }
  if (await isSnoozed(db, of.workspaceId, nowMs)) return end(db, delivery, 'dropped')
  const to = await destinationOf(db, of)
  if (to === null) {
    await dropDeliveries(db, of)
    return { kind: 'nothing' }
  }
  if (byMs - delivery.created_at >= LONGEST_TRY_MS) return end(db, delivery, 'failed')
  if (await isOvertaken(db, delivery, nowMs)) return end(db, delivery, 'dropped')
  if (await isReturnOfNothing(db, delivery, nowMs)) return end(db, delivery, 'dropped')
  const limit = planLimits[workspace.tier].notificationsPerMonth
  const { delivered, sending } = await countPlaces(db, of.workspaceId, monthOf(nowMs), nowMs)
  if (delivered >= limit) return end(db, delivery, 'suppressed')
  // Those on their way may fail, and a failure costs no place: this one waits until that is known.
  if (delivered + sending >= limit) return { kind: 'nothing' }
  return take(db, delivery, to, nowMs)
}

/** null: it is off, has no address, or is a device that is signed out. */
async function destinationOf(db: Db, { workspaceId, channel }: ChannelOf): Promise<Destination | null> {
  if (isPush(channel)) {
    const subscription = await findPushDevice(db, subscriptionIdOf(channel) ?? '')
    return subscription === undefined ? null : { kind: 'device', subscription }
  }
  const address = addressOf(await findWorkspaceConfig(db, workspaceId), channel)
  return address === null ? null : { kind: 'address', channel, address }
}

/** What failed in the future failed by a clock that was ahead: it holds nothing back. */
function isHeld({ held_until, failed_at }: ChannelStateTable, nowMs: number): boolean {
  return held_until > nowMs && failed_at <= nowMs + AHEAD_MS
}

async function end(db: Db, { id }: DeliveryTable, state: 'failed' | 'suppressed' | 'dropped'): Promise<Claim> {
  await updateDelivery(db, id, { state, claim: null })
  return { kind: 'ended' }
}

async function take(db: Db, delivery: DeliveryTable, to: Destination, nowMs: number): Promise<Claim> {
  const claim = randomUUID()
  const change = { state: 'sending', claim, due_at: nowMs + CLAIM_MS, attempts: delivery.attempts + 1 } as const
  await updateDelivery(db, delivery.id, change)
  const unrecorded_why = await whyUnrecordedNow(db, delivery)
  return { kind: 'claimed', delivery: { ...delivery, ...change, unrecorded_why }, claim, to }
}

/** A refused clip may have come while its message waited, or while it was counted for a digest (KEEP-18). */
async function whyUnrecordedNow(
  db: Db,
  { kind, tag, unrecorded_why, from_at, occurred_at }: DeliveryTable,
): Promise<UnrecordedWhy | null> {
  if (tag === null || (kind !== 'digest' && unrecorded_why === null)) return unrecorded_why
  const message = await findUnrecordedMessage(db, tag, { fromMs: from_at, untilMs: occurred_at + 1 })
  return message === null ? null : whyNotRecorded(message)
}
