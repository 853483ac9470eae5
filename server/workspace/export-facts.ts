import { keptGroups, labelsIn } from '../db/label-text'
import type { CameraTable, Db, EventTable, VideoTable } from '../db/schema'
import { detectionsOf } from '../events/detections'
import { presentModes } from '../modes/mode-presenter'
import { readModes } from '../modes/modes'
import { presentFacts } from '../recordings/facts/facts-presenter'
import { listShares, type ShownShare } from '../shares/share-rows'
import { listApiTokens } from '../sign-in/api-token-rows'
import { presentToken } from '../sign-in/api-tokens'
import { webhookFacts } from '../webhooks/webhook-presenter'
import { listWebhooks } from '../webhooks/webhook-rows'
import { descriptionPages, type ExportedDescription, eventPages, videoPages } from './export-rows'

/** Whose rows an export reads, a page at a time. */
export interface ExportedRows {
  readonly db: Db
  readonly workspaceId: string
  readonly cameras: readonly CameraTable[]
  /** Recordings that come later are left out. */
  readonly untilMs: number
  /** When the export began. */
  readonly askedAtMs: number
}

/** `workspace.json`, a page of rows at a time. */
export async function* factsText(rows: ExportedRows): AsyncGenerator<string> {
  const { db, workspaceId, cameras, untilMs, askedAtMs } = rows
  yield `{\n  "modes": ${await modesText(db, workspaceId, askedAtMs)},\n  "cameras": `
  yield* listText(cameras.length > 0 ? [cameras.map(cameraFacts)] : [])
  yield ',\n  "apiTokens": '
  yield* listText(await tokenPages(db, workspaceId))
  yield ',\n  "webhooks": '
  yield* listText(await webhookPages(db, workspaceId))
  yield ',\n  "shares": '
  yield* listText(await sharePages(db, workspaceId, askedAtMs))
  yield ',\n  "videos": '
  yield* listText(mapped(videoPages(db, workspaceId, untilMs), videoFacts))
  yield ',\n  "events": '
  yield* listText(mapped(eventPages(db, workspaceId), eventFacts))
  yield ',\n  "descriptions": '
  yield* listText(mapped(descriptionPages(db, workspaceId), descriptionFacts))
  yield '\n}\n'
}

async function* mapped<Row>(pages: AsyncIterable<Row[]>, factsOf: (row: Row) => object): AsyncGenerator<object[]> {
  for await (const page of pages) yield page.map(factsOf)
}

async function* listText(pages: AsyncIterable<object[]> | Iterable<object[]>): AsyncGenerator<string> {
  let before = '[\n    '
  for await (const page of pages) {
    yield before + page.map((facts) => JSON.stringify(facts)).join(',\n    ')
    before = ',\n    '
  }
  yield before.startsWith('[') ? '[]' : '\n  ]'
}

/** As `GET /modes` answers: what is set, and what that comes to now. */
async function modesText(db: Db, workspaceId: string, nowMs: number): Promise<string> {
  return JSON.stringify(presentModes(await readModes({ db }, workspaceId), nowMs))
}

/** Without their hashes. They are few, and come at once. */
async function tokenPages(db: Db, workspaceId: string): Promise<object[][]> {
  const tokens = await listApiTokens(db, workspaceId, null)
  return tokens.length > 0 ? [tokens.map(presentToken)] : []
}

/** Without their secrets, and with the hosts of their addresses alone. */
async function webhookPages(db: Db, workspaceId: string): Promise<object[][]> {
  const webhooks = await listWebhooks(db, workspaceId, null)
  return webhooks.length > 0 ? [webhooks.map(webhookFacts)] : []
}

/** Without links and passwords: who finds an old export opens nothing by it. They are few, and come at once. */
async function sharePages(db: Db, workspaceId: string, nowMs: number): Promise<object[][]> {
  const shares = await listShares(db, workspaceId, nowMs)
  return shares.length > 0 ? [shares.map(shareFacts)] : []
}

function shareFacts(row: ShownShare) {
  const { id, title, description, views } = row
  const times = { createdAt: isoTime(row.created_at), expiresAt: isoTime(row.expires_at) }
  const access = { isPublic: row.is_public === 1, hasPassword: row.password_hash !== null }
  return { id, videoId: row.video_id, title, description, ...access, ...times, createdBy: row.email, views }
}

function cameraFacts(row: CameraTable) {
  const { id, name, location } = row
  const times = {
    createdAt: isoTime(row.created_at),
    removedAt: row.removed_at === null ? null : isoTime(row.removed_at),
  }
  const settings = {
    keepClipsOf: keptGroups(row.keep_clips_of),
    isLiveAllowed: row.is_live_allowed === 1,
    isDescribed: row.is_described === 1,
  }
  return { id, name, location, ...times, ...settings }
}

function videoFacts(video: VideoTable) {
  return {
    id: video.id,
    cameraId: video.camera_id,
    title: video.title,
    mediaType: video.media_type,
    sizeBytes: video.size_bytes,
    hasAudio: video.has_audio === 1,
    createdAt: isoTime(video.created_at),
    eventType: video.event_type,
    detections: detectionsOf(video),
    labels: labelsIn(video.labels),
    ...presentFacts(video),
  }
}

function eventFacts({ id, camera_id, video_id, type, title, message, created_at, labels }: EventTable) {
  const facts = { id, cameraId: camera_id, videoId: video_id, type, title, message, createdAt: isoTime(created_at) }
  return { ...facts, labels: labelsIn(labels) }
}

function descriptionFacts({ event_id, text, model }: ExportedDescription) {
  return { eventId: event_id, text, model }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
