import type { EventDescriptionTable } from '../db/description-tables'
import type { CameraTable, Db, EventTable, VideoTable } from '../db/schema'

/** Rows of one query; an export holds one page at a time. */
const PAGE_ROWS = 500

/** Cameras of a workspace, also those that were removed: recordings name them. They are few, and come at once. */
export async function listExportCameras(db: Db, workspaceId: string): Promise<CameraTable[]> {
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** When the newest recording of a workspace came; null: it has none. */
export async function newestArrivalIn(db: Db, workspaceId: string): Promise<number | null> {
  const row = await db
    .selectFrom('videos')
    .select((video) => video.fn.max('received_at').as('at'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Recordings that were there at a moment, oldest first, a page at a time. */
export async function* videoPages(db: Db, workspaceId: string, untilMs: number): AsyncGenerator<VideoTable[]> {
  let last: Place | null = null
  for (;;) {
    const rows: VideoTable[] = await videosAfter(db, workspaceId, untilMs, last)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < PAGE_ROWS) return
  }
}

/** Events, oldest first, a page at a time. */
export async function* eventPages(db: Db, workspaceId: string): AsyncGenerator<EventTable[]> {
  let last: Place | null = null
  for (;;) {
    const rows: EventTable[] = await eventsAfter(db, workspaceId, last)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < PAGE_ROWS) return
  }
}

/** What a model says that events show, a page at a time. */
export async function* descriptionPages(db: Db, workspaceId: string): AsyncGenerator<ExportedDescription[]> {
  let lastId = ''
  for (;;) {
    const rows = await db
      .selectFrom('event_descriptions')
      .select(['event_id', 'text', 'model'])
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'written')
      .where('event_id', '>', lastId)
      .orderBy('event_id')
      .limit(PAGE_ROWS)
      .execute()
    if (rows.length > 0) yield rows
    lastId = rows.at(-1)?.event_id ?? lastId
    if (rows.length < PAGE_ROWS) return
  }
}

export type ExportedDescription = Pick<EventDescriptionTable, 'event_id' | 'text' | 'model'>

/** Where a page ended: the next one begins after it, whatever came or went meanwhile. */
type Place = Pick<VideoTable, 'created_at' | 'id'>

async function videosAfter(db: Db, workspaceId: string, untilMs: number, last: Place | null): Promise<VideoTable[]> {
  const query = db
    .selectFrom('videos')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('received_at', '<=', untilMs)
  const rest =
    last === null
      ? query
      : query
          .where('created_at', '>=', last.created_at)
          .where((row) => row.or([row('created_at', '>', last.created_at), row('id', '>', last.id)]))
  return rest.orderBy('created_at').orderBy('id').limit(PAGE_ROWS).execute()
}

async function eventsAfter(db: Db, workspaceId: string, last: Place | null): Promise<EventTable[]> {
  const query = db.selectFrom('events').selectAll().where('workspace_id', '=', workspaceId)
  const rest =
    last === null
      ? query
      : query
          .where('created_at', '>=', last.created_at)
          .where((row) => row.or([row('created_at', '>', last.created_at), row('id', '>', last.id)]))
  return rest.orderBy('created_at').orderBy('id').limit(PAGE_ROWS).execute()
}
