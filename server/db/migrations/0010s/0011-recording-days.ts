import { type Kysely, type Migration, SqliteAdapter, sql } from 'kysely'

/**
 * How many recordings and events each day of a workspace has, kept by the database itself, so that no path that writes or
 * deletes them can leave it out. Counting 100,000 rows for every page took longer than the page (KEEP-12).
 */
export const recordingDays: Migration = { up }

/** Of a day in UTC. A literal: SQLite takes a bound number as a fraction, which does not divide to a whole one. */
const DAY_MS = sql.lit(86_400_000)

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recording_days')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('videos', 'integer', (column) => column.notNull())
    .addColumn('video_bytes', 'bigint', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('recording_days_pk', ['workspace_id', 'day'])
    .execute()
  await countWhatIsThere(db)
  if (db.getExecutor().adapter instanceof SqliteAdapter) await addSqliteTriggers(db)
  else await addPostgresTriggers(db)
}

async function countWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into recording_days (workspace_id, day, videos, video_bytes, events)
    select workspace_id, day, sum(videos), sum(video_bytes), sum(events) from (
      select workspace_id, created_at / ${DAY_MS} as day, 1 as videos, size_bytes as video_bytes, 0 as events from videos
      union all
      select workspace_id, created_at / ${DAY_MS}, 0, 0, 1 from events
    ) as each_row
    group by workspace_id, day`.execute(db)
}

interface Counted {
  readonly table: 'videos' | 'events'
  /** Of a new row, for the columns videos, video_bytes and events. */
  readonly added: string
  /** Without a row that goes. */
  readonly without: string
  /** Of many new rows. */
  readonly addedSums: string
  /** Of many rows that go. */
  readonly sums: string
  /** Without those rows, whose sums are in `gone`. */
  readonly withoutSums: string
}

/** Neither their workspace nor their moment nor their size ever changes. */
const counted: readonly Counted[] = [
  {
    table: 'videos',
    added: '1, new.size_bytes, 0',
    without: 'videos = videos - 1, video_bytes = video_bytes - old.size_bytes',
    addedSums: 'count(*), sum(size_bytes), 0',
    sums: 'count(*) as videos, sum(size_bytes) as video_bytes',
    withoutSums:
      'videos = recording_days.videos - gone.videos, video_bytes = recording_days.video_bytes - gone.video_bytes',
  },
  {
    table: 'events',
    added: '0, 0, 1',
    without: 'events = events - 1',
    addedSums: '0, 0, count(*)',
    sums: 'count(*) as events',
    withoutSums: 'events = recording_days.events - gone.events',
  },
]

const INTO = 'insert into recording_days (workspace_id, day, videos, video_bytes, events)'
const ADDING = `on conflict (workspace_id, day) do update set
  videos = recording_days.videos + excluded.videos,
  video_bytes = recording_days.video_bytes + excluded.video_bytes,
  events = recording_days.events + excluded.events`

async function addSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  for (const { table, added, without } of counted) {
    const add = `${INTO} values (new.workspace_id, new.created_at / 86400000, ${added}) ${ADDING}`
    const take = `update recording_days set ${without}
      where workspace_id = old.workspace_id and day = old.created_at / 86400000`
    await sql.raw(`create trigger ${table}_added after insert on ${table} begin ${add}; end`).execute(db)
    await sql.raw(`create trigger ${table}_removed after delete on ${table} begin ${take}; end`).execute(db)
  }
}

/** By statement, not by row: one may delete a hundred thousand. */
async function addPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  for (const { table, addedSums, sums, withoutSums } of counted) {
    const add = `${INTO} select workspace_id, created_at / 86400000, ${addedSums} from new_rows group by 1, 2 ${ADDING}`
    const gone = `select workspace_id, created_at / 86400000 as day, ${sums} from old_rows group by 1, 2`
    const take = `update recording_days set ${withoutSums} from (${gone}) as gone
      where recording_days.workspace_id = gone.workspace_id and recording_days.day = gone.day`
    await addPostgresTrigger(db, `${table}_added`, `after insert on ${table} referencing new table as new_rows`, add)
    await addPostgresTrigger(db, `${table}_removed`, `after delete on ${table} referencing old table as old_rows`, take)
  }
}

async function addPostgresTrigger(db: Kysely<unknown>, name: string, when: string, statement: string): Promise<void> {
  const body = `begin ${statement}; return null; end`
  await sql.raw(`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`).execute(db)
  await sql.raw(`create trigger ${name} ${when} for each statement execute function ${name}()`).execute(db)
}
