import { queryClientAtom } from 'jotai-tanstack-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { raiseAlertAtom } from '../../../src/state/capture/alerts'
import { dayEventsQueryAtom } from '../../../src/state/dashboard/dashboard'
import { extensionsAtom, noteExtensionsAtom } from '../../../src/state/http/extensions'
import { connectionAtom } from '../../../src/state/hub/connection'
import { hubAheadAtom, setHubClockAtom } from '../../../src/state/hub/hub-ahead'
import { startLiveLine } from '../../../src/state/live/live-line'
import { liveLineAtom } from '../../../src/state/live/presence'
import { startModeService } from '../../../src/state/modes/mode-clock'
import { modesQueryAtom } from '../../../src/state/modes/modes'
import { listEvents, listVideos } from '../../server/support/calls'
import { webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { type Backend, startBackend } from '../../support/backend'
import { type ManualClock, manualClock } from '../../support/manual-clock'
import { equip, recordClip, waitingClip } from '../../support/outbox'
import { newBrowser } from '../../support/proven-clips'
import { cameraOnHub, userOf } from '../support/hub-data'
import { offering } from '../support/offering'

const MINUTE_MS = 60_000

let backend: Backend
let origin: string
let users = 0
let app: TestApp
let clock: ManualClock
let cameraId: string
let end: () => void

/** A tab on a machine whose clock is so far behind the hub's. */
async function startSlow(slowMs: number): Promise<void> {
  clock = manualClock(backend.hub.clock.now() - slowMs)
  app = await startApp({ backend, liveOrigin: origin })
  equip(app.store, {
    after: clock.after,
    nowMs: clock.nowMs,
    signing: newBrowser(),
    offeredByPage: async () => new Set(['evidence'] as const),
  })
  await app.signIn(`user${users++}@example.org`)
  cameraId = (await cameraOnHub(app)).id
  app.watch(camerasQueryAtom)
  await app.settle()
}

/** The tab's line to its hub has asked for the time. */
async function measure(): Promise<void> {
  end = startLiveLine(app.store)
  await vi.waitFor(async () => {
    await clock.advance(0)
    if (app.store.get(liveLineAtom)?.hubAheadMs == null) throw new Error('the hub has not said its time')
  })
}

beforeAll(async () => {
  backend = await startBackend({ tier: 'TEAM' })
  origin = await backend.hub.listen()
})
afterAll(() => backend.close())
beforeEach(() => {
  end = () => undefined
})
afterEach(async () => {
  end()
  await app.close()
})

const TAKEN_AGO_MS = 20_000

async function recordNow(): Promise<void> {
  const { workspaceId } = userOf(app)
  const content = new Blob([new Uint8Array(webm(2000))], { type: 'video/webm' })
  const clip = waitingClip(1, { id: crypto.randomUUID(), workspaceId, cameraId, content })
  await recordClip(app.store, { ...clip, startedAtMs: clock.nowMs() - TAKEN_AGO_MS })
  await expect.poll(() => uploads().length, { timeout: 5_000 }).toBe(1)
  await app.settle()
}
const cover = async () => {
  app.store.set(raiseAlertAtom, userOf(app).workspaceId, cameraId, 'covered', clock.nowMs() - TAKEN_AGO_MS)
  await app.settle()
}
const uploads = () => backend.sentTo('POST /videos/upload').filter(({ form }) => form?.get('cameraId') === cameraId)
const alerts = () => backend.sentTo(`POST /cameras/${cameraId}/alerts`)
const said = () => [uploads()[0]?.form?.get('hubAheadMs'), alerts()[0]?.json]

test.each([6 * MINUTE_MS, -6 * MINUTE_MS])(
  'what a camera sees whose clock is %i ms slow is listed when it was, and its proof holds (SENSE-14)',
  async (slowMs) => {
    await startSlow(slowMs)
    await measure()
    await recordNow()
    await cover()
    const user = userOf(app)
    const [{ videos }, { events }] = await Promise.all([
      listVideos(backend.hub.fastify, user),
      listEvents(backend.hub.fastify, user),
    ])
    const takenAt = new Date(backend.hub.clock.now() - TAKEN_AGO_MS).toISOString()
    expect(videos.map(({ createdAt, proof }) => [createdAt, proof])).toEqual([[takenAt, 'signed']])
    expect(events.map(({ createdAt }) => createdAt)).toEqual([takenAt, takenAt])
  },
)

test.each([
  ['differs by 5 s alone', 5_000, true, null],
  ['was not compared with the hub yet', 6 * MINUTE_MS, false, null],
  ['is another provider’s, which takes no such thing', 6 * MINUTE_MS, true, ['clip-details', 'alerts', 'live']],
] as const)('nothing is said of a clock that %s (EXT-27)', async (_words, slowMs, isMeasured, offered) => {
  const restore = offered === null ? () => undefined : backend.play(offering(...offered))
  await startSlow(slowMs)
  if (isMeasured) await measure()
  await recordNow()
  await cover()
  restore()
  expect(said()).toEqual([null, expect.not.objectContaining({ hubAheadMs: expect.anything() })])
})

test('where no line comes about it is what the modes were read with, and nothing that was kept of them (SENSE-14)', async () => {
  await startSlow(6 * MINUTE_MS)
  const stop = startModeService(app.store)
  app.watch(modesQueryAtom)
  await app.until(modesQueryAtom, ({ data }) => data !== undefined)
  expect(app.store.set(hubAheadAtom)).toBe(6 * MINUTE_MS)
  app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: 0 })
  await clock.advance(30_000)
  expect(app.store.set(hubAheadAtom)).toBeNull()
  stop()
})

test('it is said in whole milliseconds, of more than 5 s (EXT-27)', async () => {
  await startSlow(0)
  app.store.set(setHubClockAtom, { hubAheadMs: 5_000.6 })
  await recordNow()
  await cover()
  expect(said()).toEqual(['5001', expect.objectContaining({ hubAheadMs: 5_001 })])
})

test('a line that comes with the first answer leaves no read of a screen behind once that is left (SESS-04)', async () => {
  await startSlow(0)
  const offered = app.store.get(extensionsAtom)
  app.store.set(noteExtensionsAtom, new Set([...offered].filter((name) => name !== 'live')))
  end = startLiveLine(app.store)
  const leave = app.store.sub(dayEventsQueryAtom, () => undefined)
  await app.settle()
  app.store.set(noteExtensionsAtom, offered)
  expect(app.store.get(liveLineAtom)).not.toBeNull()
  leave()
  const queries = app.store.get(queryClientAtom).getQueryCache().getAll()
  const ofDay = queries.filter(({ queryKey }) => queryKey.includes('day'))
  expect(ofDay.map((query) => query.getObserversCount())).toEqual([0])
})
