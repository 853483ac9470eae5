import { randomUUID } from 'node:crypto'
import type { FilmColumns } from '../../../server/db/film-columns'
import { labelsText } from '../../../server/db/label-text'
import type { EventTable, VideoTable } from '../../../server/db/schema'
import { columnsOf, unreadFilm } from '../../../server/recordings/facts/film-facts'
import type { EventType } from '../../../src/contract/event'
import type { LabelCount } from '../../../src/lib/label'
import { openTestDatabase } from './database'
import type { SignedInUser } from './hub'

/** An event that a test puts into the database of a hub. */
export interface Recorded {
  readonly cameraId: string
  readonly type: EventType
  readonly title: string
  readonly atMs: number
  /** Bytes of its recording; null: it has none. */
  readonly sizeBytes: number | null
  /** How long its recording is; left out: that was not read yet. Null: it cannot be played. */
  readonly durationMs?: number | null
  /** What it shows; left out: a person where it is a PERSON, else nothing. */
  readonly seen?: readonly LabelCount[]
}

/** A row as it was written, with the id of its recording. */
export type Written = Recorded & { readonly videoId: string | null }

/** Writes events with the rows of their recordings, whose files there are none of, past everything that makes them else. */
export async function writeRecorded(dataDir: string, user: SignedInUser, all: readonly Recorded[]): Promise<Written[]> {
  const written = all.map((one) => ({ ...one, videoId: one.sizeBytes === null ? null : randomUUID() }))
  const db = await openTestDatabase(dataDir)
  try {
    for (const row of written) {
      if (row.videoId !== null)
        await db
          .insertInto('videos')
          .values(videoOf(row, row.videoId, user.workspaceId))
          .execute()
      await db.insertInto('events').values(eventOf(row, user.workspaceId)).execute()
    }
  } finally {
    await db.destroy()
  }
  return written
}

/** Writes an event with a recording of somebody at the Front Door for each time of UTC, such as '2026-03-09T20:30'. */
export function writePeople(
  dataDir: string,
  user: SignedInUser,
  cameraId: string,
  times: readonly string[],
): Promise<Written[]> {
  const person = { cameraId, type: 'PERSON', title: 'Person at Front Door', sizeBytes: 10 } as const
  return writeRecorded(
    dataDir,
    user,
    times.map((time) => ({ ...person, atMs: Date.parse(`${time}:00Z`) })),
  )
}

function videoOf(
  { cameraId, type, title, atMs, sizeBytes, seen, durationMs }: Recorded,
  id: string,
  workspaceId: string,
): VideoTable {
  return {
    id,
    workspace_id: workspaceId,
    camera_id: cameraId,
    clip_id: randomUUID(),
    title,
    media_type: 'video/webm',
    event_type: type,
    quality: 'HD',
    size_bytes: sizeBytes ?? 0,
    has_audio: 0,
    created_at: atMs,
    received_at: atMs,
    blob_key: `${workspaceId}/clips/${id}.webm`,
    sha256: null,
    thumbnail_key: null,
    is_kept: 0,
    detections: null,
    labels: labelsOf(type, seen),
    ...filmOf(durationMs, atMs),
  }
}

function filmOf(durationMs: number | null | undefined, atMs: number): FilmColumns {
  if (durationMs === undefined) return unreadFilm
  if (durationMs === null) return { ...unreadFilm, ...columnsOf({ kind: 'unplayable', reason: '' }, atMs) }
  const facts = { durationMs, width: 1280, height: 720, codec: 'vp8', hasSound: false, startsOnKeyframe: true }
  return { ...unreadFilm, ...columnsOf({ kind: 'film', facts }, atMs) }
}

function eventOf({ cameraId, type, title, atMs, videoId, seen }: Written, workspaceId: string): EventTable {
  const where = { workspace_id: workspaceId, camera_id: cameraId, video_id: videoId }
  return {
    id: randomUUID(),
    ...where,
    type,
    title,
    message: `${title}.`,
    created_at: atMs,
    labels: labelsOf(type, seen),
    is_by_hand: 0,
  }
}

function labelsOf(type: EventType, seen: readonly LabelCount[] | undefined): string | null {
  return labelsText(seen ?? (type === 'PERSON' ? [{ label: 'person', count: 1 }] : []))
}
