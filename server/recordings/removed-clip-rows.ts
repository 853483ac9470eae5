import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { MAX_AGE_MS } from '../lib/said-time'

/** Notes clips as removed, while their recordings are there. */
export async function noteRemovedClips(db: Db, videoIds: readonly string[], nowMs: number): Promise<void> {
  await db
    .insertInto('removed_clips')
    .columns(['workspace_id', 'clip_id', 'video_id', 'removed_at'])
    .expression(
      db
        .selectFrom('videos')
        .select(['workspace_id', 'clip_id', 'id', sql<number>`cast(${nowMs} as bigint)`.as('removed_at')])
        .where('id', 'in', videoIds),
    )
    // A hub of the version before, beside this one, stores it again.
    .onConflict((conflict) => conflict.columns(['workspace_id', 'clip_id']).doNothing())
    .execute()
}

/**
 * Forgets those that no camera has waiting any more. `byMs` is the time that retention believes, so that a clock that leaps
 * ahead lets none come back.
 */
export async function forgetRemovedClips(db: Db, byMs: number): Promise<void> {
  await db
    .deleteFrom('removed_clips')
    .where('removed_at', '<=', byMs - MAX_AGE_MS)
    .execute()
}
