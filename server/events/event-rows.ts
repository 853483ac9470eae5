import type { AliasedExpression } from 'kysely'
import { DAY_MS } from '../../src/lib/durations'
import type { Db, EventTable } from '../db/schema'
import { listDays, type Page, type PagePlace, placeOf, type Stretch, totalOf } from './day-rows'
import { type DescribedRow, descriptionColumns } from './descriptions/description-presenter'

export type EventRow = EventTable &
  DescribedRow & { thumbnail_key: string | null; detections: string | null; camera_name: string }

/** Both ends belong to the period; null leaves that side open. */
export interface Period {
  readonly fromMs: number | null
  readonly toMs: number | null
}

export interface UnrecordedAsked {
  readonly workspaceId: string
  readonly cameraId: string
  /** Both ends belong to it. */
  readonly fromMs: number
  readonly toMs: number
}

/** Newest first. Its day is found by the days' counts, its place in the index alone: whole rows are read only of what is shown. */
export async function listEvents(
  db: Db,
  workspaceId: string,
  period: Period,
  { page, pageSize }: Page,
): Promise<{ readonly rows: EventRow[]; readonly total: number }> {
  const stretches = await stretchesOf(db, workspaceId, period)
  const place = placeOf(stretches, page * pageSize, pageSize)
  const rows = place === null ? [] : await eventsFrom(db, workspaceId, place, pageSize)
  return { rows, total: totalOf(stretches) }
}

function eventsFrom(db: Db, workspaceId: string, place: PagePlace, pageSize: number): Promise<EventRow[]> {
  const shown = eventsOf(db, workspaceId, { fromMs: place.fromMs, toMs: place.beforeMs - 1 })
    .select('events.id')
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(pageSize)
    .offset(place.offset)
  return rowsOf(db, shown.as('shown'))
}

/** Those of one camera that have no recording, or none any more. Newest first. */
export function listUnrecordedEvents(
  db: Db,
  { workspaceId, cameraId, fromMs, toMs }: UnrecordedAsked,
  limit: number,
): Promise<EventRow[]> {
  // Whose they are is asked of the camera: by the workspace's index all events of the others would be read.
  const shown = db
    .selectFrom('cameras')
    .innerJoin('events', 'events.camera_id', 'cameras.id')
    .select('events.id')
    .where('cameras.id', '=', cameraId)
    .where('cameras.workspace_id', '=', workspaceId)
    .where('events.video_id', 'is', null)
    .where('events.created_at', '>=', fromMs)
    .where('events.created_at', '<=', toMs)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(limit)
  return rowsOf(db, shown.as('shown'))
}

function rowsOf(db: Db, shown: AliasedExpression<{ id: string }, 'shown'>): Promise<EventRow[]> {
  return db
    .selectFrom(shown)
    .innerJoin('events', 'events.id', 'shown.id')
    .innerJoin('cameras', 'cameras.id', 'events.camera_id')
    .leftJoin('videos', 'videos.id', 'events.video_id')
    .leftJoin('event_descriptions', 'event_descriptions.event_id', 'events.id')
    .selectAll('events')
    .select(['cameras.name as camera_name', 'videos.thumbnail_key', 'videos.detections', ...descriptionColumns])
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
}

/** The whole days of a period, and what it has of a day at either end, which is counted. Newest first. */
async function stretchesOf(db: Db, workspaceId: string, { fromMs, toMs }: Period): Promise<Stretch[]> {
  const from = fromMs === null ? null : Math.ceil(fromMs / DAY_MS)
  const to = toMs === null ? null : Math.floor((toMs + 1) / DAY_MS) - 1
  if (fromMs !== null && toMs !== null && Number(from) > Number(to)) {
    return [await countedStretch(db, workspaceId, { fromMs, toMs })]
  }
  const days = await listDays(db, workspaceId, 'events', { from, to })
  // What is left of the days at either end.
  const first = { fromMs, toMs: Number(from) * DAY_MS - 1 }
  const last = { fromMs: (Number(to) + 1) * DAY_MS, toMs }
  return [
    ...(isCut(last) ? [await countedStretch(db, workspaceId, last)] : []),
    ...days,
    ...(isCut(first) ? [await countedStretch(db, workspaceId, first)] : []),
  ]
}

interface PartOfDay {
  readonly fromMs: number
  readonly toMs: number
}

/** Whether the period begins, or ends, within a day. */
function isCut(part: Period): part is PartOfDay {
  return part.fromMs !== null && part.toMs !== null && part.fromMs <= part.toMs
}

async function countedStretch(db: Db, workspaceId: string, period: PartOfDay): Promise<Stretch> {
  const row = await eventsOf(db, workspaceId, period)
    .select((event) => event.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return { fromMs: period.fromMs, untilMs: period.toMs + 1, count: Number(row.count) }
}

export async function insertEvent(db: Db, event: EventTable): Promise<void> {
  await db.insertInto('events').values(event).execute()
}

/** The recording of an event came after all, and what it shows by now. */
export async function giveRecording(db: Db, { id, created_at, ...event }: EventTable): Promise<void> {
  await db.updateTable('events').set(event).where('id', '=', id).execute()
}

function eventsOf(db: Db, workspaceId: string, { fromMs, toMs }: Period) {
  return db
    .selectFrom('events')
    .where('events.workspace_id', '=', workspaceId)
    .$if(fromMs !== null, (query) => query.where('events.created_at', '>=', Number(fromMs)))
    .$if(toMs !== null, (query) => query.where('events.created_at', '<=', Number(toMs)))
}
