import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LIVE_PROTOCOL, MAX_LIVE_CHUNK_BYTES, MAX_LIVE_MESSAGE_LENGTH } from '../../../src/contract/live/live'
import { malformedRequest } from '../../support/live/malformed-live'
import { seededRandom } from '../../support/random'
import { addCamera } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { LiveTab, lookThrough, OFFER, openCamera, openTab, size } from '../support/live'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let origin: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO', logLevel: 'warn' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  origin = await hub.listen()
})
afterEach(() => hub.close())

const viewingId = '00000000-0000-4000-8000-000000000001'

test('1,000 malformed messages, each on a socket of its own, close it and disturb nobody else (LIVE-29)', {
  timeout: 120_000,
}, async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, cameraId)
  const random = seededRandom(7)
  for (let round = 0; round < 50; round++) {
    const sent = Array.from({ length: 20 }, async (_, count) => {
      const message = malformedRequest(random)
      // Known ones and strangers.
      const tab = count % 2 === 0 ? await openTab(origin, ann) : new LiveTab(origin)
      if (tab.socket.readyState !== WebSocket.OPEN) await once(tab.socket, 'open')
      tab.socket.send(message)
      return (await tab.closed).code
    })
    for (const code of await Promise.all(sent)) expect([4400, 1007]).toContain(code)
  }
  await Promise.all([viewer.settled(), camera.settled()])
  expect([viewer.all('end'), camera.all('end')]).toEqual([[], []])
  await lookThrough(viewer, camera, cameraId)
  expect(hub.logLines).toEqual([])
})

test.each([
  ['another message before hello', JSON.stringify({ kind: 'ping' })],
  ['a question for the time before hello', JSON.stringify({ kind: 'ping', sentAtMs: 7 })],
  ['a picture before hello', Buffer.alloc(100, 1)],
])('%s closes the socket (LIVE-29)', async (_what, message) => {
  const tab = new LiveTab(origin)
  await once(tab.socket, 'open')
  tab.socket.send(message)
  expect((await tab.closed).code).toBe(4400)
})

test('of who has not said hello no more than 16 kB are waited for (SEC-04, LIVE-29)', async () => {
  const tab = new LiveTab(origin)
  await once(tab.socket, 'open')
  tab.socket.send('x'.repeat(16 * 1024), { fin: false })
  const closed = tab.closed.then(({ code }) => code)
  expect(await Promise.race([closed, wait(3_000, 'waited for')])).toBe(4400)
  const known = await openTab(origin, ann)
  known.socket.send(JSON.stringify({ kind: 'ping', sentAtMs: 7 }).padEnd(32 * 1024))
  await known.hears('ping', ({ sentAtMs }) => sentAtMs === 7)
})

test('a NUL, which PostgreSQL takes nowhere, closes the socket (LIVE-29)', async () => {
  const tab = await openTab(origin, ann)
  tab.send({ kind: 'cameras', cameraIds: ['a\0b'] })
  expect((await tab.closed).code).toBe(4400)
})

test('hello is said once (LIVE-29)', async () => {
  const tab = await openTab(origin, ann)
  tab.send({ kind: 'hello', token: ann.token, workspaceId: null })
  expect((await tab.closed).code).toBe(4400)
})

test('a message or picture that is too large closes the socket (LIVE-29)', async () => {
  const talker = await openTab(origin, ann)
  talker.socket.send(JSON.stringify({ kind: 'ping', filler: 'x'.repeat(MAX_LIVE_MESSAGE_LENGTH) }))
  expect((await talker.closed).code).toBe(4400)
  const painter = await openTab(origin, ann)
  painter.socket.send(Buffer.alloc(2 * MAX_LIVE_CHUNK_BYTES))
  expect((await painter.closed).code).toBe(1009)
})

test('who sends far more than anybody needs is let go, others are not kept waiting (LIVE-29)', async () => {
  const other = await openTab(origin, ann)
  const flood = await openTab(origin, ann)
  for (let count = 0; count < 5_000; count++) flood.send({ kind: 'ping' })
  expect(await flood.closed).toEqual({ code: 4429, reason: 'Too many messages.' })
  await other.settled()
})

test('a tab that reads nothing of what it is told is let go (LIVE-29)', { timeout: 60_000 }, async () => {
  const camera = await openCamera(origin, ann, cameraId)
  camera.socket.pause()
  const offer = `${OFFER}${'a=x\r\n'.repeat(6_000)}`
  const held: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    const viewer = await openTab(origin, ann)
    for (let count = 0; count < 200; count++) {
      const id = randomUUID()
      viewer.send({ kind: 'view', viewingId: id, cameraId, size, offer })
      viewer.send({ kind: 'end', viewingId: id, reason: 'left' })
    }
    await viewer.settled()
    held.push(...[...hub.fastify.websocketServer.clients].map(({ bufferedAmount }) => bufferedAmount))
    await viewer.leave()
  }
  // 24 MB were meant for it.
  expect(Math.max(...held)).toBeLessThan(5 * 1024 ** 2)
  expect(hub.fastify.websocketServer.clients.size).toBe(0)
  camera.socket.terminate()
})

test('no other address is a socket, and none of them is logged (LIVE-21)', async () => {
  const logged = await startTestHub({ logLevel: 'info' })
  try {
    const address = await logged.listen()
    for (const path of ['/v1/cameras', '/media/a/b?expires=1&signature=aaaaaaaaaaaaaaaaaaaaaaaa', '/', '/v1/live/x']) {
      const socket = new WebSocket(address.replace('http', 'ws') + path, [LIVE_PROTOCOL])
      const [error] = await once(socket, 'error')
      expect(String(error)).toContain('400')
    }
    expect(logged.logLines.join('')).not.toContain('media')
  } finally {
    await logged.close()
  }
})

test('as many messages as a wall and a busy camera send are heard (LIVE-29)', async () => {
  const tab = await openTab(origin, ann)
  tab.send({ kind: 'cameras', cameraIds: [cameraId] })
  for (let count = 0; count < 1_000; count++) tab.send({ kind: 'candidate', viewingId, candidate: null })
  await tab.settled()
  expect(tab.present).toHaveLength(1)
})

test('a tab that is heard no more is let go after two beats, one that is stays (LIVE-29)', async () => {
  const [here, gone] = [await openTab(origin, ann), await openTab(origin, ann)]
  // Nothing is read, so that no ping is answered.
  gone.socket.pause()
  for (let beat = 1; beat <= 3; beat++) {
    hub.hub.live.beat()
    await here.hears('ping', () => here.all('ping').length >= beat)
    await wait(50)
  }
  expect(hub.fastify.websocketServer.clients.size).toBe(1)
  await here.settled()
  gone.socket.terminate()
})

test('an end of a viewing that answers no more is let go after four beats, and the other is told (LIVE-100)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const [here, gone, idle] = [await openTab(origin, ann), await openTab(origin, ann), await openTab(origin, ann)]
  await lookThrough(here, camera, cameraId)
  const viewingId = await lookThrough(gone, camera, cameraId)
  // Nothing is read, so that no ping is answered; of who looks through nothing nobody waits for that.
  for (const silent of [gone, idle]) silent.socket.pause()
  for (let beat = 1; beat <= 5; beat++) {
    hub.hub.live.viewingBeat()
    await wait(50)
    await Promise.all([here.settled(), camera.settled()])
    expect(camera.all('end')).toHaveLength(beat < 5 ? 0 : 1)
  }
  expect(camera.all('end')).toEqual([{ kind: 'end', viewingId, reason: 'left' }])
  expect(hub.fastify.websocketServer.clients.size).toBe(3)

  camera.socket.pause()
  for (let beat = 1; beat <= 5; beat++) {
    hub.hub.live.viewingBeat()
    await wait(50)
    await here.settled()
  }
  expect(await here.hears('end')).toMatchObject({ reason: 'camera-away' })
  for (const { socket } of [camera, gone, idle]) socket.terminate()
})

test('a hub that closes tells every tab and waits for none (LIVE-29)', async () => {
  const closing = await startTestHub()
  const user = await closing.signIn()
  const address = await closing.listen()
  const tab = await openTab(address, user)
  const stranger = new LiveTab(address)
  await once(stranger.socket, 'open')
  const deaf = await openTab(address, user)
  deaf.socket.pause()
  const atMs = performance.now()
  await closing.close()
  expect(performance.now() - atMs).toBeLessThan(2_000)
  expect((await tab.closed).code).toBe(1001)
  expect((await stranger.closed).code).toBe(1001)
  deaf.socket.terminate()
})
