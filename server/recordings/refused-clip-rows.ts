import type { RefusedClipTable } from '../db/plan-tables'
import type { Db } from '../db/schema'
import { MAX_AGE_MS } from '../lib/said-time'

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

/** The event that told of a clip while it was refused, which it takes the place of; null: it never was. */
export async function takeRefusedClip(db: Db, workspaceId: string, clipId: string): Promise<string | null> {
  const row = await db
    .deleteFrom('refused_clips')
    .where('workspace_id', '=', workspaceId)
    .where('clip_id', '=', clipId)
    .returning('event_id')
    .executeTakeFirst()
  return row?.event_id ?? null
}

/** Forgets those that no camera has waiting any more; `byMs` is the time that retention believes. */
export async function forgetRefusedClips(db: Db, byMs: number): Promise<void> {
  await db
    .deleteFrom('refused_clips')
    .where('refused_at', '<=', byMs - MAX_AGE_MS)
    .execute()
}
