import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, door, listEvents, listVideos, send } from '../support/calls'
import { clipParts, postClip, postForm, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
let bob: SignedInUser
let cameraId: string
let videoId: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn('ann@example.org')
  bob = await hub.signIn('bob@example.org')
  cameraId = (await addCamera(hub.fastify, ann)).id
  videoId = (await postClip(hub.fastify, ann, { cameraId })).json().id
  await postSnapshot(hub.fastify, ann, cameraId)
})
afterEach(() => hub.close())

test('objects of another workspace do not exist for a member of one (SEC-01)', async () => {
  const settings = { ...door, isMotionEnabled: true, isAudioEnabled: true, motionSensitivity: 1 }
  const answers = await Promise.all([
    send(hub.fastify, bob, 'PUT', `/cameras/${cameraId}`, settings),
    send(hub.fastify, bob, 'PATCH', `/cameras/${cameraId}/motion-audio`, {
      isMotionEnabled: true,
      isAudioEnabled: true,
    }),
    send(hub.fastify, bob, 'GET', `/videos/${videoId}`),
    send(hub.fastify, bob, 'GET', `/videos/${videoId}/download`),
    send(hub.fastify, bob, 'GET', `/workspaces/${ann.workspaceId}`),
    postSnapshot(hub.fastify, bob, cameraId),
    postForm(hub.fastify, bob, '/v1/videos/upload', clipParts({ cameraId })),
  ])
  for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  const [camera] = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
  expect(camera).toMatchObject({ ...door, isMotionEnabled: false })
})

test('lists and usage show nothing of another workspace', async () => {
  expect(await listVideos(hub.fastify, bob)).toEqual({ videos: [], total: 0 })
  expect(await listEvents(hub.fastify, bob)).toEqual({ events: [], total: 0 })
  for (const path of ['/cameras', '/cameras/check-statuses', '/screenshots']) {
    expect((await send(hub.fastify, bob, 'GET', path)).json()).toEqual([])
  }
  expect((await send(hub.fastify, bob, 'GET', '/workspaces/usage')).json().storage.used).toBe(0)
})

test('two workspaces may hold clips of the same id (HUB-12)', async () => {
  const clipId = '00000000-0000-4000-8000-000000000001'
  const bobsCamera = (await addCamera(hub.fastify, bob)).id
  const first = await postClip(hub.fastify, ann, { cameraId, fields: { clipId } })
  const second = await postClip(hub.fastify, bob, { cameraId: bobsCamera, fields: { clipId } })
  expect(second.statusCode).toBe(201)
  expect(second.json().id).not.toBe(first.json().id)
  expect((await listVideos(hub.fastify, bob)).total).toBe(1)
})
