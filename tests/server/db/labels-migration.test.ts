import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations, openDatabase } from '../../../server/db/open'
import { postgresDialect } from '../../../server/db/postgres'
import type { Db } from '../../../server/db/schema'
import { openSqlite, SQLITE_FILE } from '../../../server/db/sqlite'
import { unusedDatabaseUrl } from '../support/database'
import { seen } from '../support/detections'

let folder: string
let url: string | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-labels-'))
  url = await unusedDatabaseUrl()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The tables as they were before this migration. */
async function before(): Promise<Kysely<unknown>> {
  const sqlite = new SqliteDialect({ database: async () => openSqlite(join(folder, SQLITE_FILE)) })
  const db = new Kysely<unknown>({ dialect: url === null ? sqlite : postgresDialect(url, 'migration') })
  const place = url === null ? {} : { migrationTableSchema: await schemaOf(db) }
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider, ...place }).migrateTo('0013-reference-indexes')
  if (error !== undefined) throw error
  return db
}

async function schemaOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? ''
}

async function upgraded<T>(look: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(folder, url)
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

type Row = Readonly<Record<string, unknown>>

/** Rows of the same columns. */
async function insert(db: Kysely<unknown>, table: string, ...rows: readonly Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))
  await sql`insert into ${sql.table(table)} (${columns}) values ${values}`.execute(db)
}

async function fill(db: Kysely<unknown>, videoCount: number): Promise<void> {
  const of = { workspace_id: 'w', camera_id: 'c' }
  await insert(db, 'workspaces', { id: 'w', tier: 'PRO', created_at: 1 })
  const camera = { position: 1, name: 'Door', location: 'Hall', device_id: 'd', device_label: 'l' }
  const flags = { is_motion_enabled: 1, is_audio_enabled: 0, created_at: 1 }
  await insert(db, 'cameras', { id: 'c', workspace_id: 'w', ...camera, ...flags })
  if (videoCount === 0) return
  const videos = Array.from({ length: videoCount }, (_, index): Row => {
    const id = `v${String(index).padStart(5, '0')}`
    const count = index % 4
    const detections = count === 0 ? null : JSON.stringify([seen(0), ...Array(count).fill(seen(500))])
    const media = { media_type: 'video/webm', quality: 'HD', size_bytes: 5, has_audio: 0, blob_key: id, is_kept: 0 }
    const said = { title: 't', event_type: count === 0 ? 'MOTION' : 'PERSON', created_at: 1, received_at: 1 }
    return { id, ...of, clip_id: id, ...media, ...said, detections }
  })
  const events = videos.map(({ id, event_type: type }): Row => {
    return { id: `e-${id}`, ...of, video_id: id, type, title: 't', message: 'm', created_at: 1 }
  })
  await insert(db, 'videos', ...videos)
  await insert(db, 'events', ...events)
}

const people = (count: number) => `[{"label":"person","count":${count}}]`

test('recordings and events of before show the people that were seen in them, of all pages (EXT-18)', async () => {
  const old = await before()
  await fill(old, 1205)
  const text = { workspace_id: 'w', camera_id: 'c', created_at: 1 }
  const gone = { type: 'PERSON', title: 'Person at Door', ...text }
  await insert(old, 'events', { id: 'gone-1', ...gone, message: 'A person was seen at Door (12 people here).' })
  await insert(old, 'events', { id: 'gone-12', ...gone, message: '12 people were seen at Door (Hall).' })
  await insert(old, 'events', { id: 'alert', type: 'ALERT', title: 'a', ...text, message: '3 people moved it.' })
  await old.destroy()
  await upgraded(async (db) => {
    const videos = await db.selectFrom('videos').select(['id', 'labels']).orderBy('id').execute()
    const expected = videos.map((_, index) => (index % 4 === 0 ? null : people(index % 4)))
    expect(videos.map(({ labels }) => labels)).toEqual(expected)
    const events = await db
      .selectFrom('events')
      .select(['id', 'labels'])
      .where('video_id', 'is not', null)
      .orderBy('id')
      .execute()
    expect(events.map(({ labels }) => labels)).toEqual(expected)
    const others = await db
      .selectFrom('events')
      .select(['id', 'labels'])
      .where('video_id', 'is', null)
      .orderBy('id')
      .execute()
    expect(others).toEqual([
      { id: 'alert', labels: null },
      { id: 'gone-1', labels: people(1) },
      { id: 'gone-12', labels: people(12) },
    ])
  })
})

test('messages that wait tell the same people, and animals and vehicles go by the switch of motion (LABEL-08)', async () => {
  const old = await before()
  await fill(old, 0)
  for (const person_count of [null, 3]) {
    const event = { kind: 'event', event_type: 'PERSON', occurred_at: 1, from_at: 1, event_count: 1, person_count }
    const state = { state: 'waiting', due_at: 1, attempts: 0, created_at: 1 }
    const to = { workspace_id: 'w', channel: 'email', camera_name: 'Door', camera_location: 'Hall' }
    await insert(old, 'deliveries', { id: `d-${person_count}`, ...to, ...event, ...state })
  }
  await insert(old, 'workspaces', { id: 'x', tier: 'PRO', created_at: 1 })
  for (const [workspace_id, notify_on_motion] of [
    ['w', 0],
    ['x', 1],
  ]) {
    const switches = { notify_on_motion, notify_on_person: 1, notify_on_alert: 1, notify_on_error: 0 }
    const channels = { email_enabled: 1, slack_enabled: 0, discord_enabled: 0, sms_enabled: 0 }
    await insert(old, 'workspace_configs', { workspace_id, ...switches, ...channels })
  }
  await old.destroy()
  await upgraded(async (db) => {
    const told = await db.selectFrom('deliveries').selectAll().orderBy('id').execute()
    expect(told.map(({ labels }) => labels)).toEqual([people(3), null])
    expect(told.map((row) => Object.hasOwn(row, 'person_count'))).toEqual([false, false])
    const configs = await db.selectFrom('workspace_configs').selectAll().orderBy('workspace_id').execute()
    expect(configs.map(({ notify_on_animal, notify_on_vehicle }) => [notify_on_animal, notify_on_vehicle])).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect((await db.selectFrom('cameras').select('keep_clips_of').execute())[0]).toEqual({ keep_clips_of: null })
  })
})
