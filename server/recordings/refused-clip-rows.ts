import { DAY_MS } from '../../src/lib/durations'
import type { RefusedClipTable } from '../db/plan-tables'
import type { Db, EventTable } from '../db/schema'

export async function hasRefusedClip(db: Db, workspaceId: string, clipId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refused_clips')
    .select('event_id')
    .where('workspace_id', '=', workspaceId)
    .where('clip_id', '=', clipId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRefusedClip(db: Db, clip: RefusedClipTable): Promise<void> {
  await db.insertInto('refused_clips').values(clip).execute()
}

/** The event that told of a clip while it was refused, and of which moment; the clip takes its place. null: it never was. */
export async function takeRefusedClip(
  db: Db,
  workspaceId: string,
  clipId: string,
): Promise<Pick<EventTable, 'id' | 'created_at'> | null> {
  const event = await db
    .selectFrom('refused_clips')
    .innerJoin('events', 'events.id', 'refused_clips.event_id')
    .select(['events.id', 'events.created_at'])
    .where('refused_clips.workspace_id', '=', workspaceId)
    .where('refused_clips.clip_id', '=', clipId)
    .executeTakeFirst()
  if (event === undefined) return null
  await db.deleteFrom('refused_clips').where('event_id', '=', event.id).execute()
  return event
}

/** No plan keeps a recording for longer, and a camera keeps what was refused for as long as it has room. */
const REFUSED_KEPT_MS = 365 * DAY_MS

/** Forgets those that came to nothing; `byMs` is the time that retention believes. */
export async function forgetRefusedClips(db: Db, byMs: number): Promise<void> {
  await db
    .deleteFrom('refused_clips')
    .where('refused_at', '<=', byMs - REFUSED_KEPT_MS)
    .execute()
}
