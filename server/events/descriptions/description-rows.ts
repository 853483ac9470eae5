import { HOUR_MS } from '../../../src/lib/durations'
import type { EventDescriptionTable } from '../../db/description-tables'
import type { CameraTable, Db } from '../../db/schema'

/** What is not settled: also what somebody took and never brought to an end. */
const OPEN = ['waiting', 'asking'] as const

/** Times further ahead than this were written while the clock was, and hold nothing back. */
const AHEAD_MS = 3 * HOUR_MS

/** Hours whose numbers no rule reads any more. */
const HOURS_KEPT_MS = 24 * HOUR_MS

export async function insertDescription(db: Db, row: EventDescriptionTable): Promise<void> {
  await db.insertInto('event_descriptions').values(row).execute()
}

/** Whether a camera's events are described now. */
export async function isDescribed(db: Db, cameraId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cameras')
    .select('id')
    .where('id', '=', cameraId)
    .where('is_described', '=', 1)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives up all that wait in a workspace but the newest. */
export async function giveUpBeyond(db: Db, workspaceId: string, kept: number): Promise<void> {
  const tooMany = await db
    .selectFrom('event_descriptions')
    .select('event_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .orderBy('happened_at', 'desc')
    .orderBy('event_id')
    .limit(100)
    .offset(kept)
    .execute()
  if (tooMany.length === 0) return
  const ids = tooMany.map(({ event_id }) => event_id)
  await db
    .updateTable('event_descriptions')
    .set({ state: 'given-up', stills: null })
    .where('event_id', 'in', ids)
    .execute()
}

/** Gives up what was queued before a moment and is not settled. */
export async function giveUpBefore(db: Db, beforeMs: number): Promise<void> {
  await db
    .updateTable('event_descriptions')
    .set({ state: 'given-up', stills: null, claim: null })
    .where('state', 'in', OPEN)
    .where('queued_at', '<', beforeMs)
    .execute()
}

/** Forgets what is not settled, of one camera or of all; what was written stays. */
export async function forgetQueued(db: Db, of: Pick<CameraTable, 'id'> | 'all'): Promise<void> {
  await db
    .deleteFrom('event_descriptions')
    .where('state', 'in', OPEN)
    .$if(of !== 'all', (query) => query.where('camera_id', '=', of === 'all' ? '' : of.id))
    .execute()
}

/** The next that may be asked: what was asked least, and of that the newest, as that is looked at first. */
export async function findNextDescription(
  db: Db,
  { nowMs, perHour }: { readonly nowMs: number; readonly perHour: number },
): Promise<EventDescriptionTable | undefined> {
  return db
    .selectFrom('event_descriptions')
    .innerJoin('cameras', 'cameras.id', 'event_descriptions.camera_id')
    .leftJoin('description_hours', (join) =>
      join
        .onRef('description_hours.workspace_id', '=', 'event_descriptions.workspace_id')
        .on('description_hours.hour_start', '=', hourOf(nowMs))
        .on('description_hours.asked', '>=', perHour),
    )
    .selectAll('event_descriptions')
    .where('event_descriptions.state', 'in', OPEN)
    .where((row) =>
      row.or([row('event_descriptions.due_at', '<=', nowMs), row('event_descriptions.due_at', '>', nowMs + AHEAD_MS)]),
    )
    .where('cameras.is_described', '=', 1)
    .where('cameras.removed_at', 'is', null)
    .where('description_hours.workspace_id', 'is', null)
    .orderBy('event_descriptions.attempts')
    .orderBy('event_descriptions.happened_at', 'desc')
    .orderBy('event_descriptions.event_id')
    .limit(1)
    .executeTakeFirst()
}

/** Takes one place of the hour, if one is left. */
export async function takeFromHour(db: Db, workspaceId: string, nowMs: number, perHour: number): Promise<boolean> {
  const taken = await db
    .insertInto('description_hours')
    .values({ workspace_id: workspaceId, hour_start: hourOf(nowMs), asked: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'hour_start'])
        .doUpdateSet((row) => ({ asked: row('description_hours.asked', '+', 1) }))
        .where('description_hours.asked', '<', perHour),
    )
    .returning('asked')
    .executeTakeFirst()
  return taken !== undefined
}

/** Takes one as it was read, for whoever holds the claim; false: somebody else did, or it is gone. */
export async function claimDescription(
  db: Db,
  seen: EventDescriptionTable,
  change: Pick<EventDescriptionTable, 'claim' | 'due_at'>,
): Promise<boolean> {
  const result = await db
    .updateTable('event_descriptions')
    .set({ ...change, state: 'asking', attempts: seen.attempts + 1 })
    .where('event_id', '=', seen.event_id)
    .where('state', 'in', OPEN)
    .where('attempts', '=', seen.attempts)
    .where('due_at', '=', seen.due_at)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export type DescriptionChange = Partial<
  Pick<EventDescriptionTable, 'state' | 'stills' | 'text' | 'search_text' | 'model' | 'attempts' | 'due_at'>
>

/** Writes down what came of a claim; false: it is another's, or what was asked for is not wanted any more. */
export async function settleDescription(
  db: Db,
  { eventId, claim }: { readonly eventId: string; readonly claim: string },
  change: DescriptionChange,
): Promise<boolean> {
  const result = await db
    .updateTable('event_descriptions')
    .set({ ...change, claim: null })
    .where('event_id', '=', eventId)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Where the thumbnail of a recording is, which came with it; null: it has none any more. */
export async function findThumbnailKey(db: Db, videoId: string): Promise<string | null> {
  const row = await db.selectFrom('videos').select('thumbnail_key').where('id', '=', videoId).executeTakeFirst()
  return row?.thumbnail_key ?? null
}

export async function deleteOldHours(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('description_hours')
    .where('hour_start', '<', nowMs - HOURS_KEPT_MS)
    .execute()
}

function hourOf(nowMs: number): number {
  return Math.floor(nowMs / HOUR_MS) * HOUR_MS
}
