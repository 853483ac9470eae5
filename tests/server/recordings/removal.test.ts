import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BLOB_REMOVAL_JOB } from '../../../server/storage/blob-removals'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { passTime } from '../support/days'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { openHubDatabase } from '../support/webhook-worker'

const DAY_MS = 24 * 3_600_000

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

const remove = (path: string, user = ann) => send(hub.fastify, user, 'DELETE', path)

test('a removed camera is in no list, frees its place in the plan and loses its picture (EXT-11)', async () => {
  await postSnapshot(hub.fastify, ann, cameraId)
  const [shot] = (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
  expect((await remove(`/cameras/${cameraId}`)).statusCode).toBe(200)
  await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
  for (const path of ['/cameras', '/cameras/check-statuses', '/screenshots']) {
    expect((await send(hub.fastify, ann, 'GET', path)).json()).toEqual([])
  }
  expect((await hub.fastify.inject(pathOf(shot.screenshotUrl))).statusCode).toBe(404)
  expect((await send(hub.fastify, ann, 'GET', '/workspaces/usage')).json().cameras.used).toBe(0)
  expect((await addCamera(hub.fastify, ann, 'Second')).name).toBe('Second')
})

test('the recordings of a removed camera stay, and clips that waited still come (EXT-11)', async () => {
  await postClip(hub.fastify, ann, { cameraId })
  await remove(`/cameras/${cameraId}`)
  expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(201)
  const { videos, total } = await listVideos(hub.fastify, ann)
  expect([total, videos.map(({ camera }) => camera?.name)]).toEqual([2, ['Door', 'Door']])
  expect((await listEvents(hub.fastify, ann)).total).toBe(2)
})

test('a removed camera can be removed, changed or send pictures no more', async () => {
  await remove(`/cameras/${cameraId}`)
  const change = { isMotionEnabled: true, isAudioEnabled: false }
  expect((await remove(`/cameras/${cameraId}`)).statusCode).toBe(404)
  expect((await send(hub.fastify, ann, 'PATCH', `/cameras/${cameraId}/motion-audio`, change)).statusCode).toBe(404)
  expect((await postSnapshot(hub.fastify, ann, cameraId)).statusCode).toBe(404)
})

test('a removed video is gone with its file and its bytes; its event stays without one (EXT-11)', async () => {
  const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
  const { videoUrl } = (await send(hub.fastify, ann, 'GET', `/videos/${id}`)).json()
  expect((await remove(`/videos/${id}`)).statusCode).toBe(200)
  await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
  expect((await listVideos(hub.fastify, ann)).total).toBe(0)
  expect((await hub.fastify.inject(pathOf(videoUrl))).statusCode).toBe(404)
  const { events } = await listEvents(hub.fastify, ann)
  expect(events).toMatchObject([{ videoId: null, video: { thumbnailUrl: null, camera: { name: 'Door' } } }])
  expect((await send(hub.fastify, ann, 'GET', '/videos/storage-usage')).json().used).toBe(0)
  expect((await remove(`/videos/${id}`)).statusCode).toBe(404)
})

describe('the repeat of an upload whose answer was lost, after its recording was removed (HUB-12)', () => {
  const clipId = randomUUID()
  const upload = (startedAtMs: number) =>
    postClip(hub.fastify, ann, { cameraId, fields: { clipId, startedAt: new Date(startedAtMs).toISOString() } })
  const totals = async () => [(await listVideos(hub.fastify, ann)).total, (await listEvents(hub.fastify, ann)).total]
  const read = async (table: 'usage_months' | 'removed_clips') => {
    const db = await openHubDatabase(hub)
    const rows = await db.selectFrom(table).selectAll().execute()
    await db.destroy()
    return rows
  }

  test('by somebody: is answered like the first time, stores and counts nothing, and tells nobody (KEEP-02)', async () => {
    hub.mails.length = 0
    const startedAtMs = hub.clock.now()
    const first = await upload(startedAtMs)
    const counted = await read('usage_months')
    await remove(`/videos/${first.json().id}`)
    await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
    // Long enough for another incident.
    ann = await later(hub, ann, 11 * 60_000)
    const again = await upload(startedAtMs)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect([await totals(), await read('usage_months')]).toEqual([[0, 1], counted])
    expect(await readdir(join(hub.dataDir, 'blobs', ann.workspaceId, 'clips'))).toEqual([])
    await hub.hub.jobs.runNow('notifications')
    expect(hub.mails.map(({ subject }) => subject)).toEqual(['Motion at Door'])
  })

  test('by retention: for the 30 days that a clip may have waited in its camera', async () => {
    const startedAtMs = hub.clock.now() - 29 * DAY_MS
    const retain = async (passMs: number) => {
      await passTime(hub, passMs)
      await hub.hub.jobs.runNow('retention')
      ann = await hub.signIn()
    }
    await upload(startedAtMs)
    await retain(2 * DAY_MS)
    await retain(30 * DAY_MS - 1)
    await upload(startedAtMs)
    expect(await totals()).toEqual([0, 1])
    await retain(1)
    expect(await read('removed_clips')).toEqual([])
  })

  test('is known no longer than its workspace', async () => {
    const { id } = (await upload(hub.clock.now())).json()
    await remove(`/videos/${id}`)
    expect(await read('removed_clips')).toMatchObject([{ clip_id: clipId, video_id: id }])
    await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    expect(await read('removed_clips')).toEqual([])
  })
})

test('a video is kept and let go again, and says so in the list (EXT-12)', async () => {
  const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
  const keep = (isKept: unknown) => send(hub.fastify, ann, 'PUT', `/videos/${id}/keep`, { isKept })
  const isKept = async () => (await listVideos(hub.fastify, ann)).videos.map((video) => video.isKept)
  expect(await isKept()).toEqual([false])
  await keep(true)
  expect(await isKept()).toEqual([true])
  await keep(false)
  expect(await isKept()).toEqual([false])
  expect((await keep('yes')).json()).toEqual({ code: 'invalid-input', message: 'isKept: isKept is true or false.' })
})

test('nobody removes what belongs to another workspace', async () => {
  const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
  const bob = await hub.signIn('bob@example.org')
  expect((await remove(`/videos/${id}`, bob)).statusCode).toBe(404)
  expect((await remove(`/cameras/${cameraId}`, bob)).statusCode).toBe(404)
  expect((await send(hub.fastify, bob, 'PUT', `/videos/${id}/keep`, { isKept: true })).statusCode).toBe(404)
  expect((await listVideos(hub.fastify, ann)).total).toBe(1)
})
