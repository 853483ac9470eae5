import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import {
  cameraCountAtom,
  cameraStatusesQueryAtom,
  cameraStatusLine,
  countCameras,
  dayEventCountAtom,
  dayEventsQueryAtom,
  recentActivityAtom,
  securityStatus,
  shownStatusAtom,
  usageAtom,
} from '../../../src/state/dashboard/dashboard'
import { CAMERAS_POLL_MS } from '../../../src/state/http/polling'
import { setHubClockAtom } from '../../../src/state/hub/hub-ahead'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { equip } from '../../support/outbox'
import { answers, answers500, only, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, snapshotOnHub } from '../support/hub-data'

const secure = { level: 'Secure', line: 'All cameras online' }
const vulnerable = { level: 'Vulnerable', line: 'Some cameras offline' }
const alert = { level: 'Alert', line: 'No cameras online' }
const rows = (...statuses: string[]) => statuses.map((status, index) => ({ id: String(index), status }))

describe('the status line of the Active Cameras card (DASH-19 to DASH-22)', () => {
  test.each([
    [[], 'No cameras found'],
    [['ONLINE'], 'All systems online'],
    [['ONLINE', 'ONLINE'], 'All systems online'],
    [['ONLINE', 'OFFLINE'], '1 camera offline'],
    [['OFFLINE', 'OFFLINE', 'ONLINE'], '2 cameras offline'],
    [['ONLINE', 'SLEEPING'], 'Some cameras offline'],
    [['SLEEPING'], 'Some cameras offline'],
  ])('of %j is %j (DASH-19, DASH-20, DASH-21, DASH-22, X-11)', (statuses, line) => {
    expect(cameraStatusLine(countCameras(rows(...statuses)))).toBe(line)
  })
})

describe('the security status (DASH-16 to DASH-18), its rules in their order (X-09)', () => {
  test.each([
    ['all online', ['ONLINE', 'ONLINE'], { used: 2, total: 3 }, secure],
    ['one of three offline', ['ONLINE', 'ONLINE', 'OFFLINE'], { used: 3, total: 3 }, vulnerable],
    ['all offline, with a quota', ['OFFLINE'], { used: 1, total: 1 }, vulnerable],
    ['all offline, without a quota', ['OFFLINE'], { used: 1, total: 0 }, alert],
    ['no cameras', [], { used: 0, total: 1 }, alert],
    ['no cameras listed, though some are in use', [], { used: 2, total: 3 }, alert],
    ['online, but none in use', ['ONLINE'], { used: 0, total: 3 }, alert],
    ['an unknown status', ['SLEEPING'], { used: 1, total: 1 }, alert],
  ])('with %s', (_name, statuses, usage, status) => {
    expect(securityStatus(countCameras(rows(...statuses)), usage)).toEqual(status)
  })
})

describe('against the hub', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ tier: 'PRO' })
    await app.signIn()
  })
  afterEach(async () => {
    await app.close()
    vi.useRealTimers()
  })

  const open = async () => {
    app.watch(cameraStatusesQueryAtom, dayEventsQueryAtom, recentActivityAtom, dayEventCountAtom, usageAtom)
    app.watch(shownStatusAtom, cameraCountAtom)
    await app.settle()
  }

  test('counts cameras and their quota (DASH-02, DASH-23, X-10)', async () => {
    const { id } = await cameraOnHub(app)
    await cameraOnHub(app, 'Gate')
    await snapshotOnHub(app, id)
    await open()
    expect(app.store.get(cameraCountAtom)).toEqual({ online: 1, offline: 1, total: 2 })
    expect(app.store.get(usageAtom).cameras).toEqual({ used: 2, total: 3, percentage: (2 / 3) * 100 })
    expect(app.store.get(shownStatusAtom)).toEqual(vulnerable)
  })

  test('is Secure while all snapshots arrive (DASH-16)', async () => {
    await snapshotOnHub(app, (await cameraOnHub(app)).id)
    await open()
    expect(app.store.get(shownStatusAtom)).toEqual(secure)
  })

  test('left open hears of a camera that was added elsewhere, in its status and in its quota (DASH-16, DASH-18)', async () => {
    holdTimers(app.backend.hub.clock.now())
    await open()
    expect(app.store.get(shownStatusAtom)).toEqual(alert)
    await snapshotOnHub(app, (await cameraOnHub(app)).id)
    await pass(app, CAMERAS_POLL_MS)
    expect(app.store.get(cameraCountAtom)).toEqual({ online: 1, offline: 0, total: 1 })
    expect(app.store.get(shownStatusAtom)).toEqual(secure)
  })

  test('asks a provider of the bare contract once for each figure', async () => {
    app.backend.play(withoutExtensions)
    holdTimers(app.backend.hub.clock.now())
    await open()
    await pass(app, 10 * CAMERAS_POLL_MS)
    expect(app.backend.sentTo('GET /workspaces/usage').length).toBe(1)
  })

  test('asks for 100 events of the last 24 hours, in ISO dates (API-15, DASH-25)', async () => {
    await open()
    const [sent] = app.backend.sentTo('GET /notifications')
    const query = Object.fromEntries(new URL(sent?.path ?? '', 'http://x').searchParams)
    expect(query).toEqual({
      page: '0',
      pageSize: '100',
      dateStart: '2026-03-09T12:00:00.000Z',
      dateEnd: '2026-03-10T12:00:00.000Z',
    })
  })

  test('lists the first four events and counts them all (DASH-04, DASH-09)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 6)
    await open()
    const times = app.store.get(recentActivityAtom).map(({ createdAt }) => createdAt.slice(11, 16))
    expect(times).toEqual(['08:05', '08:04', '08:03', '08:02'])
    expect(app.store.get(dayEventCountAtom)).toBe(6)
  })

  test('lists what has just come, though this machine’s clock is slow (SENSE-14)', async () => {
    const slowMs = 10 * 60_000
    app.store.set(setHubClockAtom, { hubAheadMs: slowMs })
    equip(app.store, { nowMs: () => app.services.nowMs() - slowMs })
    // A minute ago, by the hub's clock.
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1, 239)
    await app.services.http.send(calls.cameras.list, {})
    await open()
    expect(app.store.get(recentActivityAtom).map(({ createdAt }) => createdAt.slice(11, 16))).toEqual(['11:59'])
  })

  test('forgets events older than 24 hours', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
    app.backend.hub.clock.advance(20 * 3_600_000 + 30_000)
    await app.signIn()
    await open()
    expect(app.store.get(dayEventCountAtom)).toBe(1)
  })

  test.each([
    [{ total: 137 }, 137],
    [{}, 2],
    [{ total: 0 }, 2],
  ])('counts by the total if given, else by length: %j (X-75)', async (total, count) => {
    const events = ['1', '2'].map((id) => ({ id, createdAt: '2026-03-10T11:00:00Z' }))
    app.backend.play(only('GET /notifications', answers(200, { events, ...total })))
    await open()
    expect(app.store.get(dayEventCountAtom)).toBe(count)
  })

  test('keeps its defaults and only reports when all reads fail (DASH-24)', async () => {
    app.backend.play(answers500)
    holdTimers()
    await open()
    await pass(app, 20_000)
    expect(app.store.get(cameraCountAtom)).toEqual({ online: 0, offline: 0, total: 0 })
    expect(app.store.get(usageAtom).storage).toEqual({ used: 0, total: 0, percentage: 0 })
    expect([app.store.get(dayEventCountAtom), app.store.get(recentActivityAtom)]).toEqual([0, []])
    // No alarm: nobody knows.
    expect(app.store.get(shownStatusAtom).level).toBe('Unknown')
    expect(app.toasts).toEqual([])
    expect(app.reports).toEqual(Array(3).fill('Something went wrong: Internal Server Error'))
  })
})
