import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { listDayDifferences } from '../../../server/events/day-rows'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { moveOwnership } from '../../../server/storage/store-owner'
import { planLimits } from '../../../src/contract/plans'
import { addCamera, door, listEvents, listVideos, pathOf, send } from '../support/calls'
import { ask, freshDatabaseUrl } from '../support/database'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import { codeIn, type ManualClock, manualClock, startTestHub, type TestHub, type TestHubOptions } from '../support/hub'
import { startS3, type TestS3 } from '../support/s3/s3'

const HOUR_MS = 3_600_000

let s3: TestS3
let databaseUrl: string
let clock: ManualClock
let a: TestHub
let b: TestHub
const hubs: TestHub[] = []
beforeEach(async () => {
  s3 = await startS3()
  databaseUrl = await freshDatabaseUrl()
  // The age of an object is told by the store's own clock.
  clock = manualClock(Date.now())
  // Both start on an empty database at the same moment.
  const started = await Promise.all([start(), start()])
  a = started[0]
  b = started[1]
})
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close()
  await s3.close()
})

async function start(options: TestHubOptions = {}): Promise<TestHub> {
  const environment = { DATABASE_URL: databaseUrl, ...s3.environment, ...options.environment }
  const hub = await startTestHub({ clock, ...options, environment })
  hubs.push(hub)
  return hub
}

test('a session of one hub is good at the other, and its end too (OPS-08)', async () => {
  const ann = await a.signIn()
  expect((await send(b.fastify, ann, 'GET', '/cameras')).statusCode).toBe(200)
  const { refreshToken } = ann
  const refreshed = await send(b.fastify, null, 'POST', '/auth/refresh', { refreshToken })
  expect(refreshed.statusCode).toBe(200)
  expect((await send(a.fastify, ann, 'POST', '/auth/sign-out', { refreshToken })).statusCode).toBeLessThan(300)
  expect((await send(b.fastify, ann, 'GET', '/cameras')).statusCode).toBe(401)
  const again = { refreshToken: refreshed.json().refreshToken }
  expect((await send(b.fastify, null, 'POST', '/auth/refresh', again)).statusCode).toBe(401)
})

test('a code of one hub opens the other once, and no second code is sent meanwhile (OPS-08)', async () => {
  const email = 'ann@example.org'
  expect((await send(a.fastify, null, 'POST', '/auth/request-otp', { email })).statusCode).toBe(200)
  expect((await send(b.fastify, null, 'POST', '/auth/request-otp', { email })).statusCode).toBe(429)
  const payload = { email, otp: codeIn(a.mails, email) }
  const answers = await Promise.all([a, b].map((hub) => send(hub.fastify, null, 'POST', '/auth/verify-otp', payload)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
})

test('two first sign-ins of one address side by side are both in, in one workspace (HUB-09)', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `ann${round}@example.org`
    const clients = ['203.0.113.1', '203.0.113.2'] as const
    const post = (hub: TestHub, path: string, payload: object, remoteAddress: string) =>
      hub.fastify.inject({ method: 'POST', url: `/v1/auth/${path}`, payload, remoteAddress })
    await post(a, 'request-otp', { email }, clients[0])
    await post(b, 'request-otp', { email }, clients[1])
    const answers = await Promise.all([
      post(a, 'verify-otp', { email, otp: codeIn(a.mails, email) }, clients[0]),
      post(b, 'verify-otp', { email, otp: codeIn(b.mails, email) }, clients[1]),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(new Set(answers.map((answer) => answer.json().workspaceId)).size).toBe(1)
  }
})

test('the limits of codes hold for requests that race over both (HUB-05)', async () => {
  const email = 'victim@example.org'
  const askFrom = (n: number) =>
    (n % 2 === 0 ? a : b).fastify.inject({
      method: 'POST',
      url: '/v1/auth/request-otp',
      payload: { email },
      remoteAddress: `203.0.113.${n}`,
    })
  // Two before the limit.
  for (let n = 0; n < 2; n++) expect((await askFrom(n)).statusCode).toBe(200)
  await ask(
    databaseUrl,
    `insert into code_mails (id, email, client, sent_at)
     select id || n, email, 'client-' || n, sent_at from code_mails, generate_series(1, 13) n`,
  )
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => askFrom(10 + n)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429, 429, 429, 429, 429])
})

test('what a client asks for and guesses at one of them counts at the other (HUB-05)', async () => {
  const [one, other] = ['ann@example.org', 'bob@example.org']
  expect((await send(a.fastify, null, 'POST', '/auth/request-otp', { email: one })).statusCode).toBe(200)
  expect((await send(b.fastify, null, 'POST', '/auth/request-otp', { email: other })).statusCode).toBe(200)
  const otp = codeIn(a.mails, one) === '000000' ? '000001' : '000000'
  const tries = [a, b, a, b, a].map((hub) => send(hub.fastify, null, 'POST', '/auth/verify-otp', { email: one, otp }))
  for (const answer of await Promise.all(tries)) expect(answer.statusCode).toBe(401)
  const late = { email: one, otp: codeIn(a.mails, one) }
  expect((await send(b.fastify, null, 'POST', '/auth/verify-otp', late)).statusCode).toBe(401)
  const rows = await ask<{ kind: string; attempts: number }>(
    databaseUrl,
    "select kind, attempts from attempt_counts where kind <> 'address-codes' order by kind",
  )
  expect(rows).toEqual([
    { kind: 'codes', attempts: 2 },
    { kind: 'wrong-codes', attempts: 6 },
  ])
})

test('the camera limit holds for requests that race over both (KEEP-01)', async () => {
  const ann = await a.signIn()
  const requests = Array.from({ length: 12 }, (_, n) =>
    send((n % 2 === 0 ? a : b).fastify, ann, 'POST', '/cameras', { ...door, name: `Door ${n}` }),
  )
  const codes = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(planLimits.FREE.cameras)
  expect(codes.filter((code) => code === 402)).toHaveLength(12 - planLimits.FREE.cameras)
  expect((await send(b.fastify, ann, 'GET', '/cameras')).json()).toHaveLength(planLimits.FREE.cameras)
})

test('a clip that reaches both at once is stored once (HUB-12)', async () => {
  const ann = await a.signIn()
  const { id: cameraId } = await addCamera(a.fastify, ann)
  const fields = { clipId: '00000000-0000-4000-8000-00000000000a' }
  const answers = await Promise.all([a, b, a, b].map((hub) => postClip(hub.fastify, ann, { cameraId, fields })))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  expect((await listVideos(b.fastify, ann)).total).toBe(1)
  expect((await listEvents(a.fastify, ann)).total).toBe(1)
})

test('clips and deletions that race over both leave counts that are those of the rows (KEEP-12)', async () => {
  const clip = async (hub: TestHub, cameraId: string) => (await postClip(hub.fastify, ann, { cameraId })).json().id
  const ann = await a.signIn()
  const { id: cameraId } = await addCamera(a.fastify, ann)
  const hubAt = (n: number) => (n % 2 === 0 ? a : b)
  const first = await Promise.all(Array.from({ length: 8 }, (_, n) => clip(hubAt(n), cameraId)))
  const racing = first.flatMap((id, n) => [
    send(a.fastify, ann, 'DELETE', `/videos/${id}`),
    send(b.fastify, ann, 'DELETE', `/videos/${id}`),
    postClip(hubAt(n).fastify, ann, { cameraId }),
  ])
  const codes = (await Promise.all(racing)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => ![200, 201, 404].includes(code))).toEqual([])
  const db = await openDatabase('', databaseUrl)
  expect(await listDayDifferences(db)).toEqual([])
  await db.destroy()
  expect((await listVideos(a.fastify, ann)).total).toBe(8)
  expect((await listEvents(b.fastify, ann)).total).toBe(16)
})

test('a background job runs on one of them at a time (OPS-08)', async () => {
  let endRound = () => {}
  const run = vi.fn(() => new Promise<void>((resolve) => (endRound = resolve)))
  for (const { hub } of [a, b]) hub.jobs.add({ name: 'once', everyMs: HOUR_MS, run })
  const round = a.hub.jobs.runNow('once')
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
  await b.hub.jobs.runNow('once')
  expect(run).toHaveBeenCalledOnce()
  endRound()
  await round
})

test('what one has stored in S3 the other shows (OPS-08)', async () => {
  await expectSharedRecordings(a, b)
})

test('a picture that came to one is shown at the other as it was stored, and after the one’s end as it was last (SCALE-05)', async () => {
  const ann = await a.signIn()
  const { id: cameraId } = await addCamera(a.fastify, ann)
  const shownAtB = async () => {
    const [{ screenshotUrl }] = (await send(b.fastify, ann, 'GET', '/screenshots')).json()
    return (await b.fastify.inject({ url: pathOf(screenshotUrl) })).rawPayload
  }
  await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 1))
  await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 2))
  expect((await shownAtB()).equals(jpeg(200, 1))).toBe(true)
  await a.close()
  hubs.splice(hubs.indexOf(a), 1)
  expect((await shownAtB()).equals(jpeg(200, 2))).toBe(true)
})

test('the picture of a camera that one removed is gone at the other too, in memory and for good (SCALE-03)', async () => {
  const ann = await a.signIn()
  const { id: cameraId } = await addCamera(a.fastify, ann)
  await postSnapshot(a.fastify, ann, cameraId)
  const [{ screenshotUrl }] = (await send(a.fastify, ann, 'GET', '/screenshots')).json()
  const status = async () => (await a.fastify.inject({ url: pathOf(screenshotUrl) })).statusCode
  expect(await status()).toBe(200)
  await send(b.fastify, ann, 'DELETE', `/cameras/${cameraId}`)
  await b.hub.jobs.runNow('blob-removals')
  expect(await status()).toBe(404)
  expect((await postSnapshot(a.fastify, ann, cameraId)).statusCode).toBe(404)
})

test('what one has stored in a shared folder the other shows (OPS-08)', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'nightjar-shared-'))
  const folders = await Promise.all([folderOn(shared), folderOn(shared)])
  const onFiles = { S3_ENDPOINT: '', S3_BUCKET: '', S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
  const [first, second] = folders
  const one = await start({ dataDir: first, environment: onFiles })
  const other = await start({ dataDir: second, environment: onFiles })
  await expectSharedRecordings(one, other)
  for (const hub of hubs.splice(0)) await hub.close()
  for (const folder of [...folders, shared]) await rm(folder, { recursive: true })
})

async function folderOn(shared: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightjar-hub-'))
  await symlink(shared, join(dataDir, 'blobs'))
  return dataDir
}

async function expectSharedRecordings(one: TestHub, other: TestHub): Promise<void> {
  const ann = await one.signIn()
  const { id: cameraId } = await addCamera(one.fastify, ann)
  await postSnapshot(one.fastify, ann, cameraId)
  await postClip(one.fastify, ann, { cameraId })
  const [{ screenshotUrl }] = (await send(other.fastify, ann, 'GET', '/screenshots')).json()
  expect((await other.fastify.inject({ url: pathOf(screenshotUrl) })).rawPayload.equals(jpeg())).toBe(true)
  const [video] = (await listVideos(one.fastify, ann)).videos
  // The link is made by one hub and followed at the other.
  expect((await other.fastify.inject({ url: pathOf(video?.videoUrl) })).rawPayload.equals(webm())).toBe(true)
}

test('a hub that starts leaves alone what another is storing, and sets aside what a crash left (HUB-14)', async () => {
  const ann = await a.signIn()
  const { id: cameraId } = await addCamera(a.fastify, ann)
  await postClip(a.fastify, ann, { cameraId })
  const store = await openS3Blobs(s3.config, a.dataDir, a.fastify.log)
  const key = `${ann.workspaceId}/clips/00000000-0000-4000-8000-00000000000b.webm`
  // Stored already, its row about to be written.
  await (await store.stage([webm()])).commit(key, 'durable')
  await start()
  expect(await store.stat(key)).not.toBeNull()
  clock.advance(2 * HOUR_MS)
  await start()
  expect(await store.stat(key)).toBeNull()
  const [video] = (await listVideos(a.fastify, await a.signIn())).videos
  expect((await a.fastify.inject({ url: pathOf(video?.videoUrl) })).statusCode).toBe(200)
})

test('a hub on another database is kept from the bucket: to it every recording would be a stray', async () => {
  const ann = await a.signIn()
  const { id: cameraId } = await addCamera(a.fastify, ann)
  await postClip(a.fastify, ann, { cameraId })
  clock.advance(2 * HOUR_MS)
  const stranger = start({ environment: { DATABASE_URL: await freshDatabaseUrl() } })
  await expect(stranger).rejects.toThrow(/^The recordings in the bucket \S+ belong to another database\. Set another/)
  const [video] = (await listVideos(a.fastify, await a.signIn())).videos
  expect((await a.fastify.inject({ url: pathOf(video?.videoUrl) })).statusCode).toBe(200)
})

test('a copy of the database on the bucket of its hubs is kept out, and no further hub of theirs is (OPS-18)', async () => {
  const copyUrl = await freshDatabaseUrl()
  const [db, copy] = [await openDatabase(a.dataDir, databaseUrl), await openDatabase(a.dataDir, copyUrl)]
  await moveOwnership(db, copy)
  for (const one of [db, copy]) await one.destroy()
  await a.close()
  await start()
  const startCopy = () => start({ environment: { DATABASE_URL: copyUrl } })
  await expect(startCopy()).rejects.toThrow(/^Another copy of this hub uses the bucket /)
  for (const hub of hubs.splice(0)) await hub.close()
  // The copy's try has left nothing that keeps them out.
  await (await start()).close()
  // Nor have they, ended in order, for who goes on in a database that was restored.
  await startCopy()
})

test('a data folder is still for one hub: its unfinished uploads are its own', async () => {
  await expect(start({ dataDir: a.dataDir })).rejects.toThrow(/is in use by another hub/)
})
