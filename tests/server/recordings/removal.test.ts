import { afterEach, beforeEach, expect, test } from 'vitest'
import { BLOB_REMOVAL_JOB } from '../../../server/storage/blob-removals'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

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
