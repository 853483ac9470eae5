import type { Tier } from '../../src/contract/plans'
import type { BillingPeriod } from '../../src/contract/workspace'

/** What a workspace took of its plan in one month; deleting recordings does not lower it. */
export interface UsageMonthTable {
  workspace_id: string
  /** First moment of the calendar month, UTC. */
  month_start: number
  recorded_bytes: number
  chats: number
}

/** What a workspace pays for. Its limits follow `workspaces.tier`, which may stay higher until the period ends. */
export interface WorkspaceBillingTable {
  workspace_id: string
  tier: Tier
  billing_period: BillingPeriod
  /** End of what is paid for; null: the calendar month. */
  period_end: number | null
  /** The tier before the last downgrade: recordings are still kept by it until `former_until`. */
  former_tier: Tier | null
  former_until: number | null
  /** How many mails have told since then what goes (migration 0032). */
  former_mails: number
  stripe_customer_id: string | null
  /** When the reading of the subscription began that this row shows; 0: none did. */
  stripe_read_at: number
}

/** Events of the payment provider that were acted on. */
export interface StripeEventTable {
  id: string
  received_at: number
}

/** Files whose row is gone and that go next. */
export interface BlobRemovalTable {
  blob_key: string
  asked_at: number
}

/** A clip whose recording was removed: a repeat of its upload is answered as the first time, and stores nothing. */
export interface RemovedClipTable {
  workspace_id: string
  clip_id: string
  video_id: string
  removed_at: number
}

/** A clip that the plan had no room for, while it waits at its camera, and the event that tells of it (migration 0035). */
export interface RefusedClipTable {
  workspace_id: string
  clip_id: string
  event_id: string
  refused_at: number
}

/** One row: how far retention by age believes the hub's clock. */
export interface RetentionClockTable {
  id: string
  /** What the clock said when it was last believed. */
  believed_at: number
  /** What it said in the last round. */
  round_at: number
  /** For how long rounds have seen it go on from a leap; 0 while it is believed. */
  held_ms: number
}

export interface ChatTable {
  id: string
  workspace_id: string
  /** Order of creation within the workspace. */
  position: number
  created_at: number
}

/** A message to the assistant with its answer; without one it is on its way. */
export interface ChatMessageTable {
  id: string
  chat_id: string
  workspace_id: string
  message: string
  sent_at: number
  answer: string | null
  answered_at: number | null
  /** Order of the answers within the chat. */
  answer_position: number | null
  /** null: their account is gone, or the message is of before migration 0036. */
  asked_by: string | null
}
