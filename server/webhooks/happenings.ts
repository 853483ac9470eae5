import * as z from 'zod/mini'
import { type WebhookKind, type WebhookMessageType, webhookKind } from '../../src/contract/notifications/webhooks'
import { isoTime } from '../../src/lib/date-time'
import type { WebhookDeliveryTable, WebhookTable } from '../db/integration-tables'
import { labelsIn } from '../db/label-text'
import type { AlertKind } from '../db/notification-tables'
import type { CameraTable, Db, EventTable, VideoTable } from '../db/schema'
import type { BlobKey } from '../storage/blobs'
import { newMessageId } from './signing'
import { dropWebhookDeliveries, insertWebhookDeliveries, listOnTheirWay } from './webhook-delivery-rows'
import { listWebhooksThatAreOn } from './webhook-rows'

/** Something that programs may be called for. */
export type Happening =
  | {
      readonly kind: 'event.created'
      readonly event: EventTable
      /** The recording with which it came. */
      readonly video?: VideoTable
      /** Of an ALERT event. */
      readonly alertKind?: AlertKind
    }
  | { readonly kind: 'clip.created'; readonly video: VideoTable }
  | { readonly kind: 'camera.offline' | 'camera.online'; readonly atMs: number }

/**
 * Writes a message for every webhook that is to be called. Call it in the transaction of what happened; true: there is
 * something to send. Modes, snooze and the choices of notifications play no part: those are for people, and a program is
 * told what the lists of the hub show.
 */
export async function noteHappenings(
  db: Db,
  camera: CameraTable,
  happenings: readonly Happening[],
  nowMs: number,
): Promise<boolean> {
  const webhooks = await listWebhooksThatAreOn(db, camera.workspace_id)
  const rows = webhooks.flatMap((webhook) =>
    happenings
      .filter(({ kind }) => isWanted(webhook, kind, camera.id))
      .map((happening) => deliveryOf(webhook.id, happening, camera, nowMs)),
  )
  await insertWebhookDeliveries(db, rows)
  return rows.length > 0
}

type Choices = Pick<WebhookTable, 'kinds' | 'camera_ids'>

function isWanted(choices: Choices, kind: WebhookMessageType, cameraId: string): boolean {
  return kindsOf(choices).some((wanted) => wanted === kind) && (camerasOf(choices)?.includes(cameraId) ?? true)
}

const ofCamera = z.object({ camera: z.object({ id: z.string() }) })

/** Ends what waits for a webhook that is no longer called for it. */
export async function dropUnwanted(db: Db, webhook: Choices & Pick<WebhookTable, 'id'>): Promise<void> {
  const unwanted = (await listOnTheirWay(db, webhook.id)).filter(
    ({ type, data }) => !isWanted(webhook, type, ofCamera.parse(JSON.parse(data)).camera.id),
  )
  await dropWebhookDeliveries(
    db,
    webhook.id,
    unwanted.map(({ id }) => id),
  )
}

export function kindsText(kinds: readonly WebhookKind[]): string {
  return webhookKind.options.filter((kind) => kinds.includes(kind)).join(' ')
}

export function kindsOf({ kinds }: Pick<Choices, 'kinds'>): WebhookKind[] {
  const held = new Set(kinds.split(' '))
  return webhookKind.options.filter((kind) => held.has(kind))
}

const ids = z.array(z.string())

export function camerasText(cameraIds: readonly string[] | null): string | null {
  return cameraIds === null ? null : JSON.stringify(cameraIds)
}

/** null: all. */
export function camerasOf({ camera_ids }: Pick<Choices, 'camera_ids'>): string[] | null {
  return camera_ids === null ? null : ids.parse(JSON.parse(camera_ids))
}

function deliveryOf(webhookId: string, happening: Happening, camera: CameraTable, nowMs: number): WebhookDeliveryTable {
  const { data, occurredAtMs, film } = said(happening)
  return {
    id: newMessageId(),
    webhook_id: webhookId,
    type: happening.kind,
    data: JSON.stringify({ ...data, camera: { id: camera.id, name: camera.name, location: camera.location } }),
    occurred_at: occurredAtMs,
    thumbnail_key: film?.thumbnail_key ?? null,
    film_key: film?.blob_key ?? null,
    created_at: nowMs,
    state: 'waiting',
    due_at: nowMs,
    ...untried,
  }
}

export const untried = { tries: 0, claim: null, tried_at: null, status: null, took_ms: null, problem: null } as const

interface Said {
  readonly data: object
  readonly occurredAtMs: number
  readonly film: { readonly blob_key: BlobKey; readonly thumbnail_key: BlobKey | null } | null
}

function said(happening: Happening): Said {
  switch (happening.kind) {
    case 'event.created': {
      const { event, video = null, alertKind = null } = happening
      const { id, type, title, message, video_id: videoId, labels } = event
      const facts = { id, type, title, message, createdAt: isoTime(event.created_at), videoId }
      return {
        data: { ...facts, alertKind, labels: labelsIn(labels) },
        occurredAtMs: event.created_at,
        film: video,
      }
    }
    case 'clip.created': {
      const { video } = happening
      const { id, title, media_type: type, event_type: notificationType, size_bytes: size, labels } = video
      const facts = { id, title, type, notificationType, size, createdAt: isoTime(video.created_at) }
      return {
        data: { ...facts, hasAudio: video.has_audio === 1, labels: labelsIn(labels) },
        occurredAtMs: video.created_at,
        film: video,
      }
    }
    case 'camera.offline':
    case 'camera.online': {
      const status = happening.kind === 'camera.online' ? 'ONLINE' : 'OFFLINE'
      return { data: { status, since: isoTime(happening.atMs) }, occurredAtMs: happening.atMs, film: null }
    }
  }
}
