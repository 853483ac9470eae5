import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { powerChoicesAtom } from '../../../src/state/device/power-choices'
import { BACK_MS, OUT_MS } from '../../../src/state/device/power-sense'
import { startPowerWatch } from '../../../src/state/device/power-watch'
import { noteStoredElsewhereAtom } from '../../../src/state/shell/other-tabs'
import { listEvents } from '../../server/support/calls'
import { type AppOptions, startApp, type TestApp } from '../../support/app'
import { fakeCameras, webcamListed } from '../../support/browser/fake-cameras'
import { fakeDevice } from '../../support/browser/fake-device'
import { fakeLocks } from '../../support/browser/fake-locks'
import { fakeTabs } from '../../support/browser/fake-tabs'
import { mapStorage } from '../../support/ports'
import { offline, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'
import { offering } from '../support/offering'

const IN = { isPluggedIn: true, level: 1 }
const YEAR_MS = 365 * 86_400_000
const OUT = { isPluggedIn: false, level: 0.6 }

let app: TestApp
let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  ends = []
})

async function open(options: AppOptions = {}): Promise<TestApp> {
  const opened = await startApp({ tier: 'TEAM', ...options })
  ends.push(() => opened.close())
  return opened
}

async function run(opened: TestApp) {
  opened.cameras.plug(webcamListed)
  opened.store.set(isCaptureWantedAtom, true)
  opened.cameras.permit({ phase: 'granted' })
  await opened.settle()
  const end = await startPowerWatch(opened.store)
  ends.push(end)
  await opened.settle()
}

async function watchingCamera(name: string) {
  const { id } = await cameraOnHub(app, name)
  await app.services.http.send(calls.cameras.setMotionAudio, {
    params: { cameraId: id },
    body: { isMotionEnabled: true, isAudioEnabled: false },
  })
}

/** Time passes in which the timers of then fire. */
async function pass(opened: TestApp, ms: number) {
  opened.backend.hub.clock.advance(ms)
  opened.timers.fire()
  await opened.settle()
}

async function power(battery: typeof IN, forMs: number, opened = app) {
  opened.device.power(battery)
  await pass(opened, forMs)
}

const alerts = (of = app) => of.backend.sent.filter(({ path }) => path.endsWith('/alerts'))
const kindsSent = () => alerts(app).map(({ json }) => (json as { kind: string }).kind)
const titles = async () => (await listEvents(app.backend.hub.fastify, userOf(app))).events.map(({ title }) => title)

describe('a device whose cameras watch', () => {
  beforeEach(async () => {
    app = await open()
    await app.signIn()
    await watchingCamera('Door')
    await watchingCamera('Yard')
    await run(app)
  })

  test('tells of a pulled plug once, for its first camera, and of its coming back (SENSE-01, SENSE-04)', async () => {
    const pulledAt = new Date(app.backend.hub.clock.now()).toISOString()
    await power(OUT, OUT_MS)
    expect(alerts().map(({ json }) => json)).toMatchObject([{ kind: 'unplugged', occurredAt: pulledAt }])
    await power(IN, BACK_MS)
    expect([kindsSent(), await titles()]).toEqual([['unplugged', 'power-back'], ['Power unplugged at Door']])
  })

  test.each([
    ['unplugged', ['low-battery', 'power-back']],
    ['low-battery', ['unplugged', 'power-back']],
  ] as const)('tells nothing of %s where somebody said so, also after a restart (SENSE-06)', async (choice, told) => {
    app.store.set(powerChoicesAtom, choice, false)
    await power({ isPluggedIn: false, level: 0.1 }, OUT_MS)
    await power(IN, BACK_MS)
    expect(kindsSent()).toEqual(told)
    const next = await open({ backend: app.backend, storage: app.storage })
    expect(next.store.get(powerChoicesAtom)).toEqual({ unplugged: true, 'low-battery': true, [choice]: false })
  })

  test('follows what another tab of this browser switches off (SENSE-06)', async () => {
    expect(app.store.get(powerChoicesAtom).unplugged).toBe(true)
    const other = await open({ backend: app.backend, storage: app.storage })
    other.store.set(powerChoicesAtom, 'unplugged', false)
    app.store.set(noteStoredElsewhereAtom, 'nightjar:power-alerts')
    await power(OUT, OUT_MS)
    expect(kindsSent()).toEqual([])
  })

  test('tells it when the hub is back, in order, with the times at which it happened (SENSE-05)', async () => {
    const restore = app.backend.play(offline)
    const pulledMs = app.backend.hub.clock.now()
    await power(OUT, OUT_MS)
    await power(IN, BACK_MS)
    restore()
    app.timers.fire()
    await app.settle()
    expect(await titles()).toEqual(['Power unplugged at Door'])
    const taken = alerts().slice(-2)
    expect(taken.map(({ json }) => json)).toMatchObject([
      { kind: 'unplugged', occurredAt: new Date(pulledMs).toISOString() },
      { kind: 'power-back', occurredAt: new Date(pulledMs + OUT_MS).toISOString() },
    ])
  })

  test('tells that the power is back once the browser starts again, for the same camera (SENSE-05)', async () => {
    await power(OUT, OUT_MS)
    const storage = mapStorage(app.storage.all())
    const next = await open({ backend: app.backend, storage })
    await run(next)
    await pass(next, BACK_MS)
    expect(kindsSent()).toEqual(['unplugged', 'power-back'])
    expect(new Set(alerts().map(({ path }) => path)).size).toBe(1)
    expect(storage.getItem('nightjar:power-told')).toBeNull()
  })

  test.each([
    ['lost its time', -6 * YEAR_MS],
    ['had lost its time before', 6 * YEAR_MS],
  ])('tells it also where the machine %s with the power (SENSE-05)', async (_what, aheadMs) => {
    await power(OUT, OUT_MS)
    const kept = JSON.parse(app.storage.getItem('nightjar:power-told') ?? '')
    const storage = mapStorage(app.storage.all())
    storage.setItem('nightjar:power-told', JSON.stringify({ ...kept, atMs: kept.atMs - aheadMs }))
    const next = await open({ backend: app.backend, storage })
    await run(next)
    await pass(next, BACK_MS)
    expect(kindsSent()).toEqual(['unplugged', 'power-back'])
  })
})

describe('a page that is loaded anew (SENSE-13)', () => {
  /** The page goes, with the plug in or out for so long, and the next one finds it out. */
  async function reload({ outForMs = 0, awayMs = 2_000 } = {}) {
    app = await open()
    await app.signIn()
    await watchingCamera('Door')
    await run(app)
    if (outForMs > 0) await power(OUT, outForMs)
    app.device.leave()
    const storage = mapStorage(app.storage.all())
    app.backend.hub.clock.advance(awayMs)
    const next = await open({ backend: app.backend, storage, device: fakeDevice(OUT) })
    await run(next)
    return next
  }
  const occurredAtMs = () => alerts().map(({ json }) => Date.parse((json as { occurredAt: string }).occurredAt))

  test('tells of a plug that was pulled in that moment', async () => {
    const next = await reload()
    const startedMs = app.backend.hub.clock.now()
    expect(kindsSent()).toEqual([])
    await pass(next, OUT_MS)
    expect([kindsSent(), occurredAtMs()]).toEqual([['unplugged'], [startedMs]])
  })

  test('tells of a plug that was out for seconds before, with the moment at which it was pulled', async () => {
    const next = await reload({ outForMs: OUT_MS - 1_000 })
    await pass(next, OUT_MS)
    expect([kindsSent(), occurredAtMs()]).toEqual([
      ['unplugged'],
      [app.backend.hub.clock.now() - OUT_MS - 2_000 - (OUT_MS - 1_000)],
    ])
  })

  test('tells of no plug where a minute has passed: somebody may have taken the machine along', async () => {
    const next = await reload({ awayMs: 60_000 })
    await pass(next, OUT_MS)
    expect(kindsSent()).toEqual([])
  })
})

test('a device whose cameras only look, without motion detection, has nothing to guard (SENSE-01)', async () => {
  app = await open()
  await app.signIn()
  await cameraOnHub(app, 'Door')
  await run(app)
  await power(OUT, OUT_MS)
  expect(alerts()).toEqual([])
})

test('a hub that offers no senses is sent none, and nothing waits for it (EXT-02, EXT-22)', async () => {
  app = await open()
  app.backend.play(withoutExtensions)
  await app.signIn()
  await watchingCamera('Door')
  await run(app)
  await power({ isPluggedIn: false, level: 0.1 }, OUT_MS)
  await power(IN, BACK_MS)
  expect([alerts(), app.storage.getItem('nightjar:alerts')]).toEqual([[], null])
})

test('what waits for a hub that turns out to offer no senses is not sent, and holds nothing else up (EXT-22)', async () => {
  app = await open()
  await app.signIn()
  const { id: cameraId } = await cameraOnHub(app, 'Door')
  const waiting = ['unplugged', 'covered'].map((kind) => ({
    id: crypto.randomUUID(),
    workspaceId: userOf(app).workspaceId,
    cameraId,
    kind,
    occurredAtMs: app.backend.hub.clock.now(),
  }))
  app.backend.play(offering('alerts'))
  const storage = mapStorage({ ...app.storage.all(), 'nightjar:alerts': JSON.stringify(waiting) })
  const next = await open({ backend: app.backend, storage })
  await next.settle()
  expect([kindsSent(), await titles()]).toEqual([['covered'], ['Lens covered at Door']])
})

test('of two tabs the one that runs the cameras tells (SENSE-01)', async () => {
  const [locks, newTab] = [fakeLocks(), fakeTabs()]
  const openTab = (options: AppOptions = {}) => open({ locks, cameras: fakeCameras(newTab()), ...options })
  app = await openTab()
  await app.signIn()
  await watchingCamera('Door')
  await run(app)
  const second = await openTab({ backend: app.backend, storage: app.storage })
  await run(second)
  await power(OUT, OUT_MS)
  await power(OUT, OUT_MS, second)
  expect(kindsSent()).toEqual(['unplugged'])
})

test('a browser that does not tell of its battery has no such sense, and all else goes on', async () => {
  app = await open({ device: fakeDevice(null) })
  await app.signIn()
  await cameraOnHub(app, 'Door')
  await run(app)
  expect([app.cameras.running?.size, app.reports]).toEqual([1, []])
})
