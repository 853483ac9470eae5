import { randomUUID } from 'node:crypto'
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  SHOWN_DELIVERIES,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
} from '../../src/contract/notifications/webhooks'
import type { WebhookDeliveryTable, WebhookTable } from '../db/integration-tables'
import type { Db } from '../db/schema'
import { invalidInput, notFound, webhookLimit } from '../lib/errors'
import { NEVER } from '../lib/never'
import { sealText } from '../lib/sealed-text'
import type { Asker } from '../members/members'
import { lockWorkspace } from '../members/people-rows'
import { listCameraIds } from '../modes/mode-rows'
import { countTest } from '../notifications/test-channel'
import { type CallOutcome, callWebhook } from './call-webhook'
import { camerasText, dropUnwanted, kindsText, untried } from './happenings'
import type { WebhookServices } from './services'
import { newMessageId, newWebhookSecret } from './signing'
import {
  dropWebhookDeliveries,
  hurryWebhookDeliveries,
  insertWebhookDeliveries,
  listWebhookDeliveries,
} from './webhook-delivery-rows'
import { WEBHOOKS_JOB } from './webhook-jobs'
import { presentDelivery, presentWebhook } from './webhook-presenter'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  type MadeWebhook,
  untroubled,
  updateWebhook,
  type WebhookPlace,
  type WebhookUpdate,
} from './webhook-rows'

/** A member's own, or any of them for the owner; others are unknown to whoever asks (TOKEN-07). */
function placeOf({ role, userId, workspaceId }: Asker, id: string): WebhookPlace {
  return { id, workspaceId, userId: role === 'owner' ? null : userId }
}

export async function readWebhooks({ db }: WebhookServices, asker: Asker): Promise<Webhook[]> {
  const { workspaceId, userId } = placeOf(asker, '')
  return (await listWebhooks(db, workspaceId, userId)).map(presentWebhook)
}

/** Makes one; its answer is the only thing that ever holds the secret. */
export async function makeWebhook(
  services: WebhookServices,
  asker: Asker,
  wanted: NewWebhook,
): Promise<Webhook & { readonly secret: string }> {
  const { db, clock, keys } = services
  requireCallable(services, wanted.url)
  const [id, secret] = [randomUUID(), newWebhookSecret()]
  const row: WebhookTable = {
    id,
    workspace_id: asker.workspaceId,
    user_id: asker.userId,
    name: wanted.name,
    url: wanted.url,
    sealed_secret: sealText(keys.webhookSecret, id, secret),
    kinds: kindsText(wanted.kinds),
    camera_ids: camerasText(wanted.cameraIds),
    state: 'on',
    created_at: clock.now(),
    ...untroubled,
  }
  await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, asker.workspaceId)
    if ((await countWebhooks(transaction, asker.workspaceId)) >= MAX_WEBHOOKS) throw webhookLimit(MAX_WEBHOOKS)
    await requireCameras(transaction, asker.workspaceId, wanted.cameraIds)
    await insertWebhook(transaction, row)
  })
  return { ...presentWebhook({ ...row, email: asker.email }), secret }
}

export async function changeWebhook(
  services: WebhookServices,
  asker: Asker,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const { db, clock, jobs } = services
  if (change.url !== undefined) requireCallable(services, change.url)
  const changed = await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, asker.workspaceId)
    const before = await load(transaction, placeOf(asker, id))
    if (change.cameraIds !== undefined) await requireCameras(transaction, asker.workspaceId, change.cameraIds)
    await updateWebhook(transaction, id, updateOf(change, before))
    if (change.isOn === false) await dropWebhookDeliveries(transaction, id)
    const after = await load(transaction, placeOf(asker, id))
    if (change.kinds !== undefined || change.cameraIds !== undefined) await dropUnwanted(transaction, after)
    // What waits is sent there: whoever mends an address wants it.
    if (after.url !== before.url) await hurryWebhookDeliveries(transaction, id, clock.now())
    return after
  })
  jobs.nudge(WEBHOOKS_JOB)
  return presentWebhook(changed)
}

/** Another address, or switching it on, begins anew: what went wrong before says nothing of it. */
function updateOf({ name, url, kinds, cameraIds, isOn }: WebhookChange, before: WebhookTable): WebhookUpdate {
  const isNew = (url !== undefined && url !== before.url) || (isOn === true && before.state !== 'on')
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(kinds !== undefined && { kinds: kindsText(kinds) }),
    ...(cameraIds !== undefined && { camera_ids: camerasText(cameraIds) }),
    ...(isOn !== undefined && { state: isOn ? 'on' : 'off' }),
    ...(isNew && untroubled),
  }
}

export async function removeWebhook({ db }: WebhookServices, asker: Asker, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Whatever happens meanwhile is being written for it behind this lock.
    await lockWorkspace(transaction, asker.workspaceId)
    await load(transaction, placeOf(asker, id))
    await deleteWebhook(transaction, id)
  })
}

export async function readDeliveries(services: WebhookServices, asker: Asker, id: string): Promise<WebhookDelivery[]> {
  const { db } = services
  const webhook = await load(db, placeOf(asker, id))
  const deliveries = await listWebhookDeliveries(db, id, SHOWN_DELIVERIES)
  return deliveries.map((row) => presentDelivery(row, webhook))
}

/** Calls it at once. It counts for the tests an hour of the workspace, and stands in the log as any other. */
export async function testWebhook(
  services: WebhookServices,
  asker: Asker,
  id: string,
): Promise<WebhookDelivery & { readonly isDelivered: boolean }> {
  const { db, clock, jobs } = services
  const webhook = await load(db, placeOf(asker, id))
  await db.transaction().execute((transaction) => countTest(transaction, asker.workspaceId, clock.now()))
  const nowMs = clock.now()
  const data = { name: webhook.name, message: 'This webhook works: messages of your cameras come like this one.' }
  const spoken = {
    id: newMessageId(),
    webhook_id: id,
    type: 'webhook.test' as const,
    data: JSON.stringify(data),
    occurred_at: nowMs,
    thumbnail_key: null,
    film_key: null,
    created_at: nowMs,
    due_at: nowMs,
  }
  const outcome = await callWebhook(services, webhook, spoken, NEVER)
  const row: WebhookDeliveryTable = { ...spoken, ...untried, ...cameOf(outcome), tries: 1, tried_at: clock.now() }
  const isDelivered = outcome.kind === 'arrived'
  // Removed meanwhile: what came of it is said all the same.
  if ((await findWebhook(db, placeOf(asker, id))) !== undefined) await insertWebhookDeliveries(db, [row])
  if (isDelivered && webhook.state === 'on') {
    await updateWebhook(db, id, untroubled)
    await hurryWebhookDeliveries(db, id, clock.now())
    jobs.nudge(WEBHOOKS_JOB)
  }
  return { ...presentDelivery(row, webhook), isDelivered }
}

function cameOf(outcome: CallOutcome): Pick<WebhookDeliveryTable, 'state' | 'status' | 'took_ms' | 'problem'> {
  switch (outcome.kind) {
    case 'arrived':
      return { state: 'delivered', status: outcome.status, took_ms: outcome.tookMs, problem: null }
    case 'failed':
    case 'gone':
      return { state: 'failed', status: outcome.status, took_ms: outcome.tookMs, problem: outcome.problem }
    case 'aborted':
      return { state: 'failed', status: null, took_ms: null, problem: 'The test was not sent.' }
  }
}

async function load(db: Db, place: WebhookPlace): Promise<MadeWebhook> {
  const webhook = await findWebhook(db, place)
  if (webhook === undefined) throw notFound('webhook')
  return webhook
}

function requireCallable({ webhooks }: Pick<WebhookServices, 'webhooks'>, url: string): void {
  const problem = webhooks.openProblemOf(url)
  if (problem !== null) throw invalidInput(`url: ${problem}`)
}

async function requireCameras(db: Db, workspaceId: string, wanted: readonly string[] | null): Promise<void> {
  if (wanted === null) return
  const own = new Set(await listCameraIds(db, workspaceId))
  if (!wanted.every((id) => own.has(id))) throw notFound('camera')
}
