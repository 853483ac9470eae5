import * as z from 'zod/mini'
import { labelCount } from '../detection'
import { eventType } from '../event'
import type { WebhookMessageType } from './webhooks'

const camera = z.object({ id: z.string(), name: z.string(), location: z.string() })
const link = z.nullable(z.string())
/** Good for some minutes; null: there is none. */
const links = { thumbnailUrl: link, videoUrl: link }
const isoTime = z.iso.datetime()

const event = z.object({
  id: z.string(),
  type: eventType,
  title: z.string(),
  message: z.string(),
  createdAt: isoTime,
  videoId: z.nullable(z.string()),
  /** What an ALERT is about, such as covered or offline; null of everything else. */
  alertKind: z.nullable(z.string()),
  labels: z.array(labelCount),
  camera,
  ...links,
})

const clip = z.object({
  id: z.string(),
  title: z.string(),
  /** Media type. */
  type: z.string(),
  notificationType: eventType,
  /** Bytes. */
  size: z.number(),
  createdAt: isoTime,
  hasAudio: z.boolean(),
  labels: z.array(labelCount),
  camera,
  ...links,
})

const status = (value: 'ONLINE' | 'OFFLINE') => z.object({ camera, status: z.literal(value), since: isoTime })

const body = <Data extends z.ZodMiniType>(type: WebhookMessageType, data: Data) =>
  z.object({ type: z.literal(type), timestamp: isoTime, workspaceId: z.string(), data })

/** What a webhook is sent, by its type: for the API's description and for tests. */
export const webhookBodies = {
  'event.created': body('event.created', event),
  'clip.created': body('clip.created', clip),
  'camera.offline': body('camera.offline', status('OFFLINE')),
  'camera.online': body('camera.online', status('ONLINE')),
  'webhook.test': body('webhook.test', z.object({ name: z.string(), message: z.string() })),
} as const satisfies Record<WebhookMessageType, z.ZodMiniType>
