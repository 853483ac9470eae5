import type { WebhookDeliveryState, WebhookMessageType, WebhookState } from '../../src/contract/notifications/webhooks'

/** An address that the hub calls when something happened. It goes with the membership of who made it (migration 0029). */
export interface WebhookTable {
  id: string
  workspace_id: string
  user_id: string
  name: string
  url: string
  /** What its messages are signed with (server/lib/sealed-text.ts). */
  sealed_secret: string
  /** Kinds of the contract, with a space between two. */
  kinds: string
  /** JSON of the contract's `cameraIds`; null: all. */
  camera_ids: string | null
  state: WebhookState
  created_at: number
  /** Tries that failed since a message arrived, and when the first of them did; null: the last one arrived. */
  failures: number
  failing_since: number | null
  /** Nothing is sent before this. */
  held_until: number
  problem: string | null
}

/** One message to one webhook, with everything it says: the camera may be renamed or gone when it leaves. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  type: WebhookMessageType
  /** JSON of the body's `data`, without links, which are good for minutes and made anew for each try. */
  data: string
  occurred_at: number
  thumbnail_key: string | null
  film_key: string | null
  created_at: number
  state: WebhookDeliveryState
  /** When it may be sent; while it is being sent, when its sender counts as dead. */
  due_at: number
  tries: number
  /** Who sends it: a sender that lost it to another changes nothing any more. */
  claim: string | null
  tried_at: number | null
  status: number | null
  took_ms: number | null
  problem: string | null
}

/**
 * The workspace that the broker is told of, which may be gone (migration 0030), and by their ids those that were removed and
 * of which it may hold something still.
 */
export interface MqttWorkspaceTable {
  id: string
  workspace_id: string
}

/** Which of the last minutes' events the broker knows (migration 0037). */
export interface MqttToldTable {
  workspace_id: string
  /** Ids, with commas between. */
  event_ids: string
}
