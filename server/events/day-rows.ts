import { sql } from 'kysely'
import { DAY_MS } from '../../src/lib/durations'
import type { Span } from '../../src/lib/span'
import type { Db, RecordingDayTable } from '../db/schema'

export interface Page {
  readonly page: number
  readonly pageSize: number
}

/** Rows of a list between two moments, and how many they are. */
export interface Stretch extends Span {
  readonly count: number
}

/** Where a page begins: so many rows after the newest one that is older than the moment; and a moment it reaches back to. */
export interface PagePlace {
  readonly beforeMs: number
  readonly offset: number
  /** No later than its last row: without it PostgreSQL, as long as it knows no statistics, sorts all that is older. */
  readonly fromMs: number
}

/** The days that have any, newest first; both ends belong to it. */
export async function listDays(
  db: Db,
  workspaceId: string,
  kind: 'videos' | 'events',
  days: { readonly from: number | null; readonly to: number | null },
): Promise<Stretch[]> {
  const rows = await db
    .selectFrom('recording_days')
    .select(['day', `${kind} as count`])
    .where('workspace_id', '=', workspaceId)
    .where(kind, '>', 0)
    .$if(days.from !== null, (query) => query.where('day', '>=', Number(days.from)))
    .$if(days.to !== null, (query) => query.where('day', '<=', Number(days.to)))
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ day, count }) => ({ fromMs: day * DAY_MS, untilMs: (day + 1) * DAY_MS, count }))
}

/** Finds a page by the number of its first row in a list of stretches, newest first; null: the list ends before it. */
export function placeOf(stretches: readonly Stretch[], skippedRows: number, pageSize: number): PagePlace | null {
  const first = stretchOf(stretches, skippedRows)
  if (first === null) return null
  const last = stretchOf(stretches, skippedRows + pageSize - 1)?.stretch ?? stretches[stretches.length - 1]
  const { stretch, offset } = first
  return { beforeMs: stretch.untilMs, offset, fromMs: (last ?? stretch).fromMs }
}

/** The stretch that has the row of a number, and how many rows of it come before. */
function stretchOf(stretches: readonly Stretch[], row: number): { stretch: Stretch; offset: number } | null {
  let offset = row
  for (const stretch of stretches) {
    if (offset < stretch.count) return { stretch, offset }
    offset -= stretch.count
  }
  return null
}

export function totalOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { count }) => sum + count, 0)
}

/** Number, bytes and length of the stored clips. */
export async function sumVideos(
  db: Db,
  workspaceId: string,
): Promise<{ count: number; sizeBytes: number; durationMs: number }> {
  const row = await db
    .selectFrom('recording_days')
    .select((day) => [day.fn.sum('videos').as('count'), day.fn.sum('video_bytes').as('size_bytes')])
    .select((day) => day.fn.sum('video_ms').as('duration_ms'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const { count, size_bytes, duration_ms } = row
  return { count: Number(count ?? 0), sizeBytes: Number(size_bytes ?? 0), durationMs: Number(duration_ms ?? 0) }
}

/** What a day's row lacks of what is really there, or has too much. */
export type DayDifference = RecordingDayTable

/** Of all workspaces. Rows and their day's row are written together, so that one statement sees both or neither. */
export async function listDayDifferences(db: Db): Promise<DayDifference[]> {
  const { rows } = await sql<DayDifference>`${dayDifferences} order by workspace_id, day`.execute(db)
  return rows.map((row) => ({
    ...row,
    videos: Number(row.videos),
    video_bytes: Number(row.video_bytes),
    video_ms: Number(row.video_ms),
    events: Number(row.events),
  }))
}

/** Also while hubs write: what is missing is found and added in one statement. */
export async function repairDays(db: Db): Promise<void> {
  await sql`
    insert into recording_days (workspace_id, day, videos, video_bytes, video_ms, events)
    select * from (${dayDifferences}) as missing where true
    on conflict (workspace_id, day) do update set
      videos = recording_days.videos + excluded.videos,
      video_bytes = recording_days.video_bytes + excluded.video_bytes,
      video_ms = recording_days.video_ms + excluded.video_ms,
      events = recording_days.events + excluded.events`.execute(db)
}

/** The length of a day is a literal: SQLite takes a bound number as a fraction, which does not divide to a whole one. */
const dayDifferences = sql`
  select workspace_id, day, sum(videos) as videos, sum(video_bytes) as video_bytes, sum(video_ms) as video_ms,
    sum(events) as events from (
    select workspace_id, created_at / ${sql.lit(DAY_MS)} as day, 1 as videos, size_bytes as video_bytes,
      coalesce(duration_ms, 0) as video_ms, 0 as events
    from videos
    union all
    select workspace_id, created_at / ${sql.lit(DAY_MS)}, 0, 0, 0, 1 from events
    union all
    select workspace_id, day, -videos, -video_bytes, -video_ms, -events from recording_days
  ) as each_row
  group by workspace_id, day
  having sum(videos) <> 0 or sum(video_bytes) <> 0 or sum(video_ms) <> 0 or sum(events) <> 0`
