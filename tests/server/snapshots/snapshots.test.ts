import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '../../../src/contract/limits'
import { addCamera, pathOf, send } from '../support/calls'
import { jpeg, postForm, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

const list = async () => (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
const leftovers = () => readdir(join(hub.dataDir, 'incoming'))

test('lists cameras only once they have sent a snapshot (API-12)', async () => {
  const other = await addCamera(hub.fastify, ann, 'Gate')
  expect(await list()).toEqual([])
  const answer = await postSnapshot(hub.fastify, ann, other.id)
  expect([answer.statusCode, answer.json()]).toEqual([201, { snapshotIntervalMs: 2_500 }])
  expect(await list()).toEqual([{ cameraId: other.id, screenshotUrl: expect.stringMatching(/^http:\/\//) }])
})

test('shows the bytes of the latest snapshot, under a new URL for each', async () => {
  await postSnapshot(hub.fastify, ann, cameraId, jpeg(200, 1))
  const [first] = await list()
  await postSnapshot(hub.fastify, ann, cameraId, jpeg(300, 2))
  const [second] = await list()
  expect(second.screenshotUrl).not.toBe(first.screenshotUrl)
  const picture = await hub.fastify.inject({ url: pathOf(second.screenshotUrl) })
  expect(picture.headers['content-type']).toBe('image/jpeg')
  expect(picture.rawPayload.equals(jpeg(300, 2))).toBe(true)
})

test('asks for the specified pace while somebody looks, and for a slower one while nobody does (HUB-18)', async () => {
  const asked = async () => (await postSnapshot(hub.fastify, ann, cameraId)).json()
  expect(await asked()).toEqual({ snapshotIntervalMs: 10_000 })
  await list()
  expect(await asked()).toEqual({ snapshotIntervalMs: 2_500 })
  hub.clock.advance(15_000)
  expect(await asked()).toEqual({ snapshotIntervalMs: 2_500 })
  hub.clock.advance(1)
  expect(await asked()).toEqual({ snapshotIntervalMs: 10_000 })
  const bob = await hub.signIn('bob@example.org')
  await send(hub.fastify, bob, 'GET', '/screenshots')
  expect(await asked()).toEqual({ snapshotIntervalMs: 10_000 })
})

test('nobody looks any more who did while the clock was ahead, once that is set right (HUB-18)', async () => {
  const asked = async () => (await postSnapshot(hub.fastify, ann, cameraId)).json()
  hub.clock.advance(30 * 24 * 3_600_000)
  ann = await hub.signIn()
  await list()
  expect(await asked()).toEqual({ snapshotIntervalMs: 2_500 })
  hub.clock.advance(-30 * 24 * 3_600_000)
  expect(await asked()).toEqual({ snapshotIntervalMs: 10_000 })
  await list()
  expect(await asked()).toEqual({ snapshotIntervalMs: 2_500 })
})

test('a camera says when it was there last, to the minute (LIVE-93)', async () => {
  const lastSeenAt = async () => (await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].lastSeenAt
  expect(await lastSeenAt()).toBeNull()
  await postSnapshot(hub.fastify, ann, cameraId)
  const minuteMs = Math.floor(hub.clock.now() / 60_000) * 60_000
  hub.clock.advance(60_000)
  expect(await lastSeenAt()).toBe(new Date(minuteMs).toISOString())
})

test('keeps the URL while the snapshot stays', async () => {
  await postSnapshot(hub.fastify, ann, cameraId)
  expect(await list()).toEqual(await list())
})

test('keeps one file per camera', async () => {
  for (let count = 0; count < 3; count++) await postSnapshot(hub.fastify, ann, cameraId)
  expect(await readdir(join(hub.dataDir, 'blobs', ann.workspaceId, 'snapshots'))).toEqual([`${cameraId}.jpg`])
})

test('takes a snapshot of the largest size and refuses one byte more (contract limits)', async () => {
  expect((await postSnapshot(hub.fastify, ann, cameraId, jpeg(MAX_IMAGE_BYTES))).statusCode).toBe(201)
  const answer = await postSnapshot(hub.fastify, ann, cameraId, jpeg(MAX_IMAGE_BYTES + 1))
  expect([answer.statusCode, answer.json()]).toEqual([
    413,
    { code: 'too-large', message: 'The snapshot is too large: at most 2 MB are taken.' },
  ])
  expect(await leftovers()).toEqual([])
})

test.each([
  ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['an empty file', Buffer.alloc(0)],
  ['HTML that claims to be a picture', Buffer.from('<script>alert(1)</script>')],
])('refuses %s and keeps the snapshot before (SEC-06)', async (_what, bytes) => {
  await postSnapshot(hub.fastify, ann, cameraId)
  const before = await list()
  const answer = await postSnapshot(hub.fastify, ann, cameraId, bytes)
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported-media'])
  expect(await list()).toEqual(before)
  expect(await leftovers()).toEqual([])
})

test('refuses a form without the part, and a body that is no form', async () => {
  const url = `/v1/screenshots/${cameraId}/upload`
  const without = await postForm(hub.fastify, ann, url, [{ name: 'other', value: 'x' }])
  expect([without.statusCode, without.json()]).toEqual([
    400,
    { code: 'invalid-input', message: 'The part screenshot is missing.' },
  ])
  const json = await send(hub.fastify, ann, 'POST', `/screenshots/${cameraId}/upload`, {})
  expect([json.statusCode, json.json().code]).toEqual([415, 'unsupported-media'])
  const raw = await hub.fastify.inject({
    method: 'POST',
    url,
    headers: { ...ann.headers, 'content-type': 'image/jpeg' },
    payload: jpeg(),
  })
  expect([raw.statusCode, raw.json().code]).toEqual([415, 'unsupported-media'])
})

test('refuses a form without a boundary, or broken off', async () => {
  const url = `/v1/screenshots/${cameraId}/upload`
  for (const [type, payload] of [
    ['multipart/form-data', 'x'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="screenshot"; filename="a"\r\n\r\nx',
    ],
  ]) {
    const headers = { ...ann.headers, 'content-type': type }
    const answer = await hub.fastify.inject({ method: 'POST', url, headers, payload: payload ?? '' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
  }
  expect(await leftovers()).toEqual([])
})

test('answers 404 for a camera that does not exist', async () => {
  const answer = await postSnapshot(hub.fastify, ann, 'nonsense')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
})
