import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admission, type HubLoad } from '../../../server/http/admission'
import { LoopLag } from '../../../server/http/loop-lag'
import { MAX_CLIP_BYTES } from '../../../src/contract/limits'
import { addCamera, send } from '../support/calls'
import { clipParts, FORM_TYPE, formOf, postClip, postSnapshot } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let nowMs = 0
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO', loopLag: new LoopLag(() => nowMs) })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

/** As if the hub had come so late to the next thing that was due; waits until it has seen that. */
async function beLate(ms: number): Promise<void> {
  const before = await lagMs()
  nowMs += ms
  await expect.poll(lagMs, { timeout: 10_000 }).not.toBe(before)
}

/** How many of nine that come together are refused: snapshots, lists, clips, and what never is. */
async function refused(): Promise<number[]> {
  const nine = async (ask: () => Promise<{ statusCode: number }>) => {
    const answers = await Promise.all(Array.from({ length: 9 }, ask))
    return answers.filter(({ statusCode }) => statusCode === 503).length
  }
  return [
    await nine(() => postSnapshot(hub.fastify, ann, cameraId)),
    await nine(() => send(hub.fastify, ann, 'GET', '/videos')),
    await nine(() => postClip(hub.fastify, ann, { cameraId })),
    await nine(() => send(hub.fastify, ann, 'GET', '/cameras')),
    await nine(() => hub.fastify.inject({ url: '/healthz' })),
  ]
}

async function seriesOf(series: string): Promise<number> {
  const { body } = await hub.fastify.inject({ url: '/metrics' })
  const line = body.split('\n').find((text) => text.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

const lagMs = async () => 1000 * (await seriesOf('nightjar_loop_lag_seconds'))

test('a hub that comes late to all it has to do refuses snapshots first, then lists, then clips (SCALE-12)', async () => {
  expect(await refused()).toEqual([0, 0, 0, 0, 0])
  await beLate(600)
  expect(await refused()).toEqual([1, 0, 0, 0, 0])
  await beLate(1_200)
  expect(await refused()).toEqual([1, 1, 0, 0, 0])
  await beLate(8_000)
  expect(await refused()).toEqual([1, 1, 1, 0, 0])
  expect(await seriesOf('nightjar_refused_total{kind="snapshot"}')).toBe(3)
  expect(await seriesOf('nightjar_refused_total{kind="clip"}')).toBe(1)
  // A second and a half in which it is in time.
  for (let round = 0; round < 15; round++) await beLate(100)
  expect(await refused()).toEqual([1, 1, 0, 0, 0])
})

test('a hub that is late with little to do waits for its machine, and refuses nothing (SCALE-12)', async () => {
  await send(hub.fastify, ann, 'GET', '/cameras')
  await beLate(8_000)
  for (let round = 0; round < 8; round++) expect((await postSnapshot(hub.fastify, ann, cameraId)).statusCode).toBe(201)
})

test('a thread that is held makes its hub late (SCALE-12)', async () => {
  const lag = new LoopLag(() => performance.now())
  lag.watch()
  const endMs = performance.now() + 1_500
  while (performance.now() < endMs);
  await expect.poll(() => lag.meanMs).toBeGreaterThan(500)
  lag.close()
})

test('who is refused hears when to come back, and not all at the same moment (SCALE-12)', async () => {
  await postSnapshot(hub.fastify, ann, cameraId)
  await beLate(2_000)
  const answers = await Promise.all(Array.from({ length: 28 }, () => postSnapshot(hub.fastify, ann, cameraId)))
  const late = answers.filter(({ statusCode }) => statusCode === 503)
  expect(late).toHaveLength(20)
  const waitsMs = late.map((answer) => Date.parse(answer.json().retryAt) - hub.clock.now())
  expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(5_000)
  expect(Math.max(...waitsMs)).toBeLessThanOrEqual(10_000)
  expect(new Set(waitsMs).size).toBeGreaterThan(10)
  for (const [index, { headers }] of late.entries())
    expect(headers['retry-after']).toBe(String(Math.ceil((waitsMs[index] ?? 0) / 1000)))
})

interface Begun {
  readonly path?: string
  /** Announced for each; null: it announces none and comes in chunks. Left out: the form's own. */
  readonly bytes?: number | null
}

/** As many uploads whose last bytes do not come. */
async function beginUploads(
  count: number,
  user: SignedInUser,
  camera: string,
  { path = '/videos/upload', bytes }: Begun = {},
): Promise<Socket[]> {
  const { port } = new URL(await hub.listen())
  const body = formOf(clipParts({ cameraId: camera }))
  const head = [
    `POST /v1${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${user.headers.authorization}`,
    `content-type: ${FORM_TYPE}`,
    bytes === null ? 'transfer-encoding: chunked' : `content-length: ${bytes ?? body.length}`,
  ]
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(bytes === null ? `c8\r\n${body.subarray(0, 200)}\r\n` : body.subarray(0, 200))
    return socket
  })
}

const underWay = () => seriesOf('nightjar_under_way{kind="clip"}')

test('clips that never end take a quarter of the places from others, and give them back (SCALE-12)', async () => {
  const bob = await hub.signIn('bob@example.org')
  const { id: bobsCamera } = await addCamera(hub.fastify, bob)
  const sockets = await beginUploads(64, ann, cameraId)
  await expect.poll(underWay, { timeout: 10_000 }).toBe(64)
  expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(503)
  expect((await postClip(hub.fastify, bob, { cameraId: bobsCamera })).statusCode).toBe(201)
  expect(await underWay()).toBe(64)
  for (const socket of sockets) socket.destroy()
  await expect.poll(underWay, { timeout: 10_000 }).toBe(0)
  expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(201)
})

test.each([
  ['that are announced', MAX_CLIP_BYTES],
  ['whose length nobody announces', null],
])('a few large clips %s and never end leave others three quarters of the bytes (SCALE-12)', async (_name, bytes) => {
  const bob = await hub.signIn('bob@example.org')
  const { id: bobsCamera } = await addCamera(hub.fastify, bob)
  const sockets = await beginUploads(20, ann, cameraId, { bytes })
  await expect.poll(() => seriesOf('nightjar_refused_total{kind="clip"}'), { timeout: 10_000 }).toBe(16)
  expect(await underWay()).toBe(4)
  expect((await postClip(hub.fastify, bob, { cameraId: bobsCamera })).statusCode).toBe(201)
  for (const socket of sockets) socket.destroy()
  await expect.poll(underWay, { timeout: 10_000 }).toBe(0)
})

test('pictures whose length nobody announces take no more of the memory than those that say it (SCALE-12)', async () => {
  const path = `/screenshots/${cameraId}/upload`
  const sockets = await beginUploads(20, ann, cameraId, { path, bytes: null })
  await expect.poll(() => seriesOf('nightjar_refused_total{kind="snapshot"}'), { timeout: 10_000 }).toBe(12)
  expect(await seriesOf('nightjar_under_way{kind="snapshot"}')).toBe(8)
  for (const socket of sockets) socket.destroy()
})

test('nobody who is not signed in holds a place (SCALE-12)', async () => {
  const stranger = { ...ann, headers: { ...ann.headers, authorization: 'Bearer nobody' } }
  const sockets = await beginUploads(70, stranger, cameraId)
  const unknown = () => seriesOf('nightjar_http_requests_total{method="POST",route="/v1/videos/upload",status="401"}')
  await expect.poll(unknown, { timeout: 10_000 }).toBe(70)
  expect(await underWay()).toBe(0)
  for (const socket of sockets) socket.destroy()
})

test('who hangs up while the hub still looks who that is holds no place afterwards (SCALE-12)', async () => {
  const fastify = Fastify()
  const loads: HubLoad[] = []
  const metrics = { noteRefused: () => undefined, addLoad: (load: HubLoad) => void loads.push(load) }
  await fastify.register(admission, { clock: manualClock(), lag: null, processes: 1, metrics })
  // As sign-in stands before a place while the database is slow.
  let isServed = false
  let socket: Socket | null = null
  fastify.addHook('onRequest', async (_request, reply) => {
    const gone = new Promise((resolve) => reply.raw.once('close', resolve))
    socket?.destroy()
    await gone
  })
  fastify.get('/v1/videos', async () => {
    isServed = true
  })
  try {
    const { port } = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }))
    socket = connect(Number(port), '127.0.0.1')
    socket.write('GET /v1/videos HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await expect.poll(() => isServed).toBe(true)
    expect(loads.map((load) => load.placesTaken('list'))).toEqual([0])
  } finally {
    await fastify.close()
  }
})
