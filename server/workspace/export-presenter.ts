import { isoTime } from '../../src/lib/date-time'
import { keptGroups, labelsIn } from '../db/label-text'
import type { OutageTable } from '../db/notification-tables'
import type { ChatTable } from '../db/plan-tables'
import type {
  CameraTable,
  EventTable,
  InvitationTable,
  ModeEraTable,
  VideoTable,
  WorkspaceConfigTable,
} from '../db/schema'
import { detectionsOf } from '../events/detections'
import type { Membership } from '../members/member-rows'
import { presentModes } from '../modes/mode-presenter'
import { settingsIn } from '../modes/stored-settings'
import { presentWorkspaceConfig } from '../notifications/settings-presenter'
import { presentFacts } from '../recordings/facts/facts-presenter'
import type { ShownShare } from '../shares/share-rows'
import type { ExportRecipient } from './export-access'
import type { ExportedDescription, ExportedMessage } from './export-rows'

/** Without its link and its password: who finds an old export opens nothing by it. */
export function shareFacts(row: ShownShare) {
  const { id, title, description, views } = row
  const times = { createdAt: isoTime(row.created_at), expiresAt: isoTime(row.expires_at) }
  const access = { isPublic: row.is_public === 1, hasPassword: row.password_hash !== null }
  return { id, videoId: row.video_id, title, description, ...access, ...times, createdBy: row.email, views }
}

export function cameraFacts(row: CameraTable) {
  const { id, name, location, device_label, motion_sensitivity } = row
  const times = {
    createdAt: isoTime(row.created_at),
    removedAt: row.removed_at === null ? null : isoTime(row.removed_at),
  }
  const settings = {
    isMotionEnabled: row.is_motion_enabled === 1,
    isAudioEnabled: row.is_audio_enabled === 1,
    motionSensitivity: motion_sensitivity,
    keepClipsOf: keptGroups(row.keep_clips_of),
    isLiveAllowed: row.is_live_allowed === 1,
    isDescribed: row.is_described === 1,
  }
  return { id, name, location, deviceLabel: device_label, ...times, ...settings }
}

export function videoFacts(video: VideoTable) {
  return {
    id: video.id,
    cameraId: video.camera_id,
    title: video.title,
    mediaType: video.media_type,
    sizeBytes: video.size_bytes,
    hasAudio: video.has_audio === 1,
    createdAt: isoTime(video.created_at),
    eventType: video.event_type,
    isKept: video.is_kept === 1,
    detections: detectionsOf(video),
    labels: labelsIn(video.labels),
    ...presentFacts(video),
  }
}

export function eventFacts({ id, camera_id, video_id, type, title, message, created_at, labels }: EventTable) {
  const facts = { id, cameraId: camera_id, videoId: video_id, type, title, message, createdAt: isoTime(created_at) }
  return { ...facts, labels: labelsIn(labels) }
}

export function descriptionFacts({ event_id, text, model }: ExportedDescription) {
  return { eventId: event_id, text, model }
}

/** What the modes were set to from a moment on, as `GET /modes` says it. */
export function eraFacts({ from_at, settings }: ModeEraTable, cameraIds: readonly string[]) {
  const { choice, schedule, snooze, rules } = presentModes({ settings: settingsIn(settings), cameraIds }, from_at)
  return { from: isoTime(from_at), choice, schedule, snooze, rules }
}

export function outageFacts({ camera_id, seen_at, started_at, ended_at }: OutageTable) {
  const until = ended_at === null ? null : isoTime(ended_at)
  return { cameraId: camera_id, lastSeenAt: isoTime(seen_at), from: isoTime(started_at), until }
}

export function memberFacts({ email, role, joinedAtMs }: Membership) {
  return { email, role, joinedAt: isoTime(joinedAtMs) }
}

/** `inviter`: null, they are no member any more. */
export function invitationFacts({ email, sent_at }: InvitationTable, inviter: Membership | null) {
  return { email, invitedBy: inviter?.email ?? null, sentAt: isoTime(sent_at) }
}

/** As `GET /wsconfig` answers; who has the address of a chat can post there, so its host stands for it but to the owner. */
export function notificationFacts(row: WorkspaceConfigTable, recipient: ExportRecipient['kind']): object {
  const config = presentWorkspaceConfig(row)
  if (recipient === 'owner') return config
  const { notifyEmail, notifySmsNumber, notifySlackWebhook, notifyDiscordWebhook } = config
  // Of the rest only what is on or off: the address of a channel to come stays out by itself.
  const switches = Object.fromEntries(Object.entries(config).filter(([, value]) => typeof value === 'boolean'))
  const hosts = { slackHost: hostOf(notifySlackWebhook), discordHost: hostOf(notifyDiscordWebhook) }
  return { ...switches, notifyEmail, notifySmsNumber, ...hosts }
}

function hostOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).host : null
}

/** Answers name recordings by `(clip:id)`. */
export function chatFacts({ id, created_at }: ChatTable, said: readonly ExportedMessage[]) {
  const messages = said.map(({ message, sent_at, answer, answered_at, email }) => {
    const answeredAt = answered_at === null ? null : isoTime(answered_at)
    return { message, askedBy: email, sentAt: isoTime(sent_at), answer, answeredAt }
  })
  return { id, createdAt: isoTime(created_at), messages }
}
