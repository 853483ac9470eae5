import { randomUUID } from 'node:crypto'
import type { UnrecordedWhy } from '../db/notification-tables'
import type { CameraTable, EventTable } from '../db/schema'
import type { ClipEvent } from '../events/clip-event'
import { insertEvent } from '../events/event-rows'
import { HubError } from '../lib/errors'
import { lockWorkspace } from '../members/people-rows'
import { unrecordedWords } from '../notifications/event-words'
import { noteEvent } from '../notifications/incidents'
import { NOTIFICATIONS_JOB } from '../notifications/notification-jobs'
import { noteHappenings } from '../webhooks/happenings'
import { WEBHOOKS_JOB } from '../webhooks/webhook-jobs'
import { hasRefusedClip, insertRefusedClip } from './refused-clip-rows'
import type { RecordingServices } from './services'
import { findStoredClip } from './video-rows'

/** A clip that was not taken. */
interface RefusedClip {
  readonly clipId: string
  readonly camera: CameraTable
  readonly said: ClipEvent
  /** When it began, in ms since the epoch. */
  readonly startedAtMs: number
}

/** Why the plan has no room for a clip; null where it was refused for something else. */
export function whyUnrecorded(problem: unknown): UnrecordedWhy | null {
  if (!(problem instanceof HubError)) return null
  return problem.code === 'recording-limit' || problem.code === 'storage-full' ? problem.code : null
}

/**
 * Tells of a clip that the plan has no room for, once however often it is sent: somebody moved there, whatever can be kept
 * of it. Call it once the refused transaction is over.
 */
export async function tellOfRefused(
  services: Pick<RecordingServices, 'db' | 'clock' | 'eventWatch' | 'jobs'>,
  clip: RefusedClip,
  why: UnrecordedWhy,
): Promise<void> {
  const { camera, said } = clip
  const nowMs = services.clock.now()
  const event: EventTable = {
    id: randomUUID(),
    workspace_id: camera.workspace_id,
    camera_id: camera.id,
    video_id: null,
    type: said.type,
    title: said.title,
    message: `${said.message} ${unrecordedWords[why]}`,
    created_at: clip.startedAtMs,
    labels: said.labels,
    is_by_hand: said.is_by_hand,
  }
  const nudges = await services.db.transaction().execute(async (db) => {
    await lockWorkspace(db, camera.workspace_id)
    const isKnown =
      (await hasRefusedClip(db, camera.workspace_id, clip.clipId)) ||
      (await findStoredClip(db, camera.workspace_id, clip.clipId)) !== undefined
    if (isKnown) return null
    await insertEvent(db, event)
    await insertRefusedClip(db, {
      workspace_id: camera.workspace_id,
      clip_id: clip.clipId,
      event_id: event.id,
      refused_at: nowMs,
    })
    const due: string[] = []
    if (said.notifies && (await noteEvent(db, { event, camera, thumbnailKey: null, unrecordedWhy: why }, nowMs)))
      due.push(NOTIFICATIONS_JOB)
    if (await noteHappenings(db, camera, [{ kind: 'event.created', event }], nowMs)) due.push(WEBHOOKS_JOB)
    return due
  })
  if (nudges === null) return
  services.eventWatch.noteEvent(camera.workspace_id)
  for (const job of nudges) services.jobs.nudge(job)
}
