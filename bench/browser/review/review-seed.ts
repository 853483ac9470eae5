import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../server/db/open'
import type { EventTable, VideoTable } from '../../../server/db/schema'
import { unreadFilm } from '../../../server/recordings/facts/film-facts'
import { DAY_MS } from '../../../src/lib/durations'

const BATCH = 500

export interface SeededDay {
  readonly workspaceId: string
  readonly cameraIds: readonly string[]
  /** When the day begins. */
  readonly fromMs: number
  readonly events: number
  /** The still of every recording. */
  readonly picture: Buffer
}

/** Writes a day of recordings with their events and stills, spread evenly over the cameras, while no hub runs. */
export async function seedDay(dataDir: string, day: SeededDay): Promise<void> {
  const folder = join(dataDir, 'blobs', day.workspaceId, 'thumbnails')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = await openDatabase(dataDir)
  try {
    // As if they had been there all day, and on.
    const since = { created_at: day.fromMs - DAY_MS, last_snapshot_at: day.fromMs }
    await db.updateTable('cameras').set(since).where('workspace_id', '=', day.workspaceId).execute()
    for (let done = 0; done < day.events; done += BATCH) {
      const places = Array.from({ length: Math.min(BATCH, day.events - done) }, (_, index) => done + index)
      const videos = places.map((place) => videoOf(day, place))
      await db.transaction().execute(async (transaction) => {
        await transaction.insertInto('videos').values(videos).execute()
        await transaction.insertInto('events').values(videos.map(eventOf)).execute()
      })
      for (const { id } of videos) writeFileSync(join(folder, `${id}.jpg`), day.picture)
    }
  } finally {
    await db.destroy()
  }
}

/** Of fifty, one is an alert's, ten show somebody, and some an animal. */
function sightOf(place: number): Pick<EventTable, 'type' | 'labels'> {
  if (place % 50 === 0) return { type: 'ALERT', labels: null }
  if (place % 5 === 0) return { type: 'PERSON', labels: '[{"label":"person","count":1}]' }
  return { type: 'MOTION', labels: place % 7 === 0 ? '[{"label":"dog","count":1}]' : null }
}

function videoOf({ workspaceId, cameraIds, fromMs, events }: SeededDay, place: number): VideoTable {
  const id = randomUUID()
  const atMs = fromMs + Math.floor((place / events) * DAY_MS)
  const { type, labels } = sightOf(place)
  return {
    id,
    workspace_id: workspaceId,
    camera_id: cameraIds[place % cameraIds.length] ?? '',
    clip_id: randomUUID(),
    title: 'Bench · motion',
    media_type: 'video/webm',
    event_type: type,
    quality: 'HD',
    size_bytes: 0,
    labels,
    has_audio: 0,
    created_at: atMs,
    received_at: atMs,
    sha256: null,
    is_kept: 0,
    detections: null,
    ...unreadFilm,
    blob_key: `${workspaceId}/clips/${id}.webm`,
    thumbnail_key: `${workspaceId}/thumbnails/${id}.jpg`,
  }
}

function eventOf({ workspace_id, camera_id, created_at, id, event_type, labels }: VideoTable): EventTable {
  return {
    id: randomUUID(),
    workspace_id,
    camera_id,
    video_id: id,
    type: event_type,
    labels,
    created_at,
    title: 'Motion at Bench',
    message: 'Motion was detected at Bench (Bench).',
    is_by_hand: 0,
  }
}
