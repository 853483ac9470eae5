import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { admission, type HubLoad } from '../../../server/http/admission'
import { MAX_CLIP_BYTES, MAX_IMAGE_BYTES } from '../../../src/contract/limits'
import { addCamera } from '../support/calls'
import { FORM_TYPE, postClip, postSnapshot } from '../support/forms'
import { manualClock, startTestHub } from '../support/hub'

const sockets: Socket[] = []
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const one of open.splice(0)) await one.close()
})

interface Upload {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Announced. */
  readonly bytes: number
  /** Of those that are sent at once. */
  readonly sentBytes?: number
}

async function begin(origin: string, { path, headers, bytes, sentBytes = 1 }: Upload): Promise<Socket> {
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  const all = { host: '127.0.0.1', 'content-type': FORM_TYPE, ...headers, 'content-length': bytes }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST /v1${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(sentBytes, '-'))
  return socket
}

test('what four strangers announce and do not send keeps out nobody’s clips and pictures (SEC-04, SCALE-12)', async () => {
  const hub = await startTestHub({ tier: 'FREE' })
  open.push(hub)
  const origin = await hub.listen()
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  for (const email of ['eve@example.org', 'eva@example.org', 'evo@example.org', 'evi@example.org']) {
    const stranger = await hub.signIn(email)
    const { headers } = stranger
    const { id } = await addCamera(hub.fastify, stranger)
    for (let index = 0; index < 4; index++)
      await begin(origin, { path: '/videos/upload', headers, bytes: MAX_CLIP_BYTES })
    for (let index = 0; index < 8; index++)
      await begin(origin, { path: `/screenshots/${id}/upload`, headers, bytes: MAX_IMAGE_BYTES })
  }
  const figures = async () => (await hub.fastify.inject({ url: '/metrics' })).body.split('\n')
  const held = ['nightjar_under_way{kind="clip"} 16', 'nightjar_under_way{kind="snapshot"} 32']
  await expect.poll(figures).toEqual(expect.arrayContaining(held))
  expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(201)
  expect((await postSnapshot(hub.fastify, ann, cameraId)).statusCode).toBe(201)
  const told = ['nightjar_refused_total{kind="clip"} 1', 'nightjar_under_way{kind="clip"} 15']
  await expect.poll(figures).toEqual(expect.arrayContaining(told))
})

/** Admission alone, where the workspace stands in a header, four pictures of 256 bytes are all there may be, and each is read for good. */
async function fourPlaces(): Promise<{ readonly origin: string; readonly taken: () => number | undefined }> {
  const fastify = Fastify({ forceCloseConnections: true })
  open.push(fastify)
  const loads: HubLoad[] = []
  const metrics = { noteRefused: () => undefined, addLoad: (load: HubLoad) => void loads.push(load) }
  await fastify.register(admission, { clock: manualClock(), lag: null, processes: 65_536, metrics })
  fastify.addHook('onRequest', async (request) => {
    const { workspace: workspaceId } = request.headers
    Object.assign(request, { member: { workspaceId } })
  })
  fastify.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null))
  })
  fastify.post('/v1/screenshots/:cameraId/upload', () => new Promise(() => undefined))
  const origin = await fastify.listen({ host: '127.0.0.1', port: 0 })
  return { origin, taken: () => loads[0]?.placesTaken('snapshot') }
}

const picture = (workspace: string, bytes: number, sentBytes = 1): Upload => ({
  path: '/screenshots/1/upload',
  headers: { workspace },
  bytes,
  sentBytes,
})

/** What became of it; null: it waits. */
async function endOf(socket: Socket): Promise<'refused' | 'broken off' | null> {
  let end: 'refused' | 'broken off' | null = null
  socket.on('data', () => (end = 'refused'))
  socket.on('close', () => (end ??= 'broken off'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return end
}

test('of those that hold everything, the one gives way that moved least (SEC-04)', async () => {
  const { origin, taken } = await fourPlaces()
  const held = []
  for (const [index, sent] of [100, 90, 20, 80].entries()) {
    held.push(await begin(origin, picture(`w${index}`, 256, sent)))
    await expect.poll(taken).toBe(index + 1)
  }
  const ends = Promise.all(held.map(endOf))
  expect(await endOf(await begin(origin, picture('ann', 50)))).toBeNull()
  expect(await ends).toEqual([null, null, 'broken off', null])
  expect(taken()).toBe(4)
})

test('none gives way to a workspace that would have as much itself (SCALE-12)', async () => {
  const { origin, taken } = await fourPlaces()
  const held = []
  for (let index = 0; index < 4; index++) held.push(await begin(origin, picture(`w${index}`, 256)))
  await expect.poll(taken).toBe(4)
  const ends = Promise.all(held.map(endOf))
  expect(await endOf(await begin(origin, picture('eve', 256)))).toBe('refused')
  expect(await ends).toEqual([null, null, null, null])
})

test('nor does what came whole and is being stored (SCALE-12)', async () => {
  const { origin, taken } = await fourPlaces()
  const held = []
  for (let index = 0; index < 4; index++) held.push(await begin(origin, picture(`w${index}`, 256, 256)))
  await expect.poll(taken).toBe(4)
  const ends = Promise.all(held.map(endOf))
  expect(await endOf(await begin(origin, picture('ann', 50)))).toBe('refused')
  expect(await ends).toEqual([null, null, null, null])
})

test('where the places are what is short, who has most of those gives way (SEC-04)', async () => {
  const { origin, taken } = await fourPlaces()
  for (let index = 0; index < 256; index++) await begin(origin, picture(`w${index % 4}`, 1, 0))
  await expect.poll(taken).toBe(256)
  expect(await endOf(await begin(origin, picture('ann', 200)))).toBeNull()
  expect(taken()).toBe(256)
})

test('several give way where one is not enough (SEC-04)', async () => {
  const { origin, taken } = await fourPlaces()
  const held = []
  for (const [index, workspace] of ['w', 'w', 'w', 'x', 'y', 'z'].entries()) {
    held.push(await begin(origin, picture(workspace, workspace === 'w' ? 85 : 256, 10 + index)))
    await expect.poll(taken).toBe(index + 1)
  }
  const ends = Promise.all(held.map(endOf))
  expect(await endOf(await begin(origin, picture('ann', 100)))).toBeNull()
  expect(await ends).toEqual(['broken off', 'broken off', null, null, null, null])
})

test('none gives way where all that may are not enough (SEC-04)', async () => {
  const { origin, taken } = await fourPlaces()
  const held = []
  for (const [index, workspace] of ['w', 'w', 'x', 'y', 'z'].entries()) {
    const [bytes, sentBytes] = workspace === 'w' ? [128, 1] : [256, 256]
    held.push(await begin(origin, picture(workspace, bytes, sentBytes)))
    await expect.poll(taken).toBe(index + 1)
  }
  const ends = Promise.all(held.map(endOf))
  expect(await endOf(await begin(origin, picture('ann', 200)))).toBe('refused')
  expect(await ends).toEqual([null, null, null, null, null])
  expect(taken()).toBe(5)
})
