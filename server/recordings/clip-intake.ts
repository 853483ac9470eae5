import { randomUUID } from 'node:crypto'
import { clipIdField, type VideoFields } from '../../src/contract/video'
import { MINUTE_MS } from '../../src/lib/durations'
import { countRecordedVideo } from '../billing/recorded-video'
import type { CameraTable, Db, VideoTable, WorkspaceTable } from '../db/schema'
import { type ClipEvent, eventOfClip } from '../events/clip-event'
import { sumVideos } from '../events/day-rows'
import { DESCRIPTIONS_JOB, type EventPictures, queueDescription } from '../events/descriptions/description-queue'
import { detectionsText } from '../events/detections'
import { giveRecording, insertEvent } from '../events/event-rows'
import { type Examined, examineProof, recordProof } from '../evidence/clip-proofs'
import { HubError } from '../lib/errors'
import { saidTimeOr } from '../lib/said-time'
import { lockWorkspace } from '../members/people-rows'
import { noteEvent } from '../notifications/incidents'
import { NOTIFICATIONS_JOB } from '../notifications/notification-jobs'
import { BLOB_REMOVAL_JOB } from '../storage/blob-removals'
import { type BlobExtension, type BlobKey, blobKey, mediaTypes, type StagedBlob } from '../storage/blobs'
import { type Happening, noteHappenings } from '../webhooks/happenings'
import { WEBHOOKS_JOB } from '../webhooks/webhook-jobs'
import { FACTS_JOB } from './facts/facts-job'
import { unreadFilm } from './facts/film-facts'
import { hasRefusedClip, takeRefusedClip } from './refused-clip-rows'
import { tellOfRefused, whyUnrecorded } from './refused-clips'
import { makeRoom } from './retention'
import type { RecordingServices } from './services'
import { keepThumbnail } from './thumbnails'
import { findStoredClip, findVideo, insertVideo } from './video-rows'

/** Said until the picture has been measured (facts/facts-job.ts): a camera asks for 1280 × 720. */
const QUALITY = 'HD'

/** Longest time since a clip began in which a snapshot of now still shows what it saw: it lasts a minute, and has its way here. */
const SNAPSHOT_SERVES_MS = 2 * MINUTE_MS

/** A clip whose form was checked. */
export interface IncomingClip {
  readonly camera: CameraTable
  readonly file: StagedBlob
  /** Of its bytes, in hex. */
  readonly sha256: string
  readonly fileName: string
  readonly format: Extract<BlobExtension, 'webm' | 'mp4'>
  readonly fields: VideoFields
  /** A decoded picture, if the client sent one. */
  readonly thumbnail: Buffer | null
}

export type StoredClip = Pick<VideoTable, 'id' | 'clip_id'> & {
  /** Its camera's browser counts from where it was before: it needs another key. */
  readonly isKeySpent?: boolean
}

/**
 * Stores a clip with its event; one that came before is answered like the first time, also where its recording was removed
 * since. The bytes are safe on the disk before the row exists, so a row never points at nothing.
 */
export async function storeClip(services: RecordingServices, clip: IncomingClip): Promise<StoredClip> {
  const { db } = services
  const clipId = clipIdOf(clip)
  const known = await findStoredClip(db, clip.camera.workspace_id, clipId)
  if (known !== undefined) return known
  const said = eventOfClip(clip.camera, clip.fields)
  const video = videoOf(clip, { clipId, said, nowMs: services.clock.now() })
  const proof = await examineProof(clip.fields.proof, {
    clipId,
    cameraId: clip.camera.id,
    sha256: clip.sha256,
    sizeBytes: clip.file.sizeBytes,
    startedAt: clip.fields.startedAt,
  })
  await clip.file.commit(video.blob_key, 'durable')
  // Of what fails before the commit is asked for there is no row.
  let mayBeThere = false
  try {
    video.thumbnail_key = await keepPicture(services, clip, video)
    const pictures = services.hasVision ? picturesOf(clip) : null
    const toRecord = { video, camera: clip.camera, said, proof, pictures }
    const { stored, nudges } = await db.transaction().execute(async (transaction) => {
      const recorded = await record({ ...services, db: transaction }, toRecord)
      mayBeThere = true
      return recorded
    })
    services.eventWatch.noteEvent(video.workspace_id)
    if (nudges.includes(BLOB_REMOVAL_JOB))
      services.log.info({ workspaceId: video.workspace_id }, 'let the oldest recordings go to make room for a clip')
    for (const job of nudges) services.jobs.nudge(job)
    if (stored.id !== video.id) await removeFiles(services, video)
    return stored
  } catch (problem) {
    if (!mayBeThere || (await isSurelyAbsent(db, video))) await removeFiles(services, video)
    const why = whyUnrecorded(problem)
    if (why !== null) {
      const { camera } = clip
      await tellOfRefused(services, { clipId, camera, said, startedAtMs: video.created_at }, why)
    }
    throw problem
  }
}

async function keepPicture(
  services: RecordingServices,
  clip: IncomingClip,
  video: VideoTable,
): Promise<BlobKey | null> {
  if (clip.thumbnail === null && (await isOfAnotherMoment(services.db, video))) return null
  return keepThumbnail(services, clip.camera, video.id, clip.thumbnail)
}

/** Whether the latest snapshot must not stand in for a clip's picture. Boxes belong to the one that came with them. */
async function isOfAnotherMoment(db: Db, video: VideoTable): Promise<boolean> {
  if (video.detections !== null || video.received_at - video.created_at > SNAPSHOT_SERVES_MS) return true
  // One that says no time has been on its way since it was refused.
  return hasRefusedClip(db, video.workspace_id, video.clip_id)
}

/**
 * A connection that breaks during the commit fails although the row is there, or comes: its files must stay. A commit that
 * is still under way at the server shows nobody its row yet, but holds the workspace, so that it is waited for.
 */
async function isSurelyAbsent(db: Db, { workspace_id, id }: VideoTable): Promise<boolean> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspace_id)
      return (await findVideo(transaction, workspace_id, id)) === undefined
    })
  } catch (problem) {
    // The workspace is gone, and its recordings with it.
    return problem instanceof HubError && problem.status === 404
  }
}

interface Recorded {
  readonly stored: StoredClip
  /** Jobs that have something to do now. */
  readonly nudges: readonly string[]
}

/** A snapshot that stands in for a thumbnail is of another moment, and describes nothing. */
function picturesOf({ fields, thumbnail }: IncomingClip): EventPictures {
  return { stills: fields.stills ?? [], hasThumbnail: thumbnail !== null }
}

interface ToRecord {
  readonly video: VideoTable
  readonly camera: CameraTable
  readonly said: ClipEvent
  readonly proof: Examined
  /** null: no model takes pictures. */
  readonly pictures: EventPictures | null
}

/** The row, its proof, its event, the notifications due and the plan's limit stand or fall together. */
async function record(
  { db, clock, hubKey }: Pick<RecordingServices, 'db' | 'clock' | 'hubKey'>,
  { video: sent, camera, said, proof, pictures }: ToRecord,
): Promise<Recorded> {
  const workspace = await lockWorkspace(db, sent.workspace_id)
  const known = await findStoredClip(db, sent.workspace_id, sent.clip_id)
  if (known !== undefined) return { stored: known, nudges: [] }
  const refused = await takeRefusedClip(db, sent.workspace_id, sent.clip_id)
  // Another sending is dated by other clocks, and what was told of stays of its moment: films are found by when they began.
  const video = refused === null ? sent : { ...sent, created_at: refused.created_at }
  const hasMadeRoom = await takeFromPlan({ db, clock }, workspace, video)
  await insertVideo(db, video)
  const state = await recordProof(db, hubKey, { video, camera }, proof)
  const event = {
    id: refused?.id ?? randomUUID(),
    workspace_id: video.workspace_id,
    camera_id: camera.id,
    video_id: video.id,
    type: said.type,
    title: said.title,
    message: said.message,
    created_at: video.created_at,
    labels: said.labels,
    is_by_hand: said.is_by_hand,
  }
  await (refused === null ? insertEvent(db, event) : giveRecording(db, event))
  const nudges: string[] = []
  const noted = { event, camera, thumbnailKey: video.thumbnail_key }
  if (refused === null && said.notifies && (await noteEvent(db, noted, video.received_at)))
    nudges.push(NOTIFICATIONS_JOB)
  const created: readonly Happening[] = refused === null ? [{ kind: 'event.created', event, video }] : []
  if (await noteHappenings(db, camera, [{ kind: 'clip.created', video }, ...created], video.received_at))
    nudges.push(WEBHOOKS_JOB)
  if (pictures !== null && (await queueDescription(db, event, pictures, video.received_at)))
    nudges.push(DESCRIPTIONS_JOB)
  if (hasMadeRoom) nudges.push(BLOB_REMOVAL_JOB)
  nudges.push(FACTS_JOB)
  const isKeySpent = state === 'repeated' || state === 'broken-chain'
  return { stored: { ...video, isKeySpent }, nudges }
}

/** Counts the clip to its month and makes room for it, or refuses; whether older recordings went. */
async function takeFromPlan(
  { db, clock }: Pick<RecordingServices, 'db' | 'clock'>,
  workspace: WorkspaceTable,
  { size_bytes: clipBytes, created_at, received_at }: VideoTable,
): Promise<boolean> {
  const counted = { sizeBytes: clipBytes, beganAtMs: created_at, receivedAtMs: received_at }
  await countRecordedVideo(db, workspace, counted)
  const { sizeBytes } = await sumVideos(db, workspace.id)
  return makeRoom({ db, clock }, workspace, { storedBytes: sizeBytes, clipBytes })
}

interface Received {
  readonly clipId: string
  readonly said: ClipEvent
  readonly nowMs: number
}

function videoOf(clip: IncomingClip, { clipId, said, nowMs }: Received): VideoTable {
  const { camera, file, sha256, format, fields } = clip
  const id = randomUUID()
  return {
    id,
    workspace_id: camera.workspace_id,
    camera_id: camera.id,
    clip_id: clipId,
    title: said.videoTitle,
    media_type: mediaTypes[format],
    event_type: said.type,
    quality: QUALITY,
    size_bytes: file.sizeBytes,
    has_audio: fields.hasAudio ? 1 : 0,
    created_at: saidTimeOr(fields.startedAt, nowMs, { hubAheadMs: fields.hubAheadMs, sinceMs: camera.created_at }),
    received_at: nowMs,
    blob_key: blobKey(camera.workspace_id, 'clips', id, format),
    sha256,
    thumbnail_key: null,
    is_kept: 0,
    detections: detectionsText(fields.detections ?? []),
    labels: said.labels,
    ...unreadFilm,
  }
}

/** To a provider without extensions the app sends the clip's UUID as the file name (EXT-02). */
function clipIdOf({ fields, fileName }: IncomingClip): string {
  const named = clipIdField.safeParse(fileName.replace(/\.[^.]*$/, ''))
  return (fields.clipId ?? (named.success ? named.data : randomUUID())).toLowerCase()
}

async function removeFiles({ blobs }: Pick<RecordingServices, 'blobs'>, video: VideoTable): Promise<void> {
  await blobs.remove(video.blob_key)
  if (video.thumbnail_key !== null) await blobs.remove(video.thumbnail_key)
}
