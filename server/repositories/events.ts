import type { Db, EventTable } from '../db/schema'
import type { Page } from './videos'

export type EventRow = EventTable & { thumbnail_key: string | null; detections: string | null; camera_name: string }

/** Both ends belong to the period; null leaves that side open. */
export interface Period {
  readonly fromMs: number | null
  readonly toMs: number | null
}

/** Newest first. The page is found in the index alone: whole rows are read only of what is shown. */
export async function listEvents(db: Db, workspaceId: string, period: Period, page: Page): Promise<EventRow[]> {
  const shown = eventsOf(db, workspaceId, period)
    .select('events.id')
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(page.pageSize)
    .offset(page.page * page.pageSize)
  return db
    .selectFrom(shown.as('shown'))
    .innerJoin('events', 'events.id', 'shown.id')
    .innerJoin('cameras', 'cameras.id', 'events.camera_id')
    .leftJoin('videos', 'videos.id', 'events.video_id')
    .selectAll('events')
    .select(['cameras.name as camera_name', 'videos.thumbnail_key', 'videos.detections'])
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
}

export async function countEvents(db: Db, workspaceId: string, period: Period): Promise<number> {
  const row = await eventsOf(db, workspaceId, period)
    .select((event) => event.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertEvent(db: Db, event: EventTable): Promise<void> {
  await db.insertInto('events').values(event).execute()
}

function eventsOf(db: Db, workspaceId: string, { fromMs, toMs }: Period) {
  return db
    .selectFrom('events')
    .where('events.workspace_id', '=', workspaceId)
    .$if(fromMs !== null, (query) => query.where('events.created_at', '>=', Number(fromMs)))
    .$if(toMs !== null, (query) => query.where('events.created_at', '<=', Number(toMs)))
}
