import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Failure } from '../../../src/api/result'
import { HOUR_MS } from '../../../src/lib/durations'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { addCameraAtom } from '../../../src/state/cameras/cameras'
import { connectionAtom, noteOutcomeAtom, PROBE_INTERVAL_MS, probeAtom } from '../../../src/state/hub/connection'
import { storageUsageQueryAtom } from '../../../src/state/recordings/storage-use'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { holdTimers, startApp, type TestApp } from '../../support/app'
import { answers, answers500, offline, only, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: '' }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const connection = () => app.store.get(connectionAtom)
const loseHub = async () => {
  const back = app.backend.play(offline)
  await app.store.set(addCameraAtom, door)
  return back
}

test('a call without an answer tells since when the hub is away (OUT-08)', async () => {
  expect(connection()).toEqual({ phase: 'reachable' })
  const sinceMs = app.backend.hub.clock.now()
  await loseHub()
  expect(connection()).toEqual({ phase: 'unreachable', sinceMs })
  app.backend.hub.clock.advance(60_000)
  await app.store.set(addCameraAtom, door)
  expect(connection()).toEqual({ phase: 'unreachable', sinceMs })
})

test('a laptop that wakes up without its hub tells when that was heard of last, not when it woke (OUT-08)', async () => {
  app.store.set(noteOutcomeAtom, null)
  const heardAtMs = app.backend.hub.clock.now()
  app.backend.hub.clock.advance(600_000)
  await loseHub()
  expect(connection()).toEqual({ phase: 'unreachable', sinceMs: heardAtMs })
})

test('any answer shows that it is back, a refusal too', async () => {
  const back = await loseHub()
  back()
  app.backend.play(answers500)
  await app.store.set(addCameraAtom, door)
  expect(connection()).toEqual({ phase: 'reachable' })
})

test.each<Failure>([{ kind: 'aborted' }, { kind: 'signed-out' }])(
  '$kind says nothing about the hub',
  async (failure) => {
    app.store.set(noteOutcomeAtom, failure)
    expect(connection()).toEqual({ phase: 'reachable' })
    await loseHub()
    app.store.set(noteOutcomeAtom, failure)
    expect(connection().phase).toBe('unreachable')
  },
)

test('what the screens show is read again when it is back', async () => {
  app.watch(camerasQueryAtom, storageUsageQueryAtom)
  await app.settle()
  const back = await loseHub()
  await cameraOnHub(app)
  back()
  const before = app.backend.sentTo('GET /videos/storage-usage').length
  app.store.set(probeAtom)
  await app.settle()
  expect(connection()).toEqual({ phase: 'reachable' })
  expect(app.store.get(camerasQueryAtom).data?.map(({ name }) => name)).toEqual(['Door'])
  expect(app.backend.sentTo('GET /videos/storage-usage').length).toBeGreaterThan(before)
})

test('a proxy that refuses one call and passes the others on is not asked for all of them without end (OUT-08)', async () => {
  holdTimers()
  onTestFinished(() => void vi.useRealTimers())
  app.watch(camerasQueryAtom, storageUsageQueryAtom)
  await app.settle()
  const before = app.backend.sent.length
  let left = 30
  app.backend.play(
    only('GET /cameras', (request, next) => (left-- > 0 ? answers(503, 'Busy')(request, next) : next(request))),
  )
  void app.store.get(camerasQueryAtom).refetch()
  await app.settle()
  await app.store.set(addCameraAtom, door)
  await app.settle()
  expect(connection()).toEqual({ phase: 'reachable' })
  // Asked for, saved, read anew once with the other, and the one answer that is still due.
  expect(app.backend.sent.length - before).toBeLessThan(10)
  const asked = () => ['GET /videos/storage-usage', 'GET /cameras'].map((call) => app.backend.sentTo(call).length)
  const [used = 0, refused = 0] = asked()
  app.backend.hub.clock.advance(PROBE_INTERVAL_MS)
  await app.store.set(probeAtom)
  await app.settle()
  // What is refused waits for its next try, and is given up in time: nothing begins it anew.
  expect(asked()).toEqual([used + 1, refused])
})

test.each([502, 503, 504])('a proxy’s %i means that the hub is away', async (status) => {
  app.backend.play(answers(status, '<html>Bad Gateway</html>'))
  await app.store.set(addCameraAtom, door)
  expect(connection().phase).toBe('unreachable')
})

test('a page in the place of a hub that was heard before is no answer: it stays away until it answers itself (OUT-08)', async () => {
  await app.until(storageUsageQueryAtom, ({ data }) => data !== undefined)
  const sinceMs = app.backend.hub.clock.now()
  const back = await loseHub()
  back()
  app.backend.hub.clock.advance(60_000)
  const gone = app.backend.play(answers(200, '<html>Welcome to the hotel</html>'))
  const asked = app.backend.sent.length
  await app.store.set(probeAtom)
  await app.settle()
  expect(connection()).toEqual({ phase: 'unreachable', sinceMs })
  // Nothing is read anew either.
  expect(app.backend.sent.length).toBe(asked + 1)
  gone()
  await app.store.set(probeAtom)
  expect(connection()).toEqual({ phase: 'reachable' })
})

test('the hub’s own 503, with a code, is an answer', async () => {
  const back = await loseHub()
  back()
  app.backend.play(answers(503, { code: 'busy', message: 'Later.' }))
  await app.store.set(addCameraAtom, door)
  expect(connection()).toEqual({ phase: 'reachable' })
})

describe('the probe', () => {
  const probe = async () => {
    const before = app.backend.sent.length
    await app.store.set(probeAtom)
    return app.backend.sent.slice(before).map(({ method, path }) => `${method} ${path}`)
  }
  const usage = ['GET /v1/workspaces/usage']
  /** A read that lets the hub name its extensions. */
  const meetHub = async () => {
    await app.until(storageUsageQueryAtom, ({ data }) => data !== undefined)
    await app.settle()
  }

  test('asks for the usage while the hub is away, also of a provider that does not invite polling', async () => {
    app.backend.play(withoutExtensions)
    await meetHub()
    const back = await loseHub()
    expect([await probe(), await probe()]).toEqual([usage, usage])
    back()
    expect([await probe(), connection().phase]).toEqual([usage, 'reachable'])
  })

  test('asks after 10 quiet seconds also where the clock was set back meanwhile, not when that has caught up', async () => {
    await meetHub()
    app.backend.hub.clock.advance(-HOUR_MS)
    expect(await probe()).toEqual(usage)
    app.backend.hub.clock.advance(9_999)
    expect(await probe()).toEqual([])
    app.backend.hub.clock.advance(1)
    expect(await probe()).toEqual(usage)
  })

  test('asks a hub that invites polling after 10 quiet seconds (EXT-08)', async () => {
    await meetHub()
    app.backend.hub.clock.advance(9_999)
    expect(await probe()).toEqual([])
    app.backend.hub.clock.advance(1)
    expect(await probe()).toEqual(usage)
    expect(await probe()).toEqual([])
    app.backend.hub.clock.advance(10_000)
    expect(await probe()).toEqual(usage)
  })

  test('finds out on a quiet screen that the hub has gone (OUT-08)', async () => {
    await meetHub()
    app.backend.play(offline)
    app.backend.hub.clock.advance(10_000)
    await probe()
    expect(connection().phase).toBe('unreachable')
  })

  test('leaves a provider of the bare contract alone while it answers', async () => {
    app.backend.play(withoutExtensions)
    await meetHub()
    app.backend.hub.clock.advance(60_000)
    expect(await probe()).toEqual([])
  })

  test('is one at a time', async () => {
    const back = await loseHub()
    back()
    const line = slow()
    app.backend.play(line.scenario)
    const first = probe()
    await line.arrived()
    expect(await probe()).toEqual([])
    line.letGo()
    expect(await first).toEqual(usage)
  })

  test('asks nothing for nobody', async () => {
    await meetHub()
    await loseHub()
    app.store.set(signOutAtom)
    await app.settle()
    app.backend.hub.clock.advance(60_000)
    expect(await probe()).toEqual([])
    // A call without a session would lead to /login.
    expect(app.navigations).toEqual([{ path: '/', replace: true }])
  })
})
