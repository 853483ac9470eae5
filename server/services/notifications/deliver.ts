import { type ChannelOf, listDueChannels, settleDelivery } from '../../repositories/deliveries'
import { clearChannelState, findChannelState, putChannelState } from '../../repositories/deliveries-channels'
import type { Services } from '../services'
import { backoffMs } from './backoff'
import { type Claim, claimNext } from './claim'
import { messageOf } from './message'
import type { Outcome } from './outcome'
import { type SendServices, senderOf, sendMessage } from './send'

export type DeliverServices = SendServices & Pick<Services, 'db'>

/** Channels served at the same time: one that hangs keeps no other waiting. */
const AT_ONCE = 8

/** Sends everything that is due, each channel's messages one after another; ends early with the signal. */
export async function deliverDue(services: DeliverServices, signal: AbortSignal): Promise<void> {
  const channels = await listDueChannels(services.db, services.clock.now())
  const worker = async () => {
    for (let next = channels.pop(); next !== undefined; next = channels.pop()) {
      // A workspace that is removed meanwhile, or a bug, must not keep the others' messages.
      await deliverChannel(services, next, signal).catch((problem: unknown) =>
        services.log.error({ ...next, problem: String(problem) }, 'the messages of a channel could not be sent'),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Until nothing is left, or the channel does not take a message. */
async function deliverChannel(services: DeliverServices, of: ChannelOf, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claim = await claimNext(services, of)
    if (claim.kind === 'nothing') return
    if (claim.kind === 'claimed' && !(await deliverOne(services, claim, of, signal))) return
  }
}

/** false: the channel is to be left alone for a while. */
async function deliverOne(
  services: DeliverServices,
  { delivery, claim, address }: Extract<Claim, { kind: 'claimed' }>,
  of: ChannelOf,
  signal: AbortSignal,
): Promise<boolean> {
  const pictureKey = delivery.thumbnail_key
  const message = messageOf(delivery, senderOf(services, pictureKey))
  const outcome = await sendMessage(services, { channel: of.channel, address, pictureKey }, message, signal)
  return settle(services, { id: delivery.id, claim, attempts: delivery.attempts }, of, outcome)
}

interface Claimed {
  readonly id: string
  readonly claim: string
  readonly attempts: number
}

async function settle(services: DeliverServices, claimed: Claimed, of: ChannelOf, outcome: Outcome): Promise<boolean> {
  const { db, clock } = services
  const { id, claim } = claimed
  const nowMs = clock.now()
  switch (outcome.kind) {
    case 'sent':
      await settleDelivery(db, id, claim, { state: 'delivered', delivered_at: nowMs, problem: null })
      await clearChannelState(db, of)
      return true
    case 'refused':
      await settleDelivery(db, id, claim, { state: 'failed', problem: outcome.problem })
      await noteFailure(services, of, outcome.problem, null)
      return true
    case 'again': {
      await settleDelivery(db, id, claim, { state: 'waiting', due_at: nowMs, problem: outcome.problem })
      await noteFailure(services, of, outcome.problem, outcome)
      return false
    }
    case 'aborted':
      await settleDelivery(db, id, claim, { state: 'waiting', due_at: nowMs, attempts: claimed.attempts - 1 })
      return false
  }
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
  const waitMs = again === null ? 0 : (again.afterMs ?? backoffMs(failures, Math.random()))
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
