import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, pathOf, send } from './support/calls'
import { postClip, webm } from './support/forms'
import { type SignedInUser, startTestHub, type TestHub } from './support/hub'
import { unzip } from './support/zip'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const link = async (user = ann, workspaceId = user.workspaceId) =>
  send(hub.fastify, user, 'POST', `/workspaces/${workspaceId}/export`)

async function unpacked(): Promise<Map<string, Buffer>> {
  const answer = await hub.fastify.inject(pathOf((await link()).json().url))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzip(answer.rawPayload)
}

const factsIn = (files: Map<string, Buffer>) => JSON.parse(String(files.get('workspace.json')))

test('the zip of a workspace holds every clip byte for byte, and what is known of it (issue 6)', async () => {
  const camera = await addCamera(hub.fastify, ann, 'Front/Door: 1')
  const clips = [webm(5_000, 1), webm(90_000, 2)]
  for (const bytes of clips) await postClip(hub.fastify, ann, { cameraId: camera.id, bytes })
  const files = await unpacked()
  const films = [...files].filter(([name]) => name.startsWith('videos/'))
  expect(films.every(([name]) => /^videos\/2026-03-10T12-00-00Z Front_Door_ 1 [0-9a-f-]{36}\.webm$/.test(name))).toBe(
    true,
  )
  expect(films.length).toBe(clips.length)
  for (const bytes of clips) expect(films.some(([, film]) => film.equals(bytes))).toBe(true)
  const facts = factsIn(files)
  expect([facts.cameras.length, facts.videos.length, facts.events.length]).toEqual([1, 2, 2])
  expect(facts.videos[0]).toMatchObject({ cameraId: camera.id, createdAt: '2026-03-10T12:00:00.000Z' })
})

test('the zip of an empty workspace opens and says that it is empty', async () => {
  expect(factsIn(await unpacked())).toEqual({ cameras: [], videos: [], events: [] })
})

test('the zip holds nothing of another workspace, and nobody gets its link (issue 6)', async () => {
  const bob = await hub.signIn('bob@example.org')
  const camera = await addCamera(hub.fastify, bob, "Bob's")
  await postClip(hub.fastify, bob, { cameraId: camera.id, bytes: webm(3_000, 3) })
  expect([...(await unpacked()).keys()]).toEqual(['workspace.json'])
  expect((await link(ann, bob.workspaceId)).statusCode).toBe(404)
})

test('a link that is old, changed or of another kind opens nothing', async () => {
  const path = pathOf((await link()).json().url)
  const other = path.replace(ann.workspaceId, randomUUID())
  const longer = path.replace(/expires=(\d+)/, (_all, seconds) => `expires=${Number(seconds) + 600}`)
  for (const changed of [other, longer, path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
    expect((await hub.fastify.inject(changed)).statusCode).toBe(404)
  }
  hub.clock.advance(11 * 60_000)
  expect((await hub.fastify.inject(path)).statusCode).toBe(404)
})
