import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../server/hub/backup'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { MINUTE_MS } from '../../../src/lib/durations'
import { addCamera, listVideos, pathOf } from '../support/calls'
import { postClip } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startS3, type TestS3 } from '../support/s3/s3'

const clock = manualClock()
const USES = 'used-by'
const refusal = {
  message: expect.stringMatching(/^Another copy of this hub uses the bucket recordings, .* after 15 minutes this one /),
  remedy: 'time',
}
let root: string
let copy: string
let s3: TestS3
let hub: TestHub
let ann: SignedInUser
let cameraId: string
const copies: TestHub[] = []

const start = (dataDir: string) => startTestHub({ dataDir, clock, environment: s3.environment })
async function startCopy(): Promise<void> {
  copies.push(await start(copy))
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nightjar-use-'))
  copy = join(root, 'copy')
  s3 = await startS3()
  hub = await start(join(root, 'data'))
  ann = await hub.signIn()
  await backUp(hub.dataDir, copy, { recordings: 'bucket' })
  // What came after the backup, and of which it has no row.
  cameraId = (await addCamera(hub.fastify, ann)).id
  await postClip(hub.fastify, ann, { cameraId })
})
afterEach(async () => {
  s3.moodOf = () => 'well'
  for (const one of [hub, ...copies.splice(0)]) await one.close()
  await s3.close()
  await rm(root, { recursive: true })
})

const notesBy = (method: string) => s3.requests.filter((one) => one.startsWith(method) && one.includes(USES))
const status = async () => {
  const [video] = (await listVideos(hub.fastify, ann)).videos
  return (await hub.fastify.inject({ url: pathOf(video?.videoUrl) })).statusCode
}

test('a backup that is tried on the bucket of its hub starts as soon as that has ended, and takes nothing away before (OPS-18)', async () => {
  s3.requests.length = 0
  await expect(startCopy()).rejects.toMatchObject(refusal)
  expect([await status(), notesBy('PUT')]).toEqual([200, []])
  await hub.close()
  await startCopy()
})

test('a copy waits for 15 minutes after a hub that ended without a word, which may start at once itself (OPS-18)', async () => {
  s3.moodOf = (request) => (request.includes('DELETE') && request.includes(USES) ? 'failing' : 'well')
  await hub.close()
  s3.moodOf = () => 'well'
  // It is tried again and again.
  for (let tries = 0; tries < 2; tries++) await expect(startCopy()).rejects.toMatchObject(refusal)
  hub = await start(hub.dataDir)
  s3.moodOf = (request) => (request.includes('DELETE') && request.includes(USES) ? 'failing' : 'well')
  await hub.close()
  s3.moodOf = () => 'well'
  await s3.age(USES, 14 * MINUTE_MS)
  await expect(startCopy()).rejects.toMatchObject(refusal)
  await s3.age(USES, 2 * MINUTE_MS)
  s3.requests.length = 0
  await startCopy()
  // What the hub left is tidied away.
  expect(notesBy('DELETE')).not.toEqual([])
  const store = await openS3Blobs(s3.config, root, { warn: () => undefined })
  await store.uses?.note('another')
  expect(await store.uses?.hasOther('another', MINUTE_MS)).toBe(true)
  for (const one of copies.splice(0)) await one.close()
  expect(await store.uses?.hasOther('another', MINUTE_MS)).toBe(false)
})

// As MinIO says it, and Ceph. What is too old can go from there only while the hub runs.
test.each(['full', 'over-quota'] as const)(
  'a hub starts on its bucket that is %s, and says so; a copy of a hub that may still use it does not (OPS-10, OPS-18)',
  async (mood) => {
    s3.moodOf = (request) => (request.includes('DELETE') && request.includes(USES) ? 'failing' : 'well')
    await hub.close()
    s3.moodOf = (request) => (request.startsWith('PUT') ? mood : 'well')
    const full = { message: "The hub's store for recordings is full. Free some space in it.", remedy: 'time' }
    await expect(startCopy()).rejects.toMatchObject(full)
    hub = await startTestHub({ dataDir: hub.dataDir, clock, environment: s3.environment, logLevel: 'warn' })
    expect(hub.logLines.join('')).toMatch(/The bucket recordings at \S+ is full\. Free some space in it/)
    expect(await status()).toBe(200)
    const clip = { cameraId, fields: { clipId: crypto.randomUUID() } }
    expect((await postClip(hub.fastify, ann, clip)).statusCode).toBe(503)
    await expect(hub.hub.jobs.runNow('store-use')).rejects.toThrow('no room')
    s3.moodOf = () => 'well'
    await hub.hub.jobs.runNow('store-use')
    expect((await postClip(hub.fastify, ann, clip)).statusCode).toBe(201)
    await expect(startCopy()).rejects.toMatchObject(refusal)
  },
)

test('of two that start at once not both go on (OPS-18)', async () => {
  await hub.close()
  const starts = await Promise.allSettled([start(copy), start(hub.dataDir)])
  const started = starts.filter((one) => one.status === 'fulfilled')
  copies.push(...started.map(({ value }) => value))
  expect(started.length).toBeLessThan(2)
})

test('a hub says every five minutes that it uses its bucket (OPS-18)', async () => {
  await s3.age(USES, 20 * MINUTE_MS)
  await hub.hub.jobs.runNow('store-use')
  await expect(startCopy()).rejects.toMatchObject(refusal)
})

test('a store that says nothing holds no hub at its end (OPS-18)', async () => {
  s3.moodOf = () => 'silent'
  await hub.close()
}, 10_000)
