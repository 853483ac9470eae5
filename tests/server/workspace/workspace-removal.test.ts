import { afterEach, beforeEach, expect, test } from 'vitest'
import { BLOB_REMOVAL_JOB } from '../../../server/storage/blob-removals'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn('ann@example.org')
})
afterEach(() => hub.close())

const remove = (user: SignedInUser, email = user.email, workspaceId = user.workspaceId) =>
  send(hub.fastify, user, 'DELETE', `/workspaces/${workspaceId}`, { email })

async function fill(user: SignedInUser) {
  const camera = await addCamera(hub.fastify, user)
  await postSnapshot(hub.fastify, user, camera.id)
  const { id } = (await postClip(hub.fastify, user, { cameraId: camera.id })).json()
  await send(hub.fastify, user, 'POST', '/chats')
  await send(hub.fastify, user, 'POST', '/ai/chat', { message: 'How many events?', existingChatId: null })
  const { videoUrl } = (await send(hub.fastify, user, 'GET', `/videos/${id}`)).json()
  const [shot] = (await send(hub.fastify, user, 'GET', '/screenshots')).json()
  return { links: [videoUrl, shot.screenshotUrl].map(pathOf) }
}

test('a removed workspace is gone with its files and its session; the address begins anew (EXT-14)', async () => {
  const { links } = await fill(ann)
  for (const link of links) expect((await hub.fastify.inject(link)).statusCode).toBe(200)
  expect((await remove(ann, ' Ann@Example.org ')).statusCode).toBe(200)
  await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
  for (const link of links) expect((await hub.fastify.inject(link)).statusCode).toBe(404)
  expect((await send(hub.fastify, ann, 'GET', '/cameras')).statusCode).toBe(401)
  const refresh = await send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken: ann.refreshToken })
  expect(refresh.statusCode).toBe(401)
  hub.clock.advance(61_000)
  const again = await hub.signIn('ann@example.org')
  expect(again.workspaceId).not.toBe(ann.workspaceId)
  expect((await listVideos(hub.fastify, again)).total).toBe(0)
})

test('removing one workspace leaves the others as they are', async () => {
  const bob = await hub.signIn('bob@example.org')
  const { links } = await fill(bob)
  await fill(ann)
  await remove(ann)
  await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
  expect((await listVideos(hub.fastify, bob)).total).toBe(1)
  for (const link of links) expect((await hub.fastify.inject(link)).statusCode).toBe(200)
})

test('it takes the typed address, and one\u2019s own workspace', async () => {
  const bob = await hub.signIn('bob@example.org')
  expect((await remove(ann, 'bob@example.org')).statusCode).toBe(422)
  expect((await remove(ann, ann.email, bob.workspaceId)).statusCode).toBe(404)
  expect((await send(hub.fastify, ann, 'GET', '/cameras')).statusCode).toBe(200)
})

test('a member who does not own the workspace cannot remove it (EXT-14)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: 'cleo@example.org' })
  const cleo = await hub.signIn('cleo@example.org')
  const headers = { ...cleo.headers, 'x-workspace-id': ann.workspaceId }
  const answer = await remove({ ...cleo, headers }, cleo.email, ann.workspaceId)
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'owner-only'])
  await remove(ann)
  expect((await send(hub.fastify, { headers }, 'GET', '/cameras')).statusCode).toBe(401)
})
