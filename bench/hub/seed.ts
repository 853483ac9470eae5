import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../server/db/open'
import type { EventTable, VideoTable } from '../../server/db/schema'
import { unreadFilm } from '../../server/recordings/facts/film-facts'
import { DAY_MS } from '../../src/lib/durations'
import type { BenchCamera } from './accounts'

const BATCH = 500
/** Within the days that every plan keeps recordings. */
const SPREAD_MS = 20 * DAY_MS

/** Writes rows of recordings with their events, and an empty file for each, while no hub runs. */
export async function seedRecordings(
  dataDir: string,
  databaseUrl: string | null,
  camera: BenchCamera,
  count: number,
): Promise<void> {
  const folder = join(dataDir, 'blobs', camera.workspaceId, 'clips')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = await openDatabase(dataDir, databaseUrl)
  try {
    for (let done = 0; done < count; done += BATCH) {
      const nowMs = Date.now()
      const places = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => (done + index) / count)
      const videos = places.map((place) => videoOf(camera, Math.round(nowMs - place * SPREAD_MS)))
      await db.transaction().execute(async (transaction) => {
        await transaction.insertInto('videos').values(videos).execute()
        await transaction.insertInto('events').values(videos.map(eventOf)).execute()
      })
      for (const { id } of videos) writeFileSync(join(folder, `${id}.webm`), '')
    }
    // What PostgreSQL does by itself within a minute or so of such a change.
    if (databaseUrl !== null) await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

function videoOf({ workspaceId, cameraId }: BenchCamera, atMs: number): VideoTable {
  const id = randomUUID()
  return {
    id,
    workspace_id: workspaceId,
    camera_id: cameraId,
    clip_id: randomUUID(),
    title: 'Bench · motion',
    media_type: 'video/webm',
    event_type: 'MOTION',
    quality: 'HD',
    size_bytes: 0,
    has_audio: 0,
    created_at: atMs,
    received_at: atMs,
    blob_key: `${workspaceId}/clips/${id}.webm`,
    sha256: null,
    thumbnail_key: null,
    is_kept: 0,
    detections: null,
    labels: null,
    ...unreadFilm,
  }
}

function eventOf(video: VideoTable): EventTable {
  const { workspace_id, camera_id, created_at } = video
  const text = { title: 'Motion at Bench', message: 'Motion was detected at Bench (Bench).' }
  return {
    id: randomUUID(),
    workspace_id,
    camera_id,
    video_id: video.id,
    type: 'MOTION',
    ...text,
    created_at,
    labels: null,
    is_by_hand: 0,
  }
}
