import type { EventType } from '../../src/contract/event'
import type { AlertKind as ToldKind } from '../../src/contract/tampering'
import type { Channel } from '../../src/contract/workspace-config'

/** Events of one camera and type that follow one another without a long pause: told once, then in digests. */
export interface IncidentTable {
  id: string
  workspace_id: string
  camera_id: string
  type: EventType
  started_at: number
  /** When its last event reached the hub. */
  last_at: number
  told_at: number
  /** Events that no message has told of yet, and the times of the first and the last of them. */
  untold_count: number
  untold_from: number | null
  untold_to: number | null
  /** Picture of the newest of them. */
  thumbnail_key: string | null
  /** What they show (label-text.ts). */
  labels: string | null
  /** When they are told; null: there are none. */
  digest_due_at: number | null
}

/** A camera that went offline for longer than a moment. */
export interface OutageTable {
  id: string
  workspace_id: string
  camera_id: string
  /** When its last snapshot came. */
  seen_at: number
  started_at: number
  /** How long the camera must be online before it counts as back. */
  stay_ms: number
  /** Since when it is online again; null: it is not. */
  back_since: number | null
  ended_at: number | null
  /** Whether people were told of it: then they are told of its end too. */
  is_told: number
}

/** One row: since when the hub has watched the cameras without a pause of its own. */
export interface OutageWatchTable {
  id: string
  since_at: number
  round_at: number
}

/** An alert that a camera told of: a repeat makes no second event. */
export interface CameraAlertTable {
  workspace_id: string
  /** Chosen by the camera. */
  alert_id: string
  camera_id: string
  event_id: string
  received_at: number
}

/** Good news of a camera's device, which makes no event: a repeat makes no second message. */
export interface CameraNoticeTable {
  workspace_id: string
  /** Chosen by the camera. */
  notice_id: string
  camera_id: string
  received_at: number
}

/** The refusals of a plan that has no room for a clip (KEEP-18). */
export type UnrecordedWhy = 'recording-limit' | 'storage-full'

/** What an alert is about; a camera cannot tell of itself that it is gone. */
export type AlertKind = Exclude<ToldKind, 'power-back'> | 'offline'

export type DeliveryKind = 'event' | 'digest' | 'offline' | 'online' | 'power-back'

/**
 * waiting and sending are on their way; suppressed: the plan's quota was spent; dropped: its channel was turned off,
 * notifications were snoozed, or a later one told the opposite; failed: given up, its problem says why.
 */
export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'failed' | 'suppressed' | 'dropped'

/** The browser of one session that gets pushes, by the id of its subscription: a channel of its own. */
export type PushChannel = `push:${string}`

export type DeliveryChannel = Channel | PushChannel

/** One message to one channel, with everything it says: the camera may be renamed or gone when it leaves. */
export interface DeliveryTable {
  id: string
  workspace_id: string
  channel: DeliveryChannel
  kind: DeliveryKind
  /** null: it is about the camera itself. */
  event_type: EventType | null
  /** null: it was written before messages named it. */
  camera_id: string | null
  camera_name: string
  camera_location: string
  /** When it happened; of several events, the last. */
  occurred_at: number
  /** Of several events, the first. */
  from_at: number
  event_count: number
  /** What was seen (label-text.ts). */
  labels: string | null
  /** What an ALERT event is about; null of everything else. */
  alert_kind: AlertKind | null
  /** Why there is no recording of it (KEEP-18); null: there is one, it is none of a clip, or a digest, which asks as it leaves. */
  unrecorded_why: UnrecordedWhy | null
  thumbnail_key: string | null
  created_at: number
  state: DeliveryState
  /** When it may be sent; while it is being sent, when its sender counts as dead. */
  due_at: number
  attempts: number
  /** Who sends it: a sender that lost it to another changes nothing any more. */
  claim: string | null
  delivered_at: number | null
  problem: string | null
  /** What it goes on about, such as an incident: a browser shows only the newest notification of one. */
  tag: string | null
  /** When somebody snoozed from its notification, which they may once. */
  snoozed_at: number | null
}

/** What went wrong on a channel last. A channel whose last message arrived has no row. */
export interface ChannelStateTable {
  workspace_id: string
  channel: DeliveryChannel
  /** Failures in a row that may pass. */
  failures: number
  /** Nothing is sent before this. */
  held_until: number
  failed_at: number
  problem: string
}

/** One row per test message, for their limit. */
export interface ChannelTestTable {
  id: string
  workspace_id: string
  sent_at: number
}
