import type { EventDescriptionTable } from '../db/description-tables'
import type { OutageTable } from '../db/notification-tables'
import type { ChatMessageTable, ChatTable } from '../db/plan-tables'
import type { CameraTable, Db, EventTable, ModeEraTable, VideoTable } from '../db/schema'

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

/** Pages of a query, each after the last row of the one before. */
async function* pages<Row>(after: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | null = null
  for (;;) {
    const rows: Row[] = await after(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < PAGE_ROWS) return
  }
}

/** Recordings that were there at a moment, oldest first, a page at a time. */
export function videoPages(db: Db, workspaceId: string, untilMs: number): AsyncGenerator<VideoTable[]> {
  return pages<VideoTable>((last) => videosAfter(db, workspaceId, untilMs, last))
}

/** Events, oldest first, a page at a time. */
export function eventPages(db: Db, workspaceId: string): AsyncGenerator<EventTable[]> {
  return pages<EventTable>((last) => eventsAfter(db, workspaceId, last))
}

/** What a model says that events show, a page at a time. */
export function descriptionPages(db: Db, workspaceId: string): AsyncGenerator<ExportedDescription[]> {
  return pages<ExportedDescription>((last) =>
    db
      .selectFrom('event_descriptions')
      .select(['event_id', 'text', 'model'])
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'written')
      .where('event_id', '>', last?.event_id ?? '')
      .orderBy('event_id')
      .limit(PAGE_ROWS)
      .execute(),
  )
}

/** What the modes were set to, in its order, a page at a time. */
export function eraPages(db: Db, workspaceId: string): AsyncGenerator<ModeEraTable[]> {
  return pages<ModeEraTable>((last) =>
    db
      .selectFrom('mode_eras')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('position', '>', last?.position ?? 0)
      .orderBy('position')
      .limit(PAGE_ROWS)
      .execute(),
  )
}

/** When a camera was off, oldest first, a page at a time. */
export function outagePages(db: Db, cameraId: string): AsyncGenerator<OutageTable[]> {
  return pages<OutageTable>((last) => {
    const query = db.selectFrom('outages').selectAll().where('camera_id', '=', cameraId)
    const rest =
      last === null
        ? query
        : query
            .where('started_at', '>=', last.started_at)
            .where((row) => row.or([row('started_at', '>', last.started_at), row('id', '>', last.id)]))
    return rest.orderBy('started_at').orderBy('id').limit(PAGE_ROWS).execute()
  })
}

/** Chats in the order they were begun, a page at a time. */
export function chatPages(db: Db, workspaceId: string): AsyncGenerator<ChatTable[]> {
  return pages<ChatTable>((last) =>
    db
      .selectFrom('chats')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('position', '>', last?.position ?? 0)
      .orderBy('position')
      .limit(PAGE_ROWS)
      .execute(),
  )
}

/** A message with the address of who asked; null: their account is gone, or it is not known. */
export type ExportedMessage = ChatMessageTable & { readonly email: string | null }

/** What was said in a chat, in its order. A plan has a hundred messages a month: they come at once. */
export async function listSaid(db: Db, chatId: string): Promise<ExportedMessage[]> {
  return db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.asked_by')
    .selectAll('chat_messages')
    .select('users.email')
    .where('chat_id', '=', chatId)
    .orderBy('sent_at')
    .orderBy('chat_messages.id')
    .execute()
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
