import type { Kysely } from 'kysely'
import type { EventType } from '../../src/contract/event'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import type { SessionStart } from '../../src/contract/sign-in/sessions'
import type { DescriptionHourTable, EventDescriptionTable } from './description-tables'
import type { CameraKeyTable, ClipProofTable } from './evidence-tables'
import type { FilmColumns } from './film-columns'
import type { MqttToldTable, MqttWorkspaceTable, WebhookDeliveryTable, WebhookTable } from './integration-tables'
import type {
  CameraAlertTable,
  CameraNoticeTable,
  ChannelStateTable,
  ChannelTestTable,
  DeliveryTable,
  IncidentTable,
  OutageTable,
  OutageWatchTable,
} from './notification-tables'
import type { PasskeyChallengeTable, PasskeyTable } from './passkey-tables'
import type {
  BlobRemovalTable,
  ChatMessageTable,
  ChatTable,
  RefusedClipTable,
  RemovedClipTable,
  RetentionClockTable,
  StripeEventTable,
  UsageMonthTable,
  WorkspaceBillingTable,
} from './plan-tables'
import type { PushSubscriptionTable } from './push-tables'
import type { ShareTable } from './share-tables'

/** Times are epoch milliseconds, booleans 0 or 1, ids text: the same on SQLite and PostgreSQL. */
export interface Database {
  users: UserTable
  workspaces: WorkspaceTable
  memberships: MembershipTable
  workspace_configs: WorkspaceConfigTable
  sign_in_codes: SignInCodeTable
  code_mails: CodeMailTable
  sessions: SessionTable
  refresh_tokens: RefreshTokenTable
  api_tokens: ApiTokenTable
  pairings: PairingTable
  passkeys: PasskeyTable
  passkey_challenges: PasskeyChallengeTable
  mode_eras: ModeEraTable
  shares: ShareTable
  camera_keys: CameraKeyTable
  clip_proofs: ClipProofTable
  cameras: CameraTable
  videos: VideoTable
  events: EventTable
  event_descriptions: EventDescriptionTable
  description_hours: DescriptionHourTable
  recording_days: RecordingDayTable
  job_leases: JobLeaseTable
  usage_months: UsageMonthTable
  workspace_billing: WorkspaceBillingTable
  stripe_events: StripeEventTable
  blob_removals: BlobRemovalTable
  removed_clips: RemovedClipTable
  refused_clips: RefusedClipTable
  retention_clock: RetentionClockTable
  chats: ChatTable
  chat_messages: ChatMessageTable
  invitations: InvitationTable
  known_clients: KnownClientTable
  attempt_counts: AttemptCountTable
  incidents: IncidentTable
  outages: OutageTable
  outage_watch: OutageWatchTable
  deliveries: DeliveryTable
  channel_states: ChannelStateTable
  channel_tests: ChannelTestTable
  push_subscriptions: PushSubscriptionTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  camera_alerts: CameraAlertTable
  camera_notices: CameraNoticeTable
  hub_secrets: HubSecretTable
  mqtt_workspace: MqttWorkspaceTable
  mqtt_told: MqttToldTable
}

/** A connection or an open transaction. */
export type Db = Kysely<Database>

export interface UserTable {
  id: string
  email: string
  created_at: number
}

export interface WorkspaceTable {
  id: string
  tier: Tier
  created_at: number
}

export interface MembershipTable {
  workspace_id: string
  user_id: string
  role: Role
  created_at: number
}

export interface WorkspaceConfigTable {
  workspace_id: string
  notify_on_motion: number
  notify_on_person: number
  notify_on_alert: number
  notify_on_error: number
  notify_on_animal: number
  notify_on_vehicle: number
  email_enabled: number
  notify_email: string | null
  slack_enabled: number
  notify_slack_webhook: string | null
  discord_enabled: number
  notify_discord_webhook: string | null
  sms_enabled: number
  notify_sms_number: string | null
}

/** Somebody who may join a workspace by signing in with the address. */
export interface InvitationTable {
  id: string
  workspace_id: string
  email: string
  /** User. */
  invited_by: string
  sent_at: number
}

/** At most one row per address and client: a new code takes the place of the old one. */
export interface SignInCodeTable {
  id: string
  email: string
  /** Hash of the network address that asked for it. */
  client: string
  code_hash: string
  created_at: number
  expires_at: number
  /** By the client that asked. */
  tries: number
  /** By all others. */
  foreign_tries: number
  consumed_at: number | null
}

/** One row per code sent, for the limits per address. */
export interface CodeMailTable {
  id: string
  email: string
  client: string
  sent_at: number
}

/** Where an address has signed in from: there others cannot keep it from its codes. */
export interface KnownClientTable {
  email: string
  client: string
  signed_in_at: number
}

/** How often somebody tried something in one hour, for limits that hold at all hubs together. */
export interface AttemptCountTable {
  /** Hash of a network address, or of a mail address. */
  subject: string
  kind: AttemptKind
  window_start: number
  attempts: number
}

/** `address-codes` is never compared: its row makes transactions on one address wait for each other. */
export type AttemptKind =
  | 'codes'
  | 'wrong-codes'
  | 'address-codes'
  | 'passkey-challenges'
  | 'wrong-passkeys'
  | 'share-passwords'
  | 'invitations'

/** One sign-in on one device, with all refresh tokens that descend from it. */
export interface SessionTable {
  id: string
  user_id: string
  workspace_id: string
  created_at: number
  revoked_at: number | null
  /** In words, such as "Chrome on Windows". */
  device: string
  /** Network address as network-of.ts has it, for its owner to see; empty: begun before this was kept. */
  network: string
  started_by: SessionStart
  last_seen_at: number
}

export interface RefreshTokenTable {
  token_hash: string
  session_id: string
  created_at: number
  expires_at: number
  rotated_at: number | null
}

/** Goes with the membership of who made it (migration 0016). */
export interface ApiTokenTable {
  id: string
  workspace_id: string
  user_id: string
  name: string
  /** Scopes of the contract, with a space between two. */
  scopes: string
  token_hash: string
  created_at: number
  /** To the minute; null: never. */
  last_used_at: number | null
}

/** What a workspace was set to from a moment on: one row a change, and the one of the highest position holds. */
export interface ModeEraTable {
  workspace_id: string
  /** Order of the changes, whatever the clock did meanwhile. */
  position: number
  from_at: number
  /** JSON of `ModeSettings` (src/lib/modes/mode-schedule.ts). */
  settings: string
}

/** A link that signs another device in; it goes with the membership of who made it (migration 0018). */
export interface PairingTable {
  id: string
  workspace_id: string
  user_id: string
  token_hash: string
  created_at: number
  expires_at: number
  /** null: nobody has used it. */
  redeemed_at: number | null
  /** What used it, as in 'Chrome on Android'. */
  device: string | null
  /** What that device has become; null: no camera yet, or one that was removed. */
  camera_id: string | null
}

export interface CameraTable {
  id: string
  workspace_id: string
  /** Order of creation within the workspace. */
  position: number
  name: string
  location: string
  device_id: string
  device_label: string
  is_motion_enabled: number
  is_audio_enabled: number
  motion_sensitivity: number | null
  /** JSON of the contract's `keepClipsOf`; null: clips of everything are kept. */
  keep_clips_of: string | null
  /** Whether the workspace may look through it now. */
  is_live_allowed: number
  /** Whether stills of its events go to a language model. */
  is_described: number
  created_at: number
  last_snapshot_at: number | null
  /** Changes with every snapshot, so that its URL does too. */
  snapshot_version: string | null
  /** The camera is gone; its recordings still name it. */
  removed_at: number | null
}

export interface VideoTable extends FilmColumns {
  id: string
  workspace_id: string
  camera_id: string
  clip_id: string
  title: string
  media_type: string
  event_type: EventType
  quality: string
  size_bytes: number
  has_audio: number
  created_at: number
  received_at: number
  blob_key: string
  /** Of the clip's bytes, in hex; null: stored before this was kept. */
  sha256: string | null
  thumbnail_key: string | null
  /** Exempt from making room for others, and from nothing else: it goes by age. */
  is_kept: number
  /** JSON of the contract's `detections`, oldest first; null: the camera recognised nothing. */
  detections: string | null
  /** What it shows (label-text.ts). */
  labels: string | null
}

export interface EventTable {
  id: string
  workspace_id: string
  camera_id: string
  video_id: string | null
  type: EventType
  title: string
  message: string
  created_at: number
  /** What it shows (label-text.ts); it stays when the recording goes. */
  labels: string | null
  /** Somebody who looked had its clip recorded: nothing need have moved (migration 0033). */
  is_by_hand: number
}

/** What each day of a workspace has, by `created_at`. Triggers keep it (migration 0011); nothing else writes it. */
export interface RecordingDayTable {
  workspace_id: string
  /** Whole days since the epoch, in UTC. */
  day: number
  videos: number
  video_bytes: number
  /** How long those are together whose film was read. */
  video_ms: number
  events: number
}

/** Which of the hubs on this database runs a background job, and for how long others leave it alone. */
export interface JobLeaseTable {
  name: string
  holder: string | null
  held_until: number
}

/** One value for all hubs on this database. Empty on SQLite, whose secret is a file beside it. */
export interface HubSecretTable {
  name: string
  value: string
}
