import { type Expression, type SqlBool, sql } from 'kysely'
import type { EventType } from '../../../src/contract/event'
import { type Label, type LabelCount, type LabelGroup, labelsOf } from '../../../src/lib/label'
import type { Span } from '../../../src/lib/span'
import type { FilmColumns } from '../../db/film-columns'
import { labelsIn } from '../../db/label-text'
import type { CameraTable, Db, EventTable, VideoTable } from '../../db/schema'
import { descriptionColumns } from '../../events/descriptions/description-presenter'
import type { EventRow } from '../../events/event-rows'

/** What events or recordings are looked for; null leaves that open. */
export interface Search {
  readonly workspaceId: string
  readonly ranges: readonly Span[]
  readonly types: readonly EventType[] | null
  /** What they show one of; an empty list: motion in which nothing was recognised. Alerts show nothing: named in `types`, they are found beside them. */
  readonly labels: readonly Label[] | null
  /** What they must show, and be, besides. */
  readonly group?: LabelGroup | null
  readonly ofType?: EventType | null
  readonly cameraIds: readonly string[] | null
}

export type FoundVideo = Pick<
  VideoTable,
  'id' | 'created_at' | 'size_bytes' | 'event_type' | 'has_audio' | 'is_kept' | 'labels' | keyof FilmColumns
> & {
  camera_name: string
}
export type EventOrder = 'newest' | 'oldest'
export type VideoOrder = EventOrder | 'largest' | 'smallest' | 'longest' | 'shortest'

/** Which of the events found are read. */
export interface EventPage {
  readonly order: EventOrder
  readonly limit: number
  readonly offset?: number
}

/** A group of rows and how many it has. */
export interface Counted<K> {
  readonly key: K
  readonly count: number
}

/** Title and message of an event: how the words of a search are compared. */
export type EventText = Pick<EventTable, 'title' | 'message'>

/** A word that events must hold, in small letters, and the titles and messages that do. A description may hold it instead. */
export interface WantedWord {
  readonly word: string
  readonly texts: readonly EventText[]
}

/** A question is read against the names of all of them, and anybody may add and remove one after the other. */
const REMOVED_CAMERAS = 100

/** Cameras with those that were removed last: their recordings still name them. */
export async function listCamerasEver(db: Db, workspaceId: string): Promise<CameraTable[]> {
  const lastRemoved = db
    .selectFrom('cameras')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('position', 'desc')
    .limit(REMOVED_CAMERAS)
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('removed_at', 'is', null), eb('id', 'in', lastRemoved)]))
    .orderBy('position')
    .execute()
}

export async function countFoundEvents(db: Db, search: Search, words: readonly WantedWord[]): Promise<number> {
  const row = await foundEvents(db, search, words)
    .select((event) => event.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function countDescribedEvents(db: Db, search: Search): Promise<number> {
  const row = await foundEvents(db, search, [])
    .innerJoin('event_descriptions', 'event_descriptions.event_id', 'events.id')
    .where('event_descriptions.state', '=', 'written')
    .select((event) => event.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Those of one moment in one order always, so that first and last are told apart. */
export async function listFoundEvents(
  db: Db,
  search: Search,
  words: readonly WantedWord[],
  { order, limit, offset = 0 }: EventPage,
): Promise<EventRow[]> {
  const direction = order === 'newest' ? 'desc' : 'asc'
  return foundEvents(db, search, words)
    .innerJoin('cameras', 'cameras.id', 'events.camera_id')
    .leftJoin('videos', 'videos.id', 'events.video_id')
    .leftJoin('event_descriptions', 'event_descriptions.event_id', 'events.id')
    .selectAll('events')
    .select(['cameras.name as camera_name', 'videos.thumbnail_key', 'videos.detections', ...descriptionColumns])
    .orderBy('events.created_at', direction)
    .orderBy('events.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** What events say, each text once: they are as many as cameras and types, not as events. */
export async function listEventTexts(db: Db, search: Search): Promise<EventText[]> {
  return foundEvents(db, search, []).select(['events.title', 'events.message']).distinct().execute()
}

export async function countEventsByCamera(db: Db, search: Search): Promise<Counted<string>[]> {
  const rows = await foundEvents(db, search, [])
    .select((event) => ['events.camera_id as key', event.fn.countAll().as('count')])
    .groupBy('events.camera_id')
    .execute()
  return rows.map(({ key, count }) => ({ key, count: Number(count) }))
}

/** An event's type and what it shows. */
export interface Kind {
  readonly type: EventType
  readonly seen: readonly LabelCount[]
}

export async function countEventsByKind(db: Db, search: Search): Promise<Counted<Kind>[]> {
  const rows = await foundEvents(db, search, [])
    .select((event) => ['events.type', 'events.labels', event.fn.countAll().as('count')])
    .groupBy(['events.type', 'events.labels'])
    .execute()
  return rows.map(({ type, labels, count }) => ({ key: { type, seen: labelsIn(labels) }, count: Number(count) }))
}

/** Every zone's hours and days begin with a quarter of an hour. The key is its number since the epoch. */
export const QUARTER_MS = 900_000

export async function countEventsByQuarter(db: Db, search: Search): Promise<Counted<number>[]> {
  const quarter = sql<number>`(events.created_at - events.created_at % ${sql.lit(QUARTER_MS)}) / ${sql.lit(QUARTER_MS)}`
  const rows = await foundEvents(db, search, [])
    .select((event) => [quarter.as('key'), event.fn.countAll().as('count')])
    .groupBy(quarter)
    .execute()
  return rows.map(({ key, count }) => ({ key: Number(key), count: Number(count) }))
}

/** Recordings together. Those whose film is not read yet, or cannot be played, have no length. */
export interface VideoSums {
  readonly count: number
  readonly sizeBytes: number
  readonly durationMs: number
  readonly unread: number
  readonly unplayable: number
}

export async function sumFoundVideos(db: Db, search: Search): Promise<VideoSums> {
  const row = await foundVideos(db, search)
    .select((video) => [video.fn.countAll().as('count'), video.fn.sum('videos.size_bytes').as('size_bytes')])
    .select((video) => [video.fn.count('videos.facts_at').as('read'), video.fn.count('videos.duration_ms').as('timed')])
    .select((video) => video.fn.sum('videos.duration_ms').as('duration_ms'))
    .executeTakeFirstOrThrow()
  const [count, read, timed] = [Number(row.count), Number(row.read), Number(row.timed)]
  const sums = { count, sizeBytes: Number(row.size_bytes ?? 0), durationMs: Number(row.duration_ms ?? 0) }
  return { ...sums, unread: count - read, unplayable: read - timed }
}

const foundColumns = [
  ...(['videos.id', 'videos.created_at', 'videos.size_bytes', 'videos.event_type', 'videos.has_audio'] as const),
  ...(['videos.is_kept', 'videos.labels', 'cameras.name as camera_name', 'videos.facts_at'] as const),
  ...(['videos.facts_tries', 'videos.duration_ms', 'videos.width', 'videos.height', 'videos.codec'] as const),
  ...(['videos.has_sound', 'videos.starts_on_key'] as const),
]

/** What recordings are ordered by, and whether the greatest comes first. */
const orders = {
  newest: ['videos.created_at', 'desc'],
  oldest: ['videos.created_at', 'asc'],
  largest: ['videos.size_bytes', 'desc'],
  smallest: ['videos.size_bytes', 'asc'],
  longest: ['videos.duration_ms', 'desc'],
  shortest: ['videos.duration_ms', 'asc'],
} as const

export async function listFoundVideos(
  db: Db,
  search: Search,
  { order, limit }: { readonly order: VideoOrder; readonly limit: number },
): Promise<FoundVideo[]> {
  const [column, direction] = orders[order]
  return (
    foundVideos(db, search)
      .innerJoin('cameras', 'cameras.id', 'videos.camera_id')
      .select(foundColumns)
      // Which is the longest, those can tell whose length is known.
      .where(column, 'is not', null)
      .orderBy(column, direction)
      .orderBy('videos.id', direction)
      .limit(limit)
      .execute()
  )
}

/** undefined: the workspace has no such recording. */
export async function findFoundVideo(db: Db, workspaceId: string, videoId: string): Promise<FoundVideo | undefined> {
  return db
    .selectFrom('videos')
    .innerJoin('cameras', 'cameras.id', 'videos.camera_id')
    .select(foundColumns)
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.id', '=', videoId)
    .executeTakeFirst()
}

/** Where the recordings are that a workspace has of these. */
export async function findClipKeys(
  db: Db,
  workspaceId: string,
  videoIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'blob_key'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', videoIds)
    .execute()
  return new Map(rows.map(({ id, blob_key }) => [id, blob_key]))
}

const TEXT_END = '\n'

function foundEvents(db: Db, search: Search, words: readonly WantedWord[]) {
  const { workspaceId, types, cameraIds } = search
  const text = sql<string>`events.title || ${TEXT_END} || events.message`
  return db
    .selectFrom('events')
    .where('events.workspace_id', '=', workspaceId)
    .where(within('events', search))
    .where(oneOf(sql.ref('events.type'), types))
    .where(oneOf(sql.ref('events.camera_id'), cameraIds))
    .where(shows('events', 'events.type', search))
    .where(everyOf(words.map((wanted) => holds(text, wanted, workspaceId))))
}

/** Its title or message, or what a model says that it shows. */
function holds(text: Expression<string>, { word, texts }: WantedWord, workspaceId: string): Expression<SqlBool> {
  const said = oneOf(
    text,
    texts.map(({ title, message }) => title + TEXT_END + message),
  )
  // Both sides are in small letters, so that the databases compare alike. The workspace is a value and no column of the
  // event's row: else all its descriptions would be read once for each event.
  return sql<SqlBool>`(${said} or events.id in (
    select event_descriptions.event_id from event_descriptions
    where event_descriptions.workspace_id = ${workspaceId} and event_descriptions.search_text like ${likeAny(word)} escape '!'))`
}

function likeAny(word: string): string {
  return `%${word.replace(/[!%_]/g, '!$&')}%`
}

function everyOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return conditions.length === 0 ? all : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`
}

export function foundVideos(db: Db, search: Search) {
  const { workspaceId, types, cameraIds } = search
  return db
    .selectFrom('videos')
    .where('videos.workspace_id', '=', workspaceId)
    .where(within('videos', search))
    .where(oneOf(sql.ref('videos.event_type'), types))
    .where(oneOf(sql.ref('videos.camera_id'), cameraIds))
    .where(shows('videos', 'videos.event_type', search))
}

const all = sql<SqlBool>`1 = 1`
const none = sql<SqlBool>`1 = 0`

/**
 * Several times are a table of their own, for each of which the index is asked: as conditions, SQLite would try them one
 * after the other for every row, and takes no more than a thousand.
 */
function within(table: 'events' | 'videos', { workspaceId, ranges }: Search): Expression<SqlBool> {
  if (ranges.length === 0) return none
  const time = sql.ref(`${table}.created_at`)
  const firstMs = Math.min(...ranges.map(({ fromMs }) => fromMs))
  const lastMs = Math.max(...ranges.map(({ untilMs }) => untilMs))
  const whole = sql<SqlBool>`${time} >= ${firstMs} and ${time} < ${lastMs}`
  if (ranges.length === 1) return whole
  const each = ranges.map(({ fromMs, untilMs }) => sql`(cast(${fromMs} as bigint), cast(${untilMs} as bigint))`)
  // Both databases call the columns of such a table so.
  return sql<SqlBool>`${whole} and ${sql.ref(`${table}.id`)} in (
    select found.id from (values ${sql.join(each)}) as span cross join ${sql.table(table)} as found
    where found.workspace_id = ${workspaceId}
      and found.created_at >= span.column1 and found.created_at < span.column2)`
}

function shows(
  table: 'events' | 'videos',
  type: 'events.type' | 'videos.event_type',
  { types, labels, group, ofType }: Search,
): Expression<SqlBool> {
  const shown = sql.ref(`${table}.labels`)
  // Labels are of a closed list: none has a letter that means something to LIKE.
  const oneOfThese = (names: readonly Label[]) =>
    sql`(${sql.join(
      names.map((name) => sql`${shown} like ${`%"${name}"%`}`),
      sql` or `,
    )})`
  const wanted =
    labels === null
      ? all
      : labels.length === 0
        ? sql`(${sql.ref(type)} = 'MOTION' and ${shown} is null)`
        : oneOfThese(labels)
  const isFound = types?.includes('ALERT') ? sql`(${sql.ref(type)} = 'ALERT' or ${wanted})` : wanted
  const isOfGroup = group ? oneOfThese(labelsOf(group)) : all
  return sql<SqlBool>`${isFound} and ${isOfGroup} and ${oneOf(sql.ref(type), ofType ? [ofType] : null)}`
}

/** null finds all, an empty list nothing: as `in ()` it would be no SQL. */
function oneOf(value: Expression<unknown>, allowed: readonly string[] | null): Expression<SqlBool> {
  if (allowed === null) return all
  return allowed.length === 0 ? none : sql<SqlBool>`${value} in (${sql.join([...allowed])})`
}
