import { type Kysely, type Migration, SqliteAdapter, sql } from 'kysely'

/**
 * What the film of a recording is, read from its file by a job (server/recordings/facts). Recordings of before have none yet
 * and are read by the same job. How long a day's recordings are is kept with its other totals (migration 0011).
 */
export const facts: Migration = { up }

/** `facts_at`: null until it was read, or given up; `duration_ms`: null after that where it cannot be played. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('videos').addColumn('facts_at', 'bigint').execute()
  await db.schema
    .alterTable('videos')
    .addColumn('facts_tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['duration_ms', 'width', 'height', 'has_sound', 'starts_on_key'])
    await db.schema.alterTable('videos').addColumn(name, 'integer').execute()
  await db.schema.alterTable('videos').addColumn('codec', 'text').execute()
  // What is still to be read is little, but for the first days after this migration.
  await sql`create index videos_unread on videos (received_at) where facts_at is null`.execute(db)
  await db.schema
    .alterTable('recording_days')
    .addColumn('video_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  if (db.getExecutor().adapter instanceof SqliteAdapter) await changeSqliteTriggers(db)
  else await changePostgresTriggers(db)
}

const INTO = 'insert into recording_days (workspace_id, day, videos, video_bytes, events, video_ms)'
const ADDING = `on conflict (workspace_id, day) do update set
  videos = recording_days.videos + excluded.videos,
  video_bytes = recording_days.video_bytes + excluded.video_bytes,
  video_ms = recording_days.video_ms + excluded.video_ms`

async function changeSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const here = (row: 'old' | 'new') => `workspace_id = ${row}.workspace_id and day = ${row}.created_at / 86400000`
  const bodies = [
    [
      'videos_added after insert on videos',
      `${INTO} values (new.workspace_id, new.created_at / 86400000, 1, new.size_bytes, 0, coalesce(new.duration_ms, 0)) ${ADDING}`,
    ],
    [
      'videos_removed after delete on videos',
      `update recording_days set videos = videos - 1, video_bytes = video_bytes - old.size_bytes,
        video_ms = video_ms - coalesce(old.duration_ms, 0) where ${here('old')}`,
    ],
    [
      'videos_read after update of duration_ms on videos',
      `update recording_days set video_ms = video_ms + coalesce(new.duration_ms, 0) - coalesce(old.duration_ms, 0) where ${here('new')}`,
    ],
  ]
  for (const name of ['videos_added', 'videos_removed']) await sql.raw(`drop trigger ${name}`).execute(db)
  for (const [when, body] of bodies) await sql.raw(`create trigger ${when} begin ${body}; end`).execute(db)
}

async function changePostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const gone = `select workspace_id, created_at / 86400000 as day, count(*) as videos, sum(size_bytes) as video_bytes,
    sum(coalesce(duration_ms, 0)) as video_ms from old_rows group by 1, 2`
  await replaceFunction(
    db,
    'videos_added',
    `${INTO} select workspace_id, created_at / 86400000, count(*), sum(size_bytes), 0, sum(coalesce(duration_ms, 0))
      from new_rows group by 1, 2 ${ADDING}`,
  )
  await replaceFunction(
    db,
    'videos_removed',
    `update recording_days set videos = recording_days.videos - gone.videos,
      video_bytes = recording_days.video_bytes - gone.video_bytes, video_ms = recording_days.video_ms - gone.video_ms
      from (${gone}) as gone where recording_days.workspace_id = gone.workspace_id and recording_days.day = gone.day`,
  )
  await replaceFunction(
    db,
    'videos_read',
    `update recording_days set video_ms = video_ms + coalesce(new.duration_ms, 0) - coalesce(old.duration_ms, 0)
      where workspace_id = new.workspace_id and day = new.created_at / 86400000`,
  )
  // By row: a trigger of one column sees no table of all rows, and films are read one by one.
  await sql
    .raw('create trigger videos_read after update of duration_ms on videos for each row execute function videos_read()')
    .execute(db)
}

async function replaceFunction(db: Kysely<unknown>, name: string, statement: string): Promise<void> {
  const body = `begin ${statement}; return null; end`
  await sql.raw(`create or replace function ${name}() returns trigger language plpgsql as $$ ${body} $$`).execute(db)
}
