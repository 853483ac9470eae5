import { randomUUID } from 'node:crypto'
import type { WebhookDeliveryTable, WebhookTable } from '../db/integration-tables'
import { CLAIM_MS, noteWhileClaimed } from '../lib/claimed'
import { ServingRound } from '../lib/serving-round'
import { type CallOutcome, type CallServices, callWebhook } from './call-webhook'
import {
  AWAY_FAILURES,
  holdAfter,
  isFailingForLong,
  isHurried,
  isQuiet,
  LONGEST_TRY_MS,
  MOST_TRIES,
  waitAfter,
} from './retries'
import type { WebhookServices } from './services'
import { type StopServices, stopFor } from './stop-webhook'
import {
  type DueWebhook,
  findNextOf,
  hurryWebhookDeliveries,
  listDueWebhooks,
  settleWebhookDelivery,
  takeDelivery,
  type WebhookDeliveryChange,
} from './webhook-delivery-rows'
import { countFailure, findWebhookThatIsOn, untroubled, updateWebhook } from './webhook-rows'

export type DeliverServices = CallServices &
  StopServices &
  Pick<WebhookServices, 'db' | 'clock' | 'log' | 'believedTime'>

/** Webhooks served at the same time. */
const AT_ONCE = 16

/** A round of sending: each webhook's messages one after another. */
export class WebhookRound extends ServingRound<DueWebhook> {
  constructor(services: DeliverServices, signal: AbortSignal) {
    const { db, clock, log } = services
    super(
      {
        list: () => listDueWebhooks(db, clock.now()),
        nameOf: ({ id }) => id,
        workspaceOf: ({ workspaceId }) => workspaceId,
        serverOf: () => null,
        serveOne: ({ id }) =>
          serveWebhook(services, id, signal).catch((problem: unknown) => {
            log.error({ webhookId: id, problem: String(problem) }, 'the messages of a webhook could not be sent')
            return false
          }),
        atOnce: AT_ONCE,
      },
      signal,
    )
  }
}

/** false: nothing is left, or the receiver does not take the message. */
async function serveWebhook(services: DeliverServices, webhookId: string, signal: AbortSignal): Promise<boolean> {
  const next = await claimNext(services, webhookId)
  return next.kind === 'claimed' ? deliverOne(services, next, signal) : next.kind === 'other'
}

type Next =
  | {
      readonly kind: 'claimed'
      /** As it is now, also for messages that were written before it changed. */
      readonly webhook: WebhookTable
      /** As it was before this try. */
      readonly delivery: WebhookDeliveryTable
      readonly claim: string
    }
  /** This one goes nowhere, or another sender has it; there may be another. */
  | { readonly kind: 'other' }
  | { readonly kind: 'nothing' }

/** Takes the next message of a webhook, for one sender alone, whichever hub it is in. */
async function claimNext(
  services: Pick<DeliverServices, 'db' | 'clock' | 'believedTime'>,
  webhookId: string,
): Promise<Next> {
  const { db, clock } = services
  const nowMs = clock.now()
  const webhook = await findWebhookThatIsOn(db, webhookId)
  const delivery = webhook && (await findNextOf(db, webhookId, nowMs))
  if (webhook === undefined || delivery === undefined) return { kind: 'nothing' }
  const claim = randomUUID()
  if (!(await takeDelivery(db, delivery, { claim, untilMs: nowMs + CLAIM_MS }))) return { kind: 'other' }
  if (delivery.tries >= MOST_TRIES || (await isTooOld(services, delivery))) {
    const problem = delivery.problem ?? 'It did not leave within a day.'
    await settleWebhookDelivery(db, delivery.id, claim, { state: 'failed', tries: delivery.tries, problem })
    return { kind: 'other' }
  }
  return { kind: 'claimed', webhook, delivery, claim }
}

async function isTooOld(
  services: Pick<DeliverServices, 'db' | 'clock' | 'believedTime'>,
  { created_at }: Pick<WebhookDeliveryTable, 'created_at'>,
): Promise<boolean> {
  if (services.clock.now() - created_at < LONGEST_TRY_MS) return false
  return (await services.believedTime()) - created_at >= LONGEST_TRY_MS
}

/** false: the webhook is to be left alone for a while. */
async function deliverOne(
  services: DeliverServices,
  { webhook, delivery, claim }: Extract<Next, { kind: 'claimed' }>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = services
  const claimedAtMs = performance.now()
  const outcome = await callWebhook(services, webhook, delivery, signal)
  const nowMs = clock.now()
  switch (outcome.kind) {
    case 'arrived': {
      const { status, tookMs } = outcome
      const change = { state: 'delivered', status, took_ms: tookMs, tried_at: nowMs, problem: null } as const
      await noteWhileClaimed(() => settleWebhookDelivery(db, delivery.id, claim, change), claimedAtMs, signal)
      if (webhook.failures > 0) await updateWebhook(db, webhook.id, untroubled)
      if (webhook.failures >= AWAY_FAILURES) await hurryWebhookDeliveries(db, webhook.id, nowMs)
      return true
    }
    case 'aborted': {
      const change = { state: 'waiting', due_at: nowMs, tries: delivery.tries } as const
      await settleWebhookDelivery(db, delivery.id, claim, change)
      return false
    }
    case 'failed':
    case 'gone':
      return settleFailed(services, { webhook, delivery, claim }, outcome)
  }
}

/** true: the webhook has another address by now, at which the message is tried next. */
async function settleFailed(
  services: DeliverServices,
  { webhook, delivery, claim }: Omit<Extract<Next, { kind: 'claimed' }>, 'kind'>,
  outcome: Extract<CallOutcome, { kind: 'failed' | 'gone' }>,
): Promise<boolean> {
  const { db, clock, log } = services
  const nowMs = clock.now()
  const { status, tookMs, problem } = outcome
  log.warn({ webhookId: webhook.id, workspaceId: webhook.workspace_id, problem }, 'a webhook did not take a message')
  if (webhook.failures > 0 && isQuiet(webhook, nowMs)) await updateWebhook(db, webhook.id, untroubled)
  const counted = await countFailure(db, webhook, { nowMs, problem })
  if (counted === undefined && (await findWebhookThatIsOn(db, webhook.id)) !== undefined) {
    await settleWebhookDelivery(db, delivery.id, claim, { state: 'waiting', due_at: nowMs, tries: delivery.tries })
    return true
  }
  const told = { status, took_ms: tookMs, tried_at: nowMs, problem }
  await settleWebhookDelivery(db, delivery.id, claim, afterFailure(delivery, outcome.kind, told))
  if (counted !== undefined) await heedFailure(services, counted, outcome)
  return false
}

/** Holds the webhook back, or switches it off. */
async function heedFailure(
  services: DeliverServices,
  webhook: WebhookTable,
  { kind, problem, askedMs }: Extract<CallOutcome, { kind: 'failed' | 'gone' }>,
): Promise<void> {
  const { db, clock } = services
  const nowMs = clock.now()
  const { id, failures, failing_since } = webhook
  if (kind === 'gone') return stopFor(services, webhook, 'gone', problem)
  if (isFailingForLong(failures, failing_since, nowMs)) return stopFor(services, webhook, 'failing', problem)
  await updateWebhook(db, id, { held_until: nowMs + holdAfter(failures, askedMs, Math.random()) })
}

type Told = Required<Pick<WebhookDeliveryChange, 'status' | 'took_ms' | 'problem'>> & { readonly tried_at: number }

/** What becomes of a message that failed: one that was only hurried keeps its tries, and their times. */
function afterFailure(delivery: WebhookDeliveryTable, kind: 'failed' | 'gone', told: Told): WebhookDeliveryChange {
  if (kind === 'gone') return { state: 'failed', ...told }
  const { tries, tried_at } = isHurried(delivery) ? delivery : { tries: delivery.tries + 1, tried_at: told.tried_at }
  const waitMs = waitAfter(tries, Math.random())
  if (waitMs === null) return { state: 'failed', ...told }
  return { state: 'waiting', ...told, tries, tried_at, due_at: (tried_at ?? told.tried_at) + waitMs }
}
