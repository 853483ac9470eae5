/**
 * What our hub offers beyond the calls of every provider (EXT-01). The names travel in a header of every answer; to a
 * provider that sends none, the app sends the specified calls and fields and no others.
 */
export const EXTENSIONS_HEADER = 'nightjar-extensions'

export const extensionNames = [
  /** POST /videos/upload takes the form fields `startedAt` (ISO time) and `thumbnail` (JPEG, base64). */
  'clip-details',
  /** POST /videos/upload takes the form field `detections` (JSON), and videos and events say what was detected. */
  'detections',
  /** GET /person-model says where the person model of the operator's choice is; offered only where there is one. */
  'person-model',
  /** POST /cameras/{id}/alerts tells of tampering at once; it makes an ALERT event. */
  'alerts',
  /** It also takes what the battery of a camera's device tells: unplugged, low-battery, and power-back, which is no event. */
  'senses',
  /** POST /auth/sign-out ends the session on the hub. */
  'sign-out',
  /** Open screens may read lists again every few seconds: events, cameras and their state, usage. */
  'polling',
  /** The answer to a snapshot may hold `snapshotIntervalMs`: how long the camera may wait before the next. */
  'snapshot-pace',
  /** GET and POST /members, DELETE /members/:userId: who is in the workspace. */
  'members',
  /** DELETE /cameras/{id} and DELETE /videos/{id}. */
  'removal',
  /** Videos say `isKept`, and PUT /videos/{id}/keep sets it: kept ones stay when room is made for new ones, no longer than others. */
  'keeping',
  /** POST /workspaces/{id}/export answers with the link of a zip that holds everything. */
  'workspace-export',
  /** DELETE /workspaces/{id}, by its owner. */
  'workspace-removal',
  /** GET /workspaces/{id} says in `formerPlan`, for some days after a downgrade, what will be deleted and when. */
  'former-plan',
  /** GET /workspaces/{id} says in `recordedMonth` how little of the month's recorded video is left. */
  'recorded-month',
  /** GET /wsconfig says in `channelStatus` which notification channel failed last, when and why. */
  'channel-status',
  /** POST /ai/chat takes the field `timeZone`: the IANA name of the zone that times in the message are meant in. */
  'time-zone',
  /**
   * Videos and events say in `labels` what they show; detections of an upload may carry `label` and `track`. Videos say what
   * their film is (`durationMs`, `width`, `height`, `codec`, ...), GET /workspaces/usage how long all are (`recordedMs`).
   */
  'facts',
  /** PUT /cameras/{id} takes `keepClipsOf`, PUT /wsconfig/notifications `notifyOnAnimal` and `notifyOnVehicle`. */
  'label-choices',
  /** GET /notifications/search finds events by words such as "people at the garage last night", and by type and dates. */
  'event-search',
  /** GET /videos takes `q`: only recordings whose title, or whose camera's name, holds these words. */
  'video-search',
  /** GET /videos/storage-usage takes `timeZone`, and then says in `parts` what each camera and each day of that zone take. */
  'storage-parts',
  /**
   * The WebSocket /live and WHEP: cameras seen now (contract/live/live.ts). PUT /cameras/{id} takes `isLiveAllowed`; cameras say
   * `lastSeenAt`.
   */
  'live',
  /** POST /videos/upload takes the form field `isByHand`: somebody who looked had the clip recorded. */
  'by-hand',
  /** GET and POST /tokens, DELETE /tokens/{id}: tokens for programs. */
  'api-tokens',
  /** POST /pairings makes a link that signs another device in, which redeems it at POST /pairings/redeem. */
  'pairing',
  /** GET /sessions, DELETE /sessions/{id} and /sessions: where the user is signed in. */
  'sessions',
  /** Below /passkeys: signing in by WebAuthn, without a mail (contract/sign-in/passkeys.ts). */
  'passkeys',
  /** GET and PUT /modes, GET /modes/history: what cameras record and what is told, by mode and schedule; snooze. */
  'modes',
  /** Below /push: notifications of the browser, also while no page of the app is open (contract/notifications/push.ts). */
  'push',
  /** Clips may be MP4 where that costs the camera less; a provider that does not say so gets webm. */
  'mp4',
  /** GET and POST /shares, PATCH and DELETE /shares/{id}: clips that others watch by a link. Videos say `sharedUntil`. */
  'shares',
  /** GET /review and /review/clips: a day or an hour of all cameras (contract/review.ts). */
  'review',
  /**
   * A language model describes events from stills: GET /descriptions says where it is, PUT /cameras/{id} takes `isDescribed`,
   * POST /videos/upload the form field `stills`, and events and videos say `description`. Offered only where there is one.
   */
  'descriptions',
  /** POST /videos/upload takes the form field `proof`, videos say `proof`, GET /videos/{id}/proof and /evidence/key (contract/evidence.ts). */
  'evidence',
  /** GET and POST /webhooks, PATCH and DELETE /webhooks/{id}: addresses that the hub calls (contract/notifications/webhooks.ts). */
  'webhooks',
  /** POST /videos/upload and POST /cameras/{id}/alerts take `hubAheadMs`, by which their times are set right (SENSE-14). */
  'clock-difference',
] as const
export type ExtensionName = (typeof extensionNames)[number]

/** Value of the header. */
export function formatExtensions(names: readonly ExtensionName[]): string {
  return names.join(', ')
}

/** Reads the header; names this app does not know are left out. */
export function parseExtensions(header: string | null): ReadonlySet<ExtensionName> {
  const offered = new Set((header ?? '').split(',').map((name) => name.trim()))
  return new Set(extensionNames.filter((name) => offered.has(name)))
}
