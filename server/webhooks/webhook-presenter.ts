import type { Webhook, WebhookDelivery } from '../../src/contract/notifications/webhooks'
import { isoTime } from '../../src/lib/date-time'
import type { WebhookDeliveryTable, WebhookTable } from '../db/integration-tables'
import { camerasOf, kindsOf } from './happenings'
import type { MadeWebhook } from './webhook-rows'

/** As it leaves the hub: without its secret. */
export function presentWebhook(row: MadeWebhook): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    kinds: kindsOf(row),
    cameraIds: camerasOf(row),
    state: row.state,
    problem: row.problem,
    createdAt: isoTime(row.created_at),
    createdBy: row.email,
  }
}

export function presentDelivery(
  row: WebhookDeliveryTable,
  { held_until, state }: Pick<WebhookTable, 'held_until' | 'state'>,
): WebhookDelivery {
  const isWaiting = row.state === 'waiting' && state === 'on'
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    createdAt: isoTime(row.created_at),
    tries: row.tries,
    triedAt: row.tried_at === null ? null : isoTime(row.tried_at),
    status: row.status,
    tookMs: row.took_ms,
    problem: row.problem,
    nextTryAt: isWaiting ? isoTime(Math.max(row.due_at, held_until)) : null,
  }
}

/** For the export of a workspace: an address may hold a password, so its host stands for it. */
export function webhookFacts(row: MadeWebhook): object {
  const { url, ...shown } = presentWebhook(row)
  return { ...shown, host: URL.canParse(url) ? new URL(url).host : '' }
}
