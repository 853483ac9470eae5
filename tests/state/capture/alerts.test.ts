import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { ALERT_LIFE_MS } from '../../../src/contract/tampering'
import { raiseAlertAtom } from '../../../src/state/capture/alerts'
import { tamperingAtomOf } from '../../../src/state/capture/tampering'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { addCamera, listEvents } from '../../server/support/calls'
import { startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { type MapStorage, mapStorage } from '../../support/ports'
import { answers, answers500, offline, only, type Scenario, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

const OCCURRED_AT = '2026-03-10T11:59:52.000Z'

let storage: MapStorage
let app: TestApp
let cameraId: string
beforeEach(async () => {
  storage = mapStorage()
  app = await startApp({ tier: 'PRO', storage })
  await app.signIn()
  app.cameras.plug(webcamListed)
  cameraId = (await cameraOnHub(app)).id
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
})
afterEach(() => app.close())

const alerts = () => app.backend.sent.filter(({ path }) => path.endsWith('/alerts'))
const titles = async () => (await listEvents(app.backend.hub.fastify, userOf(app))).events.map(({ title }) => title)
const onAlerts = (scenario: Scenario) => app.backend.play(only(`POST /cameras/${cameraId}/alerts`, scenario))
const waiting = () => JSON.parse(storage.getItem('nightjar:alerts') ?? '[]').length
const shown = () => app.store.get(tamperingAtomOf(cameraId))

async function tamper(tampering: 'covered' | 'turned' = 'covered') {
  app.cameras.tell({ kind: 'tampered', cameraId, tampering, atMs: Date.parse(OCCURRED_AT) })
  await app.settle()
}

describe('tampering (TAMP-04)', () => {
  test('is told to the hub at once, once, with its kind and its time', async () => {
    await tamper()
    expect(alerts().map(({ path, json }) => [path, json])).toEqual([
      [`/v1/cameras/${cameraId}/alerts`, { alertId: expect.any(String), kind: 'covered', occurredAt: OCCURRED_AT }],
    ])
    expect([await titles(), waiting()]).toEqual([['Lens covered at Door'], 0])
  })

  test('shows on the camera until the picture is good again, whatever the hub says', async () => {
    onAlerts(answers500)
    await tamper()
    expect(shown()).toBe('covered')
    app.cameras.tell({ kind: 'tampering-over', cameraId })
    expect(shown()).toBeNull()
  })

  test('waits through an outage in which another camera raises more than can wait', async () => {
    onAlerts(offline)
    const firstMs = Date.parse(OCCURRED_AT)
    const raise = (id: string, count: number) => {
      for (let at = 0; at < count; at++) app.store.set(raiseAlertAtom, 'w', id, 'covered', firstMs + at)
    }
    raise('quiet', 2)
    raise('flickers', 150)
    const kept: { cameraId: string; occurredAtMs: number }[] = JSON.parse(storage.getItem('nightjar:alerts') ?? '[]')
    const flickers = kept.filter((alert) => alert.cameraId === 'flickers')
    expect([kept.length, flickers.length, flickers[0]?.occurredAtMs]).toEqual([100, 98, firstMs + 52])
  })

  test('waits while the hub does not answer, is tried again later and later, and is told with the same id', async () => {
    const restore = onAlerts(offline)
    await tamper()
    const delays = [app.timers.delays().at(-1)]
    app.timers.fire()
    await app.settle()
    delays.push(app.timers.delays().at(-1))
    expect([delays, waiting(), await titles()]).toEqual([[1000, 2000], 1, []])
    restore()
    app.timers.fire()
    await app.settle()
    expect([waiting(), await titles()]).toEqual([0, ['Lens covered at Door']])
    expect(new Set(alerts().map(({ json }) => JSON.stringify(json))).size).toBe(1)
  })

  test('is told by the next tab where the browser was closed meanwhile', async () => {
    const restore = onAlerts(offline)
    await tamper()
    restore()
    const next = await startApp({ backend: app.backend, storage: mapStorage(storage.all()) })
    await next.settle()
    expect(await titles()).toEqual(['Lens covered at Door'])
    await next.close()
  })

  test('is dropped and reported where the hub refuses it for good', async () => {
    onAlerts(answers(404, { code: 'not-found', message: 'There is no such camera.' }))
    await tamper()
    expect([waiting(), app.reports]).toEqual([0, ['Failed to send an alert']])
    await tamper('turned')
    expect([alerts().length, waiting()]).toEqual([2, 0])
  })

  test("waits where a proxy answers in the hub's place (OUT-08)", async () => {
    await app.services.http.send(calls.workspaces.usage, {})
    const restore = onAlerts(answers(404, '404 page not found', 'Not Found'))
    await tamper()
    expect([waiting(), app.reports]).toEqual([1, []])
    restore()
    app.timers.fire()
    await app.settle()
    expect([waiting(), await titles()]).toEqual([0, ['Lens covered at Door']])
  })

  test.each([429, 500, 503])('waits where the hub answers %i', async (status) => {
    onAlerts(answers(status, { code: 'too-many-requests', message: 'Later.' }))
    await tamper()
    expect(waiting()).toBe(1)
  })

  test('is dropped and reported after a day', async () => {
    const restore = onAlerts(answers500)
    await tamper()
    app.backend.hub.clock.advance(ALERT_LIFE_MS)
    restore()
    app.timers.fire()
    await app.settle()
    expect([waiting(), app.reports.at(-1)]).toEqual([0, '1 alerts could not be sent within a day and were dropped.'])
    expect(alerts().length).toBe(1)
  })

  test.each([
    ['years behind', Date.UTC(2015, 0)],
    ['years ahead', Date.UTC(2040, 0)],
  ])('is told, or dropped a day later, where the clock was %s as it was raised, and was set since', async (_, atMs) => {
    const restore = onAlerts(offline)
    const raise = () => app.store.set(raiseAlertAtom, userOf(app).workspaceId, cameraId, 'covered', atMs)
    raise()
    await app.settle()
    expect([waiting(), app.reports]).toEqual([1, []])
    restore()
    app.timers.fire()
    await app.settle()
    expect([waiting(), await titles(), app.reports]).toEqual([0, ['Lens covered at Door'], []])
    onAlerts(offline)
    raise()
    await app.settle()
    app.backend.hub.clock.advance(ALERT_LIFE_MS)
    app.timers.fire()
    await app.settle()
    expect([waiting(), app.reports.length]).toEqual([0, 1])
  })

  test('waits for its own workspace: after a sign-out nobody else sends it', async () => {
    const restore = onAlerts(offline)
    await tamper()
    const sent = alerts().length
    app.store.set(signOutAtom)
    restore()
    await app.signIn('bob@example.org')
    app.timers.fire()
    await app.settle()
    expect([alerts().length, waiting()]).toEqual([sent, 1])
    await app.signIn()
    await app.settle()
    expect([alerts().length, waiting()]).toEqual([sent + 1, 0])
  })

  test('is told in the order in which it happened', async () => {
    const restore = onAlerts(offline)
    await tamper()
    await tamper('turned')
    restore()
    app.timers.fire()
    await app.settle()
    expect(
      alerts()
        .slice(-2)
        .map(({ json }) => (json as { kind: string }).kind),
    ).toEqual(['covered', 'turned'])
  })

  test('holds up no later one where the hub stumbles over it alone, and is tried again', async () => {
    const restore = onAlerts(async (request, next) => {
      const { kind } = await request.clone().json()
      return kind === 'covered' ? answers500(request, next) : next(request)
    })
    await tamper()
    await tamper('turned')
    expect([await titles(), waiting()]).toEqual([['Camera turned at Door'], 1])
    restore()
    app.timers.fire()
    await app.settle()
    expect([(await titles()).toSorted(), waiting()]).toEqual([['Camera turned at Door', 'Lens covered at Door'], 0])
  })

  test('of one camera beyond its hour holds up none of another, and waits for as long as the hub says', async () => {
    const now = app.backend.hub.clock.now()
    const enough = { code: 'too-many-requests', message: 'Later.', retryAt: new Date(now + 90_000).toISOString() }
    const restore = onAlerts(answers(429, enough))
    await tamper()
    await tamper('turned')
    const yard = await addCamera(app.backend.hub.fastify, userOf(app), 'Yard')
    app.store.set(raiseAlertAtom, userOf(app).workspaceId, yard.id, 'turned', Date.parse(OCCURRED_AT))
    await app.settle()
    const toldOfDoor = () => alerts().filter(({ path }) => path.includes(cameraId)).length
    expect([await titles(), waiting(), toldOfDoor()]).toEqual([['Camera turned at Yard'], 2, 1])
    expect(app.timers.delays().filter((delayMs) => delayMs === 90_000)).toHaveLength(1)
    restore()
    app.timers.fire()
    await app.settle()
    expect([waiting(), toldOfDoor(), await titles()]).toEqual([
      0,
      3,
      expect.arrayContaining(['Lens covered at Door', 'Camera turned at Door']),
    ])
  })

  test('is sent once a round to a hub that takes none for now, whichever the camera', async () => {
    const back = app.backend.play(answers(503, { code: 'unavailable', message: 'The disk is full.' }))
    app.store.set(raiseAlertAtom, userOf(app).workspaceId, 'another', 'turned', Date.parse(OCCURRED_AT))
    await tamper()
    const before = alerts().length
    app.timers.fire()
    await app.settle()
    expect([alerts().length - before, waiting()]).toEqual([1, 2])
    back()
  })

  test('is kept in memory where the disk takes nothing', async () => {
    const restore = onAlerts(offline)
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    await tamper()
    restore()
    app.timers.fire()
    await app.settle()
    expect(await titles()).toEqual(['Lens covered at Door'])
  })
})

test('a provider that does not offer alerts is sent none (EXT-02)', async () => {
  await app.close()
  app = await startApp({ tier: 'PRO' })
  app.backend.play(withoutExtensions)
  await app.signIn()
  app.cameras.plug(webcamListed)
  cameraId = (await cameraOnHub(app)).id
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
  await tamper()
  expect([alerts(), shown()]).toEqual([[], 'covered'])
})
