import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { first } from '../../../server/db/migrations/0000s/0001-first'
import { migrations, openDatabase } from '../../../server/db/open'
import type { Database, Db } from '../../../server/db/schema'
import { openSqlite, SQLITE_FILE } from '../../../server/db/sqlite'
import { forgetOldCopies } from '../../../server/db/upgrade-copy'

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

/** The tables of an earlier version: all changes but the last ones. Its hub would do no more to open them. */
async function openAs(names: readonly string[]): Promise<Db> {
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: async () => openSqlite(join(folder, SQLITE_FILE)) }),
  })
  const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest()
  if (error !== undefined) throw error
  return db
}

const before = Object.keys(migrations).slice(0, -2)

async function versionBefore(): Promise<void> {
  const db = await openAs(before)
  await sql.raw(`insert into users values ('u', 'ann@example.org', 1)`).execute(db)
  await db.destroy()
}

test('before the tables are brought up to date they are copied, and the version before goes on with the copy (REL-07, REL-08)', async () => {
  await versionBefore()
  const told: string[] = []
  const db = await openDatabase(folder, null, { onUpgrade: (copy) => told.push(copy) })
  await sql.raw(`insert into users values ('since', 'ben@example.org', 2)`).execute(db)
  // Whoever stops a hub by force leaves a log beside the file, which belongs to that file only.
  await db.destroy()
  await writeFile(join(folder, `${SQLITE_FILE}-wal`), 'left over')
  const copy = join(folder, 'upgrades', `${before.at(-1)}.db`)
  expect(told).toEqual([copy])
  expect((await stat(copy)).mode & 0o777).toBe(0o600)

  await expect(openAs(before)).rejects.toThrow()
  // As docs/operations.md says it.
  await mkdir(join(folder, 'newer'))
  for (const name of await readdir(folder))
    if (name.startsWith(SQLITE_FILE)) await rename(join(folder, name), join(folder, 'newer', name))
  await copyFile(copy, join(folder, SQLITE_FILE))
  const old = await openAs(before)
  expect(await old.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }])
  await old.destroy()

  // And forward once more, by a copy of what is there now.
  const again = await openDatabase(folder)
  expect(await again.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }])
  await again.destroy()
})

test('no copy is made of a new database, nor of one that is up to date; two are kept, for 30 days (REL-07)', async () => {
  const told: string[] = []
  const upgrade = { onUpgrade: (copy: string) => told.push(copy) }
  await (await openDatabase(folder, null, upgrade)).destroy()
  await (await openDatabase(folder, null, upgrade)).destroy()
  expect([told, (await readdir(folder)).includes('upgrades')]).toEqual([[], false])
  await rm(join(folder, SQLITE_FILE))
  await versionBefore()
  await mkdir(join(folder, 'upgrades'))
  for (const name of ['0001-first.db', '0002-jobs.db']) await writeFile(join(folder, 'upgrades', name), '')
  await (await openDatabase(folder, null, upgrade)).destroy()
  const copies = join(folder, 'upgrades')
  expect((await readdir(copies)).sort()).toEqual(['0002-jobs.db', `${before.at(-1)}.db`])
  const nowMs = Date.now()
  await utimes(join(copies, '0002-jobs.db'), 0, nowMs / 1000 - 31 * 86_400)
  await forgetOldCopies(folder, nowMs)
  expect(await readdir(copies)).toEqual([`${before.at(-1)}.db`])
  await forgetOldCopies(join(folder, 'none'), nowMs)
})

test('the copy that was just made is kept, also beside those of newer versions (REL-07)', async () => {
  await versionBefore()
  await mkdir(join(folder, 'upgrades'))
  for (const name of ['9998-later.db', '9999-latest.db']) await writeFile(join(folder, 'upgrades', name), '')
  const told: string[] = []
  await (await openDatabase(folder, null, { onUpgrade: (copy) => told.push(copy) })).destroy()
  expect((await stat(told[0] ?? '')).size).toBeGreaterThan(0)
  expect((await readdir(join(folder, 'upgrades'))).sort()).toEqual([`${before.at(-1)}.db`, '9999-latest.db'])
})

test('where no copy can be made nothing is changed, and a tool leaves an upgrade to the hub (REL-07)', async () => {
  await versionBefore()
  await writeFile(join(folder, 'upgrades'), 'a file in the way')
  // Room would not help, and a hand must take it away.
  await expect(openDatabase(folder)).rejects.toMatchObject({
    name: 'StartupProblem',
    message: expect.stringMatching(
      /cannot be copied to .*upgrades .*: a part of the path is a file, not a folder \(.*\); nothing was changed\.$/,
    ),
    remedy: 'hand',
  })
  await expect(openDatabase(folder, null, 'refused')).rejects.toThrow(/Start the hub of this version once first\.$/)
  const old = await openAs(before)
  expect(await old.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }])
  await old.destroy()
})

test('a database of a newer version is left alone, with a sentence that says the way back (REL-08)', async () => {
  await versionBefore()
  const db = await openDatabase(folder)
  await sql.raw(`insert into kysely_migration values ('9999-later', '2030-01-01')`).execute(db)
  await db.destroy()
  const sentence =
    /newer version of Nightjar \(9999-later\).* Start that version\. .* put a copy of before back, .*upgrades/
  await expect(openDatabase(folder)).rejects.toThrow(sentence)
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
