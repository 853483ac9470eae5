import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CameraLookup } from '../../../server/cameras/camera-lookup'
import type { Db } from '../../../server/db/schema'
import { liveLimits } from '../../../server/live/limits'
import { addCamera } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { LiveTab, look, lookThrough, OFFER, openCamera, openTab } from '../support/live'
import { openHubDatabase } from '../support/webhook-worker'

const HELLO_MS = 400
/** For the database's answer about a look. */
const LOOK_MS = 1_500
/** Sooner than a tab gives its line up. */
const SOON_MS = 2_000

let hub: TestHub
let ann: SignedInUser
let cameraIds: readonly string[]
let origin: string
let db: Db
beforeEach(async () => {
  const deps = { liveLimits: { helloMs: HELLO_MS, lookMs: LOOK_MS, programAnswerMs: 300 } }
  hub = await startTestHub({ tier: 'TEAM', deps })
  ann = await hub.signIn()
  cameraIds = [(await addCamera(hub.fastify, ann)).id, (await addCamera(hub.fastify, ann)).id]
  origin = await hub.listen()
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

/** The database answers nothing about a table meanwhile. */
async function whileSilent(table: 'cameras' | 'sessions', act: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (holding) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(holding)
    await act()
  })
}

test('a ping is answered at once, however much waits for the database (LIVE-95, LIVE-105)', async () => {
  const [first = '', second = ''] = cameraIds
  const camera = await openCamera(origin, ann, first, second)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, first)
  await whileSilent('cameras', async () => {
    // As a wall does.
    for (let tile = 0; tile < 9; tile++) {
      const viewingId = look(viewer, second)
      for (let count = 0; count < 10; count++) viewer.send({ kind: 'candidate', viewingId, candidate: null })
    }
    await wait(100)
    const atMs = performance.now()
    viewer.send({ kind: 'ping', sentAtMs: 7 })
    await viewer.hears('ping', ({ sentAtMs }) => sentAtMs === 7)
    expect(performance.now() - atMs).toBeLessThan(SOON_MS)
  })
  await camera.hears('viewing', ({ cameraId }) => cameraId === second)
})

test('pictures through the hub do not wait for a camera that is offered beside theirs (LIVE-105)', async () => {
  const [first = ''] = cameraIds
  const camera = await openCamera(origin, ann, first)
  const viewer = await openTab(origin, ann)
  const viewingId = await lookThrough(viewer, camera, first)
  viewer.send({ kind: 'relay', viewingId, isWanted: true })
  const { relayId } = await camera.hears('relay-begin')
  camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
  await viewer.hears('relay-format')
  const asked = vi.spyOn(CameraLookup.prototype, 'camera')
  await whileSilent('cameras', async () => {
    for (let again = 0; again < 30; again++) camera.send({ kind: 'cameras', cameraIds: [...cameraIds] })
    camera.sendChunk({ type: 'key', relayId, takenAtMs: 1 }, 1_000)
    await vi.waitFor(() => expect(viewer.chunks).toHaveLength(1), { timeout: SOON_MS, interval: 5 })
    // However often it says so.
    expect(asked).toHaveBeenCalledTimes(2)
  })
  await viewer.hears('presence', () => viewer.present.length === 2)
  expect(asked).toHaveBeenCalledTimes(4)
  asked.mockRestore()
})

test('nothing but what is of a look waits for it: neither acts nor the pictures of that tab (LIVE-105)', async () => {
  const [first = '', second = ''] = cameraIds
  const camera = await openCamera(origin, ann, first)
  await openCamera(origin, ann, second)
  const viewer = await openTab(origin, ann)
  const viewingId = await lookThrough(viewer, camera, first)
  await whileSilent('cameras', async () => {
    // The laptop that films shows another camera.
    look(camera, second)
    look(viewer, second)
    const atMs = performance.now()
    viewer.send({ kind: 'act', viewingId, act: 'siren-end' })
    viewer.send({ kind: 'relay', viewingId, isWanted: true })
    await camera.hears('act')
    const { relayId } = await camera.hears('relay-begin')
    camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
    camera.sendChunk({ type: 'key', relayId, takenAtMs: 1 }, 1_000)
    await vi.waitFor(() => expect(viewer.chunks).toHaveLength(1), { timeout: SOON_MS, interval: 5 })
    expect(performance.now() - atMs).toBeLessThan(LOOK_MS)
  })
})

test('a look that the database does not answer in time fails, and does not begin later either (LIVE-105)', async () => {
  const [first = ''] = cameraIds
  const camera = await openCamera(origin, ann, first)
  const viewer = await openTab(origin, ann)
  await whileSilent('cameras', async () => {
    const viewingId = look(viewer, first)
    expect(await viewer.hears('end')).toEqual({ kind: 'end', viewingId, reason: 'failed' })
  })
  const viewingId = await lookThrough(viewer, camera, first)
  expect(camera.all('viewing').map((news) => news.viewingId)).toEqual([viewingId])
  expect(viewer.all('end')).toHaveLength(1)
  // Where no test waits less.
  expect(liveLimits.lookMs).toBe(8_000)
})

test('the same look is not read for twice at once, and what is of it comes in order (LIVE-23, LIVE-105)', async () => {
  const [first = ''] = cameraIds
  const camera = await openCamera(origin, ann, first)
  const viewer = await openTab(origin, ann)
  const asked = vi.spyOn(CameraLookup.prototype, 'camera')
  let viewingId = ''
  await whileSilent('cameras', async () => {
    viewingId = look(viewer, first)
    look(viewer, first, viewingId)
    viewer.send({ kind: 'candidate', viewingId, candidate: null })
    viewer.send({ kind: 'end', viewingId, reason: 'left' })
    viewer.send({ kind: 'ping' })
    for (const sentAtMs of [7, 8]) {
      viewer.send({ kind: 'ping', sentAtMs })
      await viewer.hears('ping', (news) => news.sentAtMs === sentAtMs)
    }
    expect(asked).toHaveBeenCalledTimes(1)
  })
  asked.mockRestore()
  await camera.hears('end')
  await viewer.hears('ping', ({ sentAtMs }) => sentAtMs === undefined)
  expect(viewer.all('ping').map(({ sentAtMs }) => sentAtMs)).toEqual([7, 8, undefined])
  const ofIt = camera.heard.filter((news) => 'viewingId' in news && news.viewingId === viewingId)
  expect(ofIt.map(({ kind }) => kind)).toEqual(['viewing', 'candidate', 'end'])
  expect(viewer.all('end')).toEqual([{ kind: 'end', viewingId, reason: 'failed' }])
})

test('a tab whose messages fill the hub meanwhile is not read until they were heard (LIVE-29)', async () => {
  const [cameraId = ''] = cameraIds
  const viewer = await openTab(origin, ann)
  const arePaused = () => [...hub.fastify.websocketServer.clients].map(({ isPaused }) => isPaused)
  await whileSilent('cameras', async () => {
    const viewingId = look(viewer, cameraId)
    for (let count = 0; count < 200; count++) viewer.send({ kind: 'offer', viewingId, sdp: 'x'.repeat(32_000) })
    await vi.waitFor(() => expect(arePaused()).toEqual([true]), { timeout: SOON_MS, interval: 5 })
  })
  await viewer.settled()
  expect(arePaused()).toEqual([false])
})

test('who said hello in time is not let go while the database is asked (LIVE-20)', async () => {
  const tab = new LiveTab(origin)
  await once(tab.socket, 'open')
  await whileSilent('sessions', async () => {
    tab.send({ kind: 'hello', token: ann.token, workspaceId: null })
    await Promise.race([tab.closed, wait(2 * HELLO_MS)])
  })
  await tab.hears('welcome')
})

test('a look that comes right behind hello waits for it (LIVE-20)', async () => {
  const [cameraId = ''] = cameraIds
  const camera = await openCamera(origin, ann, cameraId)
  const tab = new LiveTab(origin)
  await once(tab.socket, 'open')
  await whileSilent('sessions', async () => {
    tab.send({ kind: 'hello', token: ann.token, workspaceId: null })
    look(tab, cameraId)
    await wait(100)
  })
  await camera.hears('viewing')
})

test('a player waits for the database no longer than for the camera (LIVE-42)', async () => {
  const [cameraId = ''] = cameraIds
  const camera = await openCamera(origin, ann, cameraId)
  await whileSilent('cameras', async () => {
    const atMs = performance.now()
    const answer = await fetch(`${origin}/v1/cameras/${cameraId}/whep`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${ann.token}` },
      body: OFFER,
    })
    expect([answer.status, performance.now() - atMs < SOON_MS]).toEqual([503, true])
  })
  await camera.settled()
  expect(camera.all('viewing')).toEqual([])
})
