import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../server/db/open'
import { openSqlite } from '../../../server/db/sqlite'
import { UPGRADE_COPIES_JOB } from '../../../server/hub/upgrade-copies-job'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { listEvents, listVideos, pathOf, send } from '../support/calls'
import { postClip } from '../support/forms'
import { manualClock, startTestHub } from '../support/hub'

/** What an earlier hub left behind; its README says what is in it. */
const FIXTURE = join(import.meta.dirname, 'fixtures', 'version-0028')
const DAY_MS = 24 * 3_600_000
const LATER = Date.parse('2026-11-24T13:00:00.000Z')

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-earlier-'))
  await cp(join(FIXTURE, 'blobs'), join(dataDir, 'blobs'), { recursive: true })
  await writeFile(join(dataDir, 'nightjar.db'), await earlierDatabase())
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function earlierDatabase(): Promise<Buffer> {
  return gunzipSync(await readFile(join(FIXTURE, 'nightjar.db.gz')))
}

test('a hub opens what an earlier one left, with all it held, and goes on (REL-08, OPS-07)', async () => {
  const hub = await startTestHub({ dataDir, clock: manualClock(LATER) })
  const ann = await hub.signIn('ann@nightjar.test')
  const [camera] = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
  expect(camera).toMatchObject({ name: 'Door', location: 'Hall' })
  const { videos } = await listVideos(hub.fastify, ann)
  expect(videos.map(({ title, size }) => [title, size])).toEqual([
    ['Door · motion', 236],
    ['Door · motion', 236],
  ])
  for (const { videoUrl } of videos) {
    const film = await hub.fastify.inject({ url: pathOf(videoUrl) })
    expect([film.statusCode, film.rawPayload.length]).toEqual([200, 236])
  }
  expect((await listEvents(hub.fastify, ann)).events.map(({ title }) => title)).toEqual([
    'Motion at Door',
    'Motion at Door',
  ])
  const [picture] = (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
  expect((await hub.fastify.inject({ url: pathOf(picture.screenshotUrl) })).rawPayload.length).toBe(203)
  expect((await send(hub.fastify, ann, 'GET', '/modes')).json().inForce.mode).toBe('away')
  expect((await postClip(hub.fastify, ann, { cameraId: camera.id })).statusCode).toBe(201)
  expect((await listVideos(hub.fastify, ann)).total).toBe(3)
  await hub.close()
})

test('the copy from before the upgrade is what the earlier hub left, row for row, and its tables are its own (REL-07, REL-08)', async () => {
  const hub = await startTestHub({ dataDir, clock: manualClock(LATER) })
  const ann = await hub.signIn('ann@nightjar.test')
  const [camera] = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
  await postClip(hub.fastify, ann, { cameraId: camera.id })
  await hub.close()
  const [copy = ''] = await readdir(join(dataDir, 'upgrades'))
  const path = join(dataDir, 'upgrades', copy)
  await writeFile(join(dataDir, 'as-it-was.db'), await earlierDatabase())
  const was = rowsOf(join(dataDir, 'as-it-was.db'))
  expect(was['videos']).toHaveLength(2)
  expect(rowsOf(path)).toEqual(was)
  expect(rowsOf(join(dataDir, 'nightjar.db'))).not.toEqual(was)
  // The earlier hub knows the changes up to its last one, which names the copy, and finds nothing to do.
  expect(await openAsEarlier(path, copy.replace(/\.db$/, ''))).toEqual([])
})

test('a clock that leaps ahead costs no copy from before an upgrade; a month that goes by does (REL-07, KEEP-08)', async () => {
  const clock = manualClock(LATER)
  const hub = await startTestHub({ dataDir, clock })
  const copies = join(dataDir, 'upgrades')
  const [copy = ''] = await readdir(copies)
  await utimes(join(copies, copy), LATER / 1000, LATER / 1000)
  await hub.hub.jobs.runNow(RETENTION_JOB)
  clock.advance(400 * DAY_MS)
  await hub.hub.jobs.runNow(UPGRADE_COPIES_JOB)
  expect(await readdir(copies)).toEqual([copy])
  clock.advance(-400 * DAY_MS)
  for (let day = 0; day <= 30; day++) {
    expect(await readdir(copies)).toEqual([copy])
    clock.advance(DAY_MS)
    await hub.hub.jobs.runNow(RETENTION_JOB)
    await hub.hub.jobs.runNow(UPGRADE_COPIES_JOB)
  }
  expect(await readdir(copies)).toEqual([])
  await hub.close()
})

/** All of every table, and how each is made. */
function rowsOf(path: string): Record<string, readonly unknown[]> {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const all = (statement: string) => db.prepare(statement).all()
    const tables = all(`select name from sqlite_master where type = 'table'`).map(({ name }) => String(name))
    const rows = tables.map((name) => [name, all(`select * from "${name}"`)] as const)
    return {
      ...Object.fromEntries(rows),
      sqlite_master: all('select type, name, sql from sqlite_master order by name'),
    }
  } finally {
    db.close()
  }
}

/** The changes that a hub which knows them up to this one would still make. */
async function openAsEarlier(path: string, last: string): Promise<readonly string[]> {
  const all = Object.entries(migrations)
  const known = Object.fromEntries(all.slice(0, all.findIndex(([name]) => name === last) + 1))
  const db = new Kysely({ dialect: new SqliteDialect({ database: async () => openSqlite(path) }) })
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => known },
  }).migrateToLatest()
  await db.destroy()
  if (error !== undefined) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}
