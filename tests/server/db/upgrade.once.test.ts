import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { first } from '../../../server/db/migrations/0000s/0001-first'
import { openDatabase, SQLITE_FILE } from '../../../server/db/open'
import type { Database, Db } from '../../../server/db/schema'
import { openSqlite } from '../../../server/db/sqlite'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-upgrade-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The database of the first version, with a recording in it. */
async function firstVersion(): Promise<Db> {
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: async () => openSqlite(join(folder, SQLITE_FILE)) }),
  })
  await new Migrator({ db, provider: { getMigrations: async () => ({ '0001-first': first }) } }).migrateToLatest()
  const statements = [
    `insert into users values ('u', 'ann@example.org', 1)`,
    `insert into workspaces values ('w', 'PRO', 1)`,
    `insert into memberships values ('w', 'u', 'owner', 1)`,
    `insert into cameras values ('c', 'w', 1, 'Door', 'Hall', 'd', 'l', 1, 0, null, 1, null, null)`,
    `insert into videos values ('v', 'w', 'c', 'clip', 'Door', 'video/webm', 'MOTION', 'HD', 5, 0, 1, 1, 'key', null)`,
    `insert into events values ('e', 'w', 'c', 'v', 'MOTION', 'Motion at Door', '', 1)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  return db
}

test('a data folder of the first version opens with all it holds (OPS-07)', async () => {
  await (await firstVersion()).destroy()
  const db = await openDatabase(folder)
  const video = await db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  expect(video).toMatchObject({ id: 'v', size_bytes: 5, is_kept: 0, detections: null })
  const event = await db.selectFrom('events').selectAll().executeTakeFirstOrThrow()
  expect(event).toMatchObject({ video_id: 'v', title: 'Motion at Door' })
  const day = { workspace_id: 'w', day: 0, videos: 1, video_bytes: 5, video_ms: 0, events: 1 }
  expect(await db.selectFrom('recording_days').selectAll().execute()).toEqual([day])
  expect((await db.selectFrom('cameras').selectAll().execute()).map((camera) => camera.removed_at)).toEqual([null])
  await db.destroy()
})

test('an upgrade that fails half way leaves the database as it was, and the next start does it (OPS-07)', async () => {
  const old = await firstVersion()
  // Stands in the way of the migration of members, the fifth of those to come.
  await sql`create table invitations (id text)`.execute(old)
  await old.destroy()
  await expect(openDatabase(folder)).rejects.toThrow(/invitations/)
  const again = new Kysely<Database>({
    dialect: new SqliteDialect({ database: async () => openSqlite(join(folder, SQLITE_FILE)) }),
  })
  await sql`drop table invitations`.execute(again)
  await again.destroy()
  const db = await openDatabase(folder)
  expect((await db.selectFrom('videos').select('id').execute()).length).toBe(1)
  await db.destroy()
})

test('every reference to another row has an index that begins with it, so that removals read no rows of others', async () => {
  const db = await openDatabase(folder)
  const { rows } = await sql<{ reference: string }>`
    select m.name || '.' || fk."from" as reference
    from sqlite_master m, pragma_foreign_key_list(m.name) fk
    where m.type = 'table' and not exists (
      select 1 from pragma_index_list(m.name) i, pragma_index_info(i.name) c where c.seqno = 0 and c.name = fk."from")`.execute(
    db,
  )
  expect(rows.map(({ reference }) => reference)).toEqual([])
  await db.destroy()
})
