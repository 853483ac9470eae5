import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CameraLookup } from '../../../server/cameras/camera-lookup'
import type { Db } from '../../../server/db/schema'
import { addCamera } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { LiveTab, look, lookThrough, OFFER, openCamera, openTab } from '../support/live'
import { openHubDatabase } from '../support/webhook-worker'

const HELLO_MS = 400
/** Sooner than a tab gives its line up. */
const SOON_MS = 2_000

let hub: TestHub
let ann: SignedInUser
let cameraIds: readonly string[]
let origin: string
let db: Db
beforeEach(async () => {
  const deps = { liveLimits: { helloMs: HELLO_MS, programAnswerMs: 300 } }
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
