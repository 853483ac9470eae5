import type { Db } from '../db/schema'

/** Until when each of some recordings is shared; those that are not are left out. */
export async function sharedUntil(
  db: Db,
  videoIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  if (videoIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shares')
    .select((share) => ['video_id', share.fn.max('expires_at').as('until')])
    .where('video_id', 'in', videoIds)
    .where('expires_at', '>', nowMs)
    .groupBy('video_id')
    .execute()
  return new Map(rows.map(({ video_id, until }) => [video_id, Number(until)]))
}

/**
 * Forgets shares that have ended. They open nothing from their last moment on, whoever forgets them; `byMs` is the time that
 * retention believes, so that a clock that leaps ahead takes no share for good.
 */
export async function forgetEndedShares(db: Db, byMs: number): Promise<void> {
  await db.deleteFrom('shares').where('expires_at', '<=', byMs).execute()
}
