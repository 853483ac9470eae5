import * as z from 'zod/mini'
import { call } from '../call'
import { nameOf } from '../names'
import { flag, ignored, isoTime, listOf, numberOrZero, textOrEmpty, textOrNull } from '../wire'

export const MAX_WEBHOOKS = 20
/** How many of its last deliveries a webhook's log shows. */
export const SHOWN_DELIVERIES = 50
/** Most cameras that one names. */
const MAX_CAMERAS = 1000

/** What a webhook may be called for. */
export const webhookKinds = ['event.created', 'clip.created', 'camera.offline', 'camera.online'] as const

const KINDS_SENTENCE = `A kind is ${webhookKinds.slice(0, -1).join(', ')} or ${webhookKinds.at(-1)}.`
export const webhookKind = z.enum(webhookKinds, { error: KINDS_SENTENCE })
export type WebhookKind = z.infer<typeof webhookKind>

/** What stands as `type` in a body: a kind, or what a press on Test sends. */
export const webhookMessageType = z.enum([...webhookKinds, 'webhook.test'])
export type WebhookMessageType = z.infer<typeof webhookMessageType>

/** off: somebody switched it off; gone: its receiver answered 410; failing: nothing has arrived there for days. */
const webhookState = z.enum(['on', 'off', 'gone', 'failing'])
export type WebhookState = z.infer<typeof webhookState>

const webhook = z.object({
  id: z.string(),
  name: textOrEmpty,
  url: textOrEmpty,
  kinds: listOf(webhookKind),
  /** null: of all cameras, also of those that are added later. */
  cameraIds: z.catch(z.nullable(z.array(z.string())), null),
  state: z.catch(webhookState, 'off'),
  /** What went wrong last; null once a message has arrived since. */
  problem: textOrNull,
  createdAt: isoTime,
  /** Who made it: it ends with their membership. */
  createdBy: textOrEmpty,
})
export type Webhook = z.infer<typeof webhook>

/** dropped: the webhook was switched off before it left. */
const webhookDeliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed', 'dropped'])
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryState>

const delivery = z.object({
  /** The header `webhook-id` of each of its tries. */
  id: z.string(),
  type: z.catch(webhookMessageType, 'webhook.test'),
  state: z.catch(webhookDeliveryState, 'failed'),
  createdAt: isoTime,
  tries: numberOrZero,
  /** Of the last try; null: there was none. */
  triedAt: textOrNull,
  /** HTTP status of the last try's answer; null: none came. */
  status: z.catch(z.nullable(z.number()), null),
  /** How long the last try took, in milliseconds. */
  tookMs: z.catch(z.nullable(z.number()), null),
  problem: textOrNull,
  /** When it is tried next; null: never. */
  nextTryAt: textOrNull,
})
export type WebhookDelivery = z.infer<typeof delivery>

const name = nameOf(100, {
  missing: 'Give the webhook a name.',
  tooLong: "The webhook's name has at most 100 characters.",
})

const url = z
  .string({ error: 'Give the address that is to be called.' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Give the address that is to be called.' }),
    z.maxLength(2000, { error: 'The address has at most 2000 characters.' }),
  )

const kinds = z.array(webhookKind, { error: 'Choose what the webhook is called for.' }).check(
  z.minLength(1, { error: 'Choose at least one thing that the webhook is called for.' }),
  z.refine((all) => new Set(all).size === all.length, { error: 'Name each kind once.' }),
)

const CAMERAS_SENTENCE = 'cameraIds is null for all cameras, or a list of their ids, each once, at least one.'
const cameraIds = z.nullable(
  z.array(z.string().check(z.maxLength(100)), { error: CAMERAS_SENTENCE }).check(
    z.minLength(1, { error: CAMERAS_SENTENCE }),
    z.maxLength(MAX_CAMERAS, { error: `A webhook names at most ${MAX_CAMERAS} cameras; null stands for all.` }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: CAMERAS_SENTENCE }),
  ),
)

const newWebhook = z.object({ name, url, kinds, cameraIds: z._default(cameraIds, null) })
export type NewWebhook = z.infer<typeof newWebhook>

/** Any part of it; what is left out stays as it is. */
const webhookChange = z
  .object({
    name: z.optional(name),
    url: z.optional(url),
    kinds: z.optional(kinds),
    cameraIds: z.optional(cameraIds),
    /** true also ends a pause after failures. */
    isOn: z.optional(z.boolean({ error: 'isOn is true or false.' })),
  })
  .check(
    z.refine((change) => Object.values(change).some((part) => part !== undefined), { error: 'Say what to change.' }),
  )
export type WebhookChange = z.infer<typeof webhookChange>

/**
 * Extension `webhooks`: the hub calls an address when something happened, signed by the Standard Webhooks convention. No
 * API token makes or sees one: it would go on telling after the token was revoked.
 */
export const webhookCalls = {
  list: call({
    method: 'GET',
    path: '/webhooks',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: listOf(webhook),
  }),
  /** The only answer that ever holds the secret. */
  create: call({
    method: 'POST',
    path: '/webhooks',
    signedIn: true,
    tokens: 'none',
    status: 201,
    body: newWebhook,
    answer: z.extend(webhook, { secret: z.string() }),
  }),
  change: call({
    method: 'PATCH',
    path: '/webhooks/:webhookId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: webhookChange,
    answer: webhook,
  }),
  remove: call({
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  /** The newest first, those that wait among them. */
  deliveries: call({
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: listOf(delivery),
  }),
  /** Calls it once, at once, also where it is off; what came of that is the answer. */
  test: call({
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: z.extend(delivery, { isDelivered: flag(false) }),
  }),
}
