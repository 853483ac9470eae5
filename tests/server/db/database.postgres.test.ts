import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { databaseRefusalOf } from '../../../server/db/failures'
import { openDatabase } from '../../../server/db/open'
import { relaxed } from '../../../server/db/relaxed'
import type { Db } from '../../../server/db/schema'
import { StartupProblem } from '../../../server/lib/startup-problem'
import { lockWorkspace } from '../../../server/members/people-rows'
import { listOldestVideos, removeVideos } from '../../../server/recordings/retention-rows'
import { planLimits } from '../../../src/contract/plans'
import { addCamera, door, listVideos, pathOf, send } from '../support/calls'
import { ask, freshDatabaseUrl } from '../support/database'
import { postClip, webm } from '../support/forms'
import { codeIn, startTestHub, type TestHub } from '../support/hub'
import { type Door, openDoor } from '../support/together/door'

const hubs: TestHub[] = []
const doors: Door[] = []
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close()
  for (const opened of doors.splice(0)) await opened.close()
})

async function start(databaseUrl: string): Promise<TestHub> {
  const hub = await startTestHub({ environment: { DATABASE_URL: databaseUrl } })
  hubs.push(hub)
  return hub
}

test('parallel requests cannot take more than the plan has (KEEP-01)', async () => {
  const hub = await start(await freshDatabaseUrl())
  const ann = await hub.signIn()
  const requests = Array.from({ length: 20 }, (_, n) =>
    send(hub.fastify, ann, 'POST', '/cameras', { ...door, name: `${n}` }),
  )
  const codes = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(planLimits.FREE.cameras)
  expect(codes.filter((code) => code !== 201 && code !== 402)).toEqual([])
})

test('sums and counts are numbers, as they are on SQLite', async () => {
  const hub = await start(await freshDatabaseUrl())
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId, bytes: webm(1234) })
  await postClip(hub.fastify, ann, { cameraId, bytes: webm(1000) })
  expect((await send(hub.fastify, ann, 'GET', '/videos/storage-usage')).json()).toMatchObject({ used: 2234 })
  expect((await listVideos(hub.fastify, ann)).total).toBe(2)
})

test('what is only of the moment does not wait for the disk, everything else does (HUB-19)', async () => {
  const url = new URL(await freshDatabaseUrl())
  url.searchParams.set('options', `${url.searchParams.get('options')} -c synchronous_commit=on`)
  const db = await openDatabase('', url.href)
  const level = async (of: Db) =>
    (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(of)).rows[0]?.synchronous_commit
  const levels = await db.transaction().execute((transaction) =>
    relaxed(transaction, async (quick, condition) => {
      const { rows } = await sql`select 1 where ${condition}`.execute(quick)
      return [rows.length, await level(quick)]
    }),
  )
  expect(levels).toEqual([1, 'off'])
  expect(await level(db)).toBe('on')
  await db.destroy()
})

test('a character that PostgreSQL cannot keep is refused as bad input', async () => {
  const hub = await start(await freshDatabaseUrl())
  const ann = await hub.signIn()
  const answer = await send(hub.fastify, ann, 'POST', '/cameras', { ...door, deviceId: 'a\u0000b' })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
})

test.each([
  ['nothing listens', (url: URL) => Object.assign(url, { port: '1' }), 'nothing answers there', 'time'],
  [
    'the password is wrong',
    (url: URL) => Object.assign(url, { password: 'Wr0ng' }),
    'the user or the password is wrong',
    'hand',
  ],
  [
    'the database is missing',
    (url: URL) => Object.assign(url, { pathname: '/none' }),
    'there is no such database',
    'hand',
  ],
  [
    'the schema is missing',
    (url: URL) => Object.assign(url, { search: '?options=-csearch_path%3Dnone' }),
    'no schema',
    'hand',
  ],
])(
  'a database where %s is told in one sentence without the password (OPS-09, OPS-16)',
  async (_what, change, reason, remedy) => {
    const url = change(new URL(await freshDatabaseUrl()))
    const problem: unknown = await start(url.href).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(StartupProblem)
    expect(problem).toMatchObject({ remedy })
    const { message } = problem instanceof Error ? problem : new Error()
    expect(message).toContain(reason)
    expect(message).toMatch(/^[^\n]+\.$/)
    expect(message).not.toContain(`:${url.password}@`)
  },
)

/** A hub whose way to its database can be shut. */
async function startBehindDoor() {
  const url = new URL(await freshDatabaseUrl())
  const opened = await openDoor(Number(url.port || 5432))
  doors.push(opened)
  url.port = String(opened.port)
  return { opened, url, hub: await start(url.href) }
}

test('while the database is away requests get 503 and a sentence, and go on once it is back (OPS-09)', async () => {
  const { opened, hub } = await startBehindDoor()
  const ann = await hub.signIn()
  opened.shut()
  const refused = await send(hub.fastify, ann, 'GET', '/cameras')
  expect([refused.statusCode, refused.json().message]).toEqual([
    503,
    "The hub's database does not answer. Try again in a moment.",
  ])
  opened.open()
  expect((await send(hub.fastify, ann, 'GET', '/cameras')).statusCode).toBe(200)
})

test('a clip whose commit is still under way when its connection breaks keeps its file (HUB-14)', async () => {
  const { opened, url, hub } = await startBehindDoor()
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const clip = { cameraId, fields: { clipId: crypto.randomUUID() } }
  const cut = opened.cutAt('commit')
  const answer = postClip(hub.fastify, ann, clip)
  const passOn = await cut
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(() => ask(url.href, waiting)).toHaveLength(1)
  passOn()
  expect((await answer).statusCode).toBe(503)
  const { videos } = await listVideos(hub.fastify, ann)
  expect((await postClip(hub.fastify, ann, clip)).json()).toMatchObject({ id: videos[0]?.id })
  expect((await hub.fastify.inject({ url: pathOf(videos[0]?.videoUrl) })).statusCode).toBe(200)
})

test('transactions that wait for each other: one goes on, the other is told to try again (OPS-09)', async () => {
  const url = await freshDatabaseUrl()
  await ask(url, 'create table place (id integer primary key); insert into place values (1), (2)')
  const clients = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  const takes = (id: number) => `update place set id = id where id = ${id}`
  const results = await Promise.allSettled(
    clients.map(async (client, n) => {
      await client.connect()
      await client.query('begin')
      await client.query(takes(n + 1))
      await bothAreThere()
      await client.query(takes(2 - n))
      await client.query('commit')
    }),
  )
  for (const client of clients) await client.end()
  const lost = results.filter((result) => result.status === 'rejected')
  expect(lost).toHaveLength(1)
  expect(databaseRefusalOf(lost[0]?.reason)).toMatchObject({ status: 503, code: 'unavailable' })
})

test('a recording that goes to make room is not said to be kept', async () => {
  const databaseUrl = await freshDatabaseUrl()
  const hub = await start(databaseUrl)
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
  const db = await openDatabase('', databaseUrl)
  const answers: number[] = []
  const waiting = async () => {
    const [row] = await ask<{ count: number }>(
      databaseUrl,
      "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return row?.count ?? 0
  }
  const kept = await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, ann.workspaceId)
    const oldest = await listOldestVideos(transaction, {
      workspaceId: ann.workspaceId,
      limit: 1,
      byMs: hub.clock.now(),
    })
    const asked = send(hub.fastify, ann, 'PUT', `/videos/${id}/keep`, { isKept: true }).then(({ statusCode }) =>
      answers.push(statusCode),
    )
    await expect.poll(async () => answers.length + (await waiting())).toBe(1)
    await removeVideos(transaction, oldest, hub.clock.now())
    return { asked }
  })
  await kept.asked
  await db.destroy()
  expect(answers).toEqual([404])
})

test('a first sign-in goes on with the account that another one makes at the same moment (HUB-09)', async () => {
  const url = await freshDatabaseUrl()
  const hub = await start(url)
  const email = 'ann@example.org'
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email })
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('begin')
  await other.query("insert into users (id, email, created_at) values ('first', $1, 0)", [email])
  const otp = codeIn(hub.mails, email)
  const answered = send(hub.fastify, null, 'POST', '/auth/verify-otp', { email, otp })
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(() => ask(url, waits)).toHaveLength(1)
  await other.query('commit')
  await other.end()
  expect((await answered).statusCode).toBe(200)
  expect(await ask(url, 'select id from users')).toEqual([{ id: 'first' }])
})

const arrived: (() => void)[] = []
function bothAreThere(): Promise<void> {
  return new Promise((resolve) => {
    arrived.push(resolve)
    if (arrived.length === 2) for (const goOn of arrived.splice(0)) goOn()
  })
}

test('while a database only reads, as after a failover, a clip that is tried again leaves nothing (OPS-09)', async () => {
  const databaseUrl = await freshDatabaseUrl()
  const hub = await start(databaseUrl)
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const upload = () => postClip(hub.fastify, ann, { cameraId, fields: { clipId: crypto.randomUUID() } })
  const files = () => readdir(join(hub.dataDir, 'blobs'), { recursive: true })
  await upload()
  const before = await files()
  const setTo = await readOnlySwitch(databaseUrl)
  await setTo('on')
  try {
    for (let round = 0; round < 2; round++) {
      const answer = await upload()
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
      expect(answer.json().message).toMatch(/^The hub's database is read-only now\./)
    }
    expect(await files()).toEqual(before)
    await expect(start(databaseUrl)).rejects.toMatchObject({
      message: expect.stringMatching(/database is read-only now\./),
      remedy: 'time',
    })
  } finally {
    await setTo('off')
  }
  expect((await upload()).statusCode).toBe(201)
})

/** Of the whole database, for all connections from then on. */
async function readOnlySwitch(databaseUrl: string): Promise<(mode: 'on' | 'off') => Promise<void>> {
  const writing = new URL(databaseUrl)
  writing.searchParams.set('options', '-c default_transaction_read_only=off')
  const [named] = await ask<{ name: string }>(databaseUrl, 'select current_database() as name')
  return async (mode) => {
    await ask(writing.href, `alter database ${named?.name} set default_transaction_read_only = ${mode}`)
    const connections = "pg_stat_activity where datname = current_database() and application_name = 'nightjar'"
    await ask(writing.href, `select pg_terminate_backend(pid, 1000) from ${connections}`)
    await expect.poll(() => ask(writing.href, `select 1 from ${connections}`)).toEqual([])
  }
}
