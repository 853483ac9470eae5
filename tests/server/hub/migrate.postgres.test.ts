import fs, { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { placeOf } from '../../../server/db/unreachable'
import { backUp } from '../../../server/hub/backup'
import { type MigrationReport, migrateHub, moveRecordings } from '../../../server/hub/migration'
import type { OnProgress } from '../../../server/lib/progress'
import { StartupProblem } from '../../../server/lib/startup-problem'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { markRowsMoved } from '../../../server/storage/rows-mark'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { ask, freshDatabaseUrl } from '../support/database'
import { seen, seenFields } from '../support/detections'
import { withBadSector } from '../support/disks/bad-sector'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startS3, type TestS3 } from '../support/s3/s3'

const log = { warn: () => undefined }
const clock = manualClock()
/** Empty counts as not set: the hub takes SQLite. */
const onSqlite = { DATABASE_URL: '' }

let dataDir: string
let to: string
let ann: SignedInUser
const hubs: TestHub[] = []
const stores: TestS3[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-migrate-'))
  to = await freshDatabaseUrl()
  await fillHub()
})
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close()
  for (const store of stores.splice(0)) await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(environment: Record<string, string>): Promise<TestHub> {
  const hub = await startTestHub({ dataDir, clock, environment })
  hubs.push(hub)
  return hub
}

async function stop(): Promise<void> {
  for (const hub of hubs.splice(0)) await hub.close()
}

/** A hub on SQLite with a session, a camera, a snapshot, two clips and their events. */
async function fillHub(): Promise<void> {
  const hub = await start(onSqlite)
  ann = await hub.signIn()
  await hub.signIn('bea@example.org')
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Door \' " \\ ü 🌙')
  await postSnapshot(hub.fastify, ann, cameraId)
  await postClip(hub.fastify, ann, { cameraId })
  const fields = { ...seenFields([seen(250)]), thumbnail: jpeg().toString('base64') }
  await postClip(hub.fastify, ann, { cameraId, bytes: webm(5000, 3), fields })
  await stop()
}

async function migrate(s3: TestS3 | null = null, onProgress?: OnProgress): Promise<MigrationReport> {
  const ends = { dataDir, to, s3: s3?.config ?? null }
  return migrateHub({ ...ends, log, onUpgrade: () => undefined, ...(onProgress && { onProgress }) })
}

async function putOlder(): Promise<void> {
  const older = join(import.meta.dirname, 'fixtures', 'version-0028', 'nightjar.db.gz')
  await writeFile(join(dataDir, 'nightjar.db'), gunzipSync(await readFile(older)))
}

/** Its databases have no name of their own yet. */
async function putFirst(): Promise<void> {
  await rm(join(dataDir, 'nightjar.db'))
  const db = new DatabaseSync(join(dataDir, 'nightjar.db'))
  db.exec('create table kysely_migration (name text, timestamp text)')
  db.exec("insert into kysely_migration values ('0001-first', '')")
  db.close()
}

const rowsElsewhere = / are in the database \S+\/\S+: set DATABASE_URL\. To have .* delete .*moved; .*lost\//
const rowsOf = ({ tables }: MigrationReport, table: string) => tables.find(({ name }) => name === table)?.target.rows

test('moves every row to PostgreSQL, where sessions, links and recordings go on (OPS-06)', async () => {
  const before = await start(onSqlite)
  const videos = await listVideos(before.fastify, ann)
  const events = await listEvents(before.fastify, ann)
  expect(videos.videos.map(({ detections }) => detections)).toContainEqual([seen(250)])
  const cameras = (await send(before.fastify, ann, 'GET', '/cameras')).json()
  await stop()
  const report = await migrate()
  expect(report.blobs).toBeNull()
  for (const { source, target } of report.tables) expect(target).toEqual(source)
  expect(rowsOf(report, 'users')).toBe(2)
  expect(rowsOf(report, 'videos')).toBe(2)
  expect(await ask(to, 'select videos, events, video_bytes from recording_days')).toEqual([
    { videos: 2, events: 2, video_bytes: '6000' },
  ])
  const after = await start({ DATABASE_URL: to })
  expect(await listVideos(after.fastify, ann)).toEqual(videos)
  expect(await listEvents(after.fastify, ann)).toEqual(events)
  expect((await send(after.fastify, ann, 'GET', '/cameras')).json()).toEqual(cameras)
  const clip = await after.fastify.inject({ url: pathOf(videos.videos[0]?.videoUrl) })
  expect([clip.statusCode, clip.rawPayload.length]).toEqual([200, videos.videos[0]?.size])
})

test('until it is moved, a hub on the new database is kept from the old recordings', async () => {
  await expect(start({ DATABASE_URL: to })).rejects.toThrow(/belong to another database\. Move that one with npm run/)
})

test('a hub on PostgreSQL that is started without DATABASE_URL is refused, and its recordings come back where it was told to (HUB-14)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nightjar-without-url-'))
  const onPostgres = { dataDir: folder, clock, environment: { DATABASE_URL: to } }
  const withoutUrl = () => startTestHub({ dataDir: folder, clock, environment: onSqlite })
  const own = await startTestHub(onPostgres)
  const user = await own.signIn()
  await postClip(own.fastify, user, { cameraId: (await addCamera(own.fastify, user)).id })
  await own.close()
  await expect(withoutUrl()).rejects.toThrow(rowsElsewhere)
  await (await startTestHub(onPostgres)).close()
  await rm(join(folder, 'moved'))
  await (await withoutUrl()).close()
  await expect(startTestHub(onPostgres)).rejects.toThrow(/ started here without DATABASE_URL, delete “owner” there: /)
  // Refused, it has not said that the rows are its own.
  await (await withoutUrl()).close()
  await rm(join(folder, 'blobs', 'owner'))
  hubs.push(await startTestHub(onPostgres))
  const [video] = (await listVideos(hubs[0]?.fastify ?? expect.unreachable(), user)).videos
  expect((await hubs[0]?.fastify.inject({ url: pathOf(video?.videoUrl) }))?.statusCode).toBe(200)
  await stop()
  await rm(folder, { recursive: true })
})

test('keeps the old hub and its backup from what is the new one’s by now, until its mark is deleted', async () => {
  await migrate()
  await expect(start(onSqlite)).rejects.toThrow(rowsElsewhere)
  await expect(backUp(dataDir, join(dataDir, 'backup'))).rejects.toThrow(rowsElsewhere)
  await expect(
    migrateHub({ dataDir, to: await freshDatabaseUrl(), s3: null, log, onUpgrade: () => undefined }),
  ).rejects.toThrow(rowsElsewhere)
  await expect(readFile(join(dataDir, 'moved'), 'utf8')).resolves.not.toContain('@')
  await start({ DATABASE_URL: to })
  await stop()
  await rm(join(dataDir, 'moved'))
  const old = await start(onSqlite)
  expect((await listVideos(old.fastify, ann)).videos).toHaveLength(2)
})

test('moves nothing where the folder cannot be marked, so that the old hub goes on', async () => {
  await symlink(join(dataDir, 'nowhere', 'moved'), join(dataDir, 'moved'))
  await expect(migrate()).rejects.toThrow()
  expect(await ask(to, 'select 1 from users')).toEqual([])
  const old = await start(onSqlite)
  expect((await listVideos(old.fastify, ann)).videos).toHaveLength(2)
})

test('moves nothing where the disk has no room for the mark, and leaves no part of it: the old hub goes on (OPS-06)', async () => {
  const right = fs.writeFile
  fs.writeFile = async (path, ...more) => {
    if (path !== join(dataDir, 'moved')) return right(path, ...more)
    await right(path, '')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  }
  syncBuiltinESMExports()
  try {
    await expect(migrate()).rejects.toThrow('ENOSPC')
  } finally {
    fs.writeFile = right
    syncBuiltinESMExports()
  }
  expect(await ask(to, 'select 1 from users')).toEqual([])
  const old = await start(onSqlite)
  expect((await listVideos(old.fastify, ann)).videos).toHaveLength(2)
})

test('goes on where it was killed behind its mark and before the rows were there, and says it is in between (OPS-06)', async () => {
  const inBetween = /may be in the database .* cut off at its end\. Run npm run hub:migrate to that database again: /
  await markRowsMoved(dataDir, 'db.example.org:5432/another')
  // This database does not know whether they came to that one.
  await expect(migrate()).rejects.toThrow(inBetween)
  await markRowsMoved(dataDir, placeOf(to))
  await expect(start(onSqlite)).rejects.toThrow(inBetween)
  expect(rowsOf(await migrate(), 'videos')).toBe(2)
  await expect(start(onSqlite)).rejects.toThrow(rowsElsewhere)
  const after = await start({ DATABASE_URL: to })
  expect((await listVideos(after.fastify, ann)).videos).toHaveLength(2)
})

test('goes on where it was killed amid its mark (OPS-06)', async () => {
  await writeFile(join(dataDir, 'moved'), '')
  expect(rowsOf(await migrate(), 'videos')).toBe(2)
})

/** Has a call of the file system fail where it is about that file of the data folder. */
function withFailing(call: 'writeFile' | 'truncate', name: string): () => void {
  const right = fs[call]
  const failing = async (path: unknown, ...more: unknown[]) => {
    if (path === join(dataDir, name)) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    return Reflect.apply(right, fs, [path, ...more])
  }
  Object.assign(fs, { [call]: failing })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, { [call]: right })
    syncBuiltinESMExports()
  }
}

test('cut off once the rows were there it lets no hub go on with the files that are in the bucket by now (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  await expect(migrate(s3).finally(withFailing('truncate', 'moved'))).rejects.toThrow('ENOSPC')
  expect(await ask(to, 'select 1 from users')).toHaveLength(2)
  await expect(start({ DATABASE_URL: to })).rejects.toThrow(/ are in the bucket recordings: set S3_/)
  await expect(migrate(s3)).rejects.toThrow(rowsElsewhere)
  const after = await start({ DATABASE_URL: to, ...s3.environment })
  const { videos } = await listVideos(after.fastify, ann)
  expect((await after.fastify.inject({ url: pathOf(videos[0]?.videoUrl) })).statusCode).toBe(200)
})

test('moves no row where there is no room for the mark of the recordings: the old hub goes on with its files (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  await expect(migrate(s3).finally(withFailing('writeFile', 'recordings-moved'))).rejects.toThrow('ENOSPC')
  expect(await ask(to, 'select 1 from users')).toEqual([])
  const old = await start(onSqlite)
  expect((await listVideos(old.fastify, ann)).videos).toHaveLength(2)
})

test('says that the rows are there where it was killed once they were (OPS-06)', async () => {
  await migrate()
  await markRowsMoved(dataDir, placeOf(to))
  await expect(migrate()).rejects.toThrow(rowsElsewhere)
  await start({ DATABASE_URL: to })
  await stop()
  await expect(start(onSqlite)).rejects.toThrow(rowsElsewhere)
})

test('leaves no table out', async () => {
  const report = await migrate()
  const inPostgres = await ask<{ name: string }>(
    to,
    "select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'",
  )
  const copied = report.tables.map(({ name }) => name)
  // Leases, the watch over cameras and the belief in the clock begin anew, the secret comes from the data folder, and days
  // are counted as rows come.
  const leftOut = ['job_leases', 'hub_secrets', 'outage_watch', 'retention_clock', 'recording_days']
  const expected = inPostgres.map(({ name }) => name).filter((name) => !leftOut.includes(name))
  expect([...copied].sort()).toEqual(expected.sort())
})

test('copies recordings and pictures to S3 when it is set, and goes on where it was cut off (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  // Two of them arrive, then the store fails.
  let puts = 0
  s3.moodOf = (request) => (request.startsWith('PUT /recordings/blobs/') && ++puts > 2 ? 'failing' : 'well')
  await expect(migrate(s3)).rejects.toThrow()
  expect(await ask(to, 'select 1 from users')).toEqual([])
  s3.moodOf = () => 'well'
  const told: [number, number][] = []
  const { blobs } = await migrate(s3, (done, of) => void told.push([done, of]))
  expect(told).toEqual([0, 1, 2, 3, 4].map((done) => [done, 5]))
  expect(blobs).toEqual({ count: 5, sizeBytes: 1000 + 5000 + 3 * jpeg().length, known: 2 })
  const after = await start({ DATABASE_URL: to, ...s3.environment })
  const { videos } = await listVideos(after.fastify, ann)
  const sizes = await Promise.all(
    videos.map(async ({ videoUrl }) => (await after.fastify.inject({ url: pathOf(videoUrl) })).rawPayload.length),
  )
  expect(sizes.sort()).toEqual([1000, 5000])
})

test('copies nothing into the bucket of another hub, and moves no row then (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  const other = await startTestHub({ clock, environment: { ...onSqlite, ...s3.environment } })
  await other.close()
  s3.requests.length = 0
  const refused = migrate(s3)
  await expect(refused).rejects.toThrow(StartupProblem)
  await expect(refused).rejects.toThrow(/^The recordings in the bucket \S+ belong to another database\. /)
  expect(s3.requests.filter((request) => request.startsWith('PUT /recordings/blobs/'))).toEqual([])
  expect(await ask(to, "select to_regclass('users') as users")).toEqual([{ users: null }])
  const old = await start(onSqlite)
  expect((await listVideos(old.fastify, ann)).videos).toHaveLength(2)
})

test('moves a hub whose own bucket it is already (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  // By hand, as nothing is in it yet.
  await (await openS3Blobs(s3.config, dataDir, log)).markAs('')
  await start({ ...onSqlite, ...s3.environment })
  await stop()
  expect((await migrate(s3)).blobs?.count).toBe(5)
})

test('copies nothing again from the files that an earlier move to the bucket has left (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  await moveRecordings({ dataDir, databaseUrl: null, s3: s3.config, log, onUpgrade: () => undefined })
  s3.requests.length = 0
  expect((await migrate(s3)).blobs).toBeNull()
  expect(s3.requests.filter((request) => request.startsWith('PUT /recordings/blobs/'))).toEqual([])
})

test('moves no row to a bucket while the disk of the recordings is not mounted (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  const [blobs, disk] = [join(dataDir, 'blobs'), join(dataDir, 'disk')]
  await rename(blobs, disk)
  await mkdir(blobs)
  await expect(migrate(s3)).rejects.toThrow(/ is in \S+blobs \(is its disk mounted\?\)/)
  expect([await ask(to, 'select 1 from users'), await readdir(dataDir)]).toEqual([
    [],
    expect.not.arrayContaining(['moved']),
  ])
  await rm(blobs, { recursive: true })
  await rename(disk, blobs)
  expect((await migrate(s3)).blobs?.count).toBe(5)
})

test('moves a hub whose recordings are in the bucket, and not in its folder (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  const bucket = await openS3Blobs(s3.config, dataDir, log)
  const folder = await openFileBlobs(dataDir)
  for (const key of await folder.list()) {
    const blob = await folder.open(key)
    const staged = await bucket.stage(blob?.stream(null) ?? expect.unreachable())
    await staged.commit(key, 'durable')
  }
  await rm(join(dataDir, 'blobs'), { recursive: true })
  expect((await migrate(s3)).blobs?.count).toBe(0)
  const after = await start({ DATABASE_URL: to, ...s3.environment })
  const { videos } = await listVideos(after.fastify, ann)
  expect((await after.fastify.inject({ url: pathOf(videos[0]?.videoUrl) })).statusCode).toBe(200)
})

test('refuses a database that has rows, and leaves them alone (OPS-06)', async () => {
  await migrate()
  await rm(join(dataDir, 'moved'))
  const again = migrate()
  await expect(again).rejects.toThrow(StartupProblem)
  await expect(again).rejects.toThrow(/^The database \S+ is not empty: the table \w+ has rows\. Name an empty one\.$/)
  expect(await ask(to, 'select 1 from users')).toHaveLength(2)
})

test('takes a database with views for empty, as an extension of the server brings them (OPS-06)', async () => {
  await ask(to, 'create view pg_stat_statements as select 1 as calls')
  expect((await migrate()).tables.map(({ name }) => name)).not.toContain('pg_stat_statements')
  expect(await ask(to, 'select 1 from users')).toHaveLength(2)
})

test('refuses the database of another hub of an earlier version before anything of it is changed (OPS-06)', async () => {
  const db = await openDatabase(dataDir, to)
  await db.insertInto('users').values({ id: 'theirs', email: 'theirs@example.org', created_at: 1 }).execute()
  await db.destroy()
  await ask(to, "delete from kysely_migration where name >= '0037'; drop table mqtt_told")
  await expect(migrate()).rejects.toThrow(/ is not empty: the table users has rows\. Name an empty one\.$/)
  expect(await ask(to, "select to_regclass('mqtt_told') as told")).toEqual([{ told: null }])
})

test('refuses the bucket of another hub before the old rows are brought up to date (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  await (await startTestHub({ clock, environment: { ...onSqlite, ...s3.environment } })).close()
  for (const place of [putOlder, putFirst]) {
    await place()
    const upgraded: string[] = []
    const refused = migrateHub({ dataDir, to, s3: s3.config, log, onUpgrade: (copy) => upgraded.push(copy) })
    await expect(refused).rejects.toThrow(/^The recordings in the bucket \S+ belong to another database\. /)
    expect([upgraded, await readdir(dataDir)]).toEqual([[], expect.not.arrayContaining(['upgrades'])])
    expect(await ask(to, "select to_regclass('users') as users")).toEqual([{ users: null }])
  }
})

test('leaves the old rows as an earlier version knows them where it cannot move them, and says so where it can (OPS-06)', async () => {
  await putOlder()
  const upgraded: string[] = []
  const upgrade = (target: string, s3: TestS3['config'] | null) =>
    migrateHub({ dataDir, to: target, s3, log, onUpgrade: (copy) => upgraded.push(copy) })
  await expect(upgrade('postgres://nobody:wrong@127.0.0.1:1/nothing', null)).rejects.toThrow(StartupProblem)
  const nowhere = { endpoint: 'http://127.0.0.1:1', bucket: 'none', region: 'us-east-1' }
  await expect(upgrade(to, { ...nowhere, accessKeyId: 'id', secretAccessKey: 'key' })).rejects.toThrow(StartupProblem)
  expect([upgraded, await readdir(dataDir)]).toEqual([[], expect.not.arrayContaining(['upgrades'])])
  await upgrade(to, null)
  expect(upgraded).toEqual([expect.stringMatching(/upgrades\/.*\.db$/)])
})

test('refuses a hub that is running, and a folder without one (OPS-06)', async () => {
  await start(onSqlite)
  await expect(migrate()).rejects.toThrow(/is in use by another hub/)
  const empty = await mkdtemp(join(tmpdir(), 'nightjar-empty-'))
  await expect(migrateHub({ dataDir: empty, to, s3: null, log, onUpgrade: () => undefined })).rejects.toThrow(
    /^There is no hub in .*nightjar\.db/,
  )
  await rm(empty, { recursive: true })
})

test('copies a table of more rows than one page', async () => {
  const db = await openDatabase(dataDir)
  const users = Array.from({ length: 500 }, (_, n) => ({ id: `user ${n}`, email: `${n}@example.org`, created_at: n }))
  await db.insertInto('users').values(users).execute()
  await db.destroy()
  const report = await migrate()
  const copy = report.tables.find(({ name }) => name === 'users')
  expect(copy?.target).toEqual(copy?.source)
  expect(copy?.target.rows).toBe(502)
})

test('moves nothing when a row comes out different (OPS-06)', async () => {
  // The tables are made first, then the new database is made to change what it is given.
  await (await openDatabase(dataDir, to)).destroy()
  await ask(
    to,
    `create function spoil() returns trigger as $$ begin new.name := new.name || '!'; return new; end $$ language plpgsql;
     create trigger spoil before insert on cameras for each row execute function spoil()`,
  )
  await expect(migrate()).rejects.toThrow(/^The copy differs from the original in cameras\. Nothing was moved\.$/)
  expect(await ask(to, 'select 1 from users')).toEqual([])
  const old = await start(onSqlite)
  expect((await listVideos(old.fastify, ann)).videos).toHaveLength(2)
})

test('copies all but what the disk does not give, names that, and moves no row until it is taken away (OPS-06)', async () => {
  const s3 = await startS3()
  stores.push(s3)
  const files = await openFileBlobs(dataDir)
  const bad = (await files.list()).find((key) => key.includes('/clips/')) ?? ''
  const path = join(dataDir, 'blobs', bad)
  const mend = withBadSector(bad, 0)
  await expect(migrate(s3).finally(mend)).rejects.toThrow(
    `The disk does not give ${path}. All else is in the bucket, and the hub is where it was. Take this out of ${join(dataDir, 'blobs')} and start again`,
  )
  expect(await ask(to, 'select 1 from users')).toEqual([])
  await rm(path)
  const { blobs } = await migrate(s3)
  expect(blobs).toMatchObject({ count: 4, known: 4 })
})
