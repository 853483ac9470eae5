import type { WebhookDeliveryTable, WebhookTable } from '../db/integration-tables'
import { unsealText } from '../lib/sealed-text'
import { retryAfterMs } from '../notifications/sending/backoff'
import type { WebhookResult } from '../notifications/sending/webhook-calls'
import type { WebhookServices } from './services'
import { signedHeaders } from './signing'
import { type BodyServices, bodyOf } from './webhook-body'

export type CallServices = BodyServices & Pick<WebhookServices, 'clock' | 'keys' | 'webhooks'>

/** How one try went. Problems are sentences for the log of the webhook. */
export type CallOutcome =
  | { readonly kind: 'arrived'; readonly status: number; readonly tookMs: number }
  | {
      /** gone: the receiver wants no more of it, ever (410). */
      readonly kind: 'failed' | 'gone'
      /** null: no answer came. */
      readonly status: number | null
      readonly tookMs: number
      readonly problem: string
      /** How long the receiver asks to be left alone, in milliseconds; null: it does not say. */
      readonly askedMs: number | null
    }
  | { readonly kind: 'aborted' }

type Called = Pick<WebhookTable, 'id' | 'workspace_id' | 'url' | 'sealed_secret'>
type Spoken = Pick<WebhookDeliveryTable, 'id' | 'type' | 'data' | 'occurred_at' | 'thumbnail_key' | 'film_key'>

/** Calls a webhook once, with a message. Never rejects for what the other side does. */
export async function callWebhook(
  services: CallServices,
  webhook: Called,
  spoken: Spoken,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const secret = unsealText(services.keys.webhookSecret, webhook.id, webhook.sealed_secret)
  if (secret === null) return failed('The hub has lost the secret of this webhook. Remove it and add it anew.', 0)
  const body = bodyOf(services, webhook.workspace_id, spoken)
  const headers = signedHeaders(secret, { id: spoken.id, body, sentAtMs: services.clock.now() })
  const startMs = performance.now()
  const result = await services.webhooks.postOpen(webhook.url, { body, headers }, signal)
  return outcomeOf(result, Math.round(performance.now() - startMs), services.clock.now())
}

function failed(problem: string, tookMs: number): CallOutcome {
  return { kind: 'failed', status: null, tookMs, problem, askedMs: null }
}

function outcomeOf(result: WebhookResult, tookMs: number, nowMs: number): CallOutcome {
  switch (result.kind) {
    case 'answered':
      return answerOutcome(result.status, tookMs, retryAfterMs(result.retryAfter, nowMs))
    case 'not-allowed':
    case 'unreachable':
      return failed(result.problem, tookMs)
    case 'aborted':
      return { kind: 'aborted' }
  }
}

/** Only what is for good ends it: a script that is being mended answers 404 and 500 alike. */
function answerOutcome(status: number, tookMs: number, askedMs: number | null): CallOutcome {
  if (status >= 200 && status < 300) return { kind: 'arrived', status, tookMs }
  const kind = status === 410 ? 'gone' : 'failed'
  return { kind, status, tookMs, problem: problemOf(status), askedMs }
}

function problemOf(status: number): string {
  if (status === 410) return 'The receiver wants no more messages (status 410).'
  if (status >= 300 && status < 400)
    return `The receiver sends the hub elsewhere (status ${status}), where it does not follow. Give the address itself.`
  if (status === 429) return 'The receiver asks for fewer messages (status 429).'
  return `The receiver did not take the message (status ${status}).`
}
