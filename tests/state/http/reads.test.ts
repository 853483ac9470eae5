import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Failure } from '../../../src/api/result'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { setMotionAtom } from '../../../src/state/cameras/cameras'
import { retryDelayMs, shouldRetry } from '../../../src/state/http/reads'
import { adviceOf, RequestError, sentenceOf } from '../../../src/state/http/request-error'
import { storageUsageQueryAtom } from '../../../src/state/recordings/storage-use'
import { screenshotsQueryAtom } from '../../../src/state/snapshots/snapshots'
import { workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, answers401, answers500, only } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

const http = {
  kind: 'http',
  status: 500,
  statusText: 'Internal Server Error',
  message: 'x',
  code: null,
  retryAfterMs: null,
  isFromProxy: false,
} as const

test('delays start at 1 s, double, and end at 30 s (FETCH-01, X-57)', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelayMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('a read is tried again three times; never after sign-out or abort (X-57)', () => {
  const network = new RequestError('', { kind: 'network', isTimeout: false })
  expect([0, 1, 2, 3].map((count) => shouldRetry(count, network))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new RequestError('', { kind: 'signed-out' }))).toBe(false)
  expect(shouldRetry(0, new RequestError('', { kind: 'aborted' }))).toBe(false)
  expect(shouldRetry(0, new RequestError('', { ...http, retryAt: null, isRetry: true }))).toBe(true)
})

test.each<[Failure, string]>([
  [{ ...http, retryAt: null, isRetry: false }, 'Something went wrong: Internal Server Error'],
  [{ ...http, retryAt: null, isRetry: true }, 'Something went wrong on retry: Internal Server Error'],
  [{ kind: 'network', isTimeout: false }, 'Something went wrong: no connection'],
  [{ kind: 'network', isTimeout: true }, 'Something went wrong: no answer in time'],
  [{ kind: 'bad-answer', detail: 'no id', isFromProxy: false }, 'Something went wrong: unexpected answer (no id)'],
  [{ kind: 'signed-out' }, 'Something went wrong: signed out'],
  [{ kind: 'aborted' }, 'Something went wrong: aborted'],
])('the sentence of %j is the specified one (ERR-05, ERR-06)', (failure, sentence) => {
  expect(sentenceOf(failure)).toBe(sentence)
})

test.each<[Failure, RegExp]>([
  [{ kind: 'bad-answer', detail: 'no id', isFromProxy: false }, /could not be read\. Reload the page/],
  [{ kind: 'bad-answer', detail: 'not from the hub', isFromProxy: true }, /^The hub could not be reached\./],
])('the advice about %j does not take a page in its place for the hub’s answer (OUT-08)', (failure, advice) => {
  expect(adviceOf(failure)).toMatch(advice)
})

describe('against the hub', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp()
    await app.signIn()
  })
  afterEach(async () => {
    await app.close()
    vi.useRealTimers()
  })

  test('a failing read is sent after 1, 2 and 4 s, then reported once (FETCH-01)', async () => {
    app.backend.play(only('GET /videos/storage-usage', answers500))
    const reads = () => app.backend.sentTo('GET /videos/storage-usage').length
    holdTimers()
    app.watch(storageUsageQueryAtom)
    await app.settle()
    const counts = [reads()]
    for (const ms of [999, 1, 1_999, 1, 3_999, 1, 60_000]) {
      await pass(app, ms)
      counts.push(reads())
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
    expect(app.reports).toEqual(['Something went wrong: Internal Server Error'])
    expect(app.toasts).toEqual([])
  })

  test('a read that is refused with a new token too is sent no third time, and the token is refreshed once (SESS-09)', async () => {
    app.backend.play(only('GET /videos/storage-usage', answers401(100)))
    holdTimers()
    app.watch(storageUsageQueryAtom)
    for (const ms of [0, 1_000, 2_000, 4_000]) await pass(app, ms)
    expect(app.backend.sentTo('GET /videos/storage-usage')).toHaveLength(2)
    expect(app.backend.sentTo('POST /auth/refresh')).toHaveLength(1)
  })

  test('a read that goes on failing is told of once, again when it fails otherwise, and anew after it came (FETCH-01)', async () => {
    const read = async () => {
      void app.store.get(storageUsageQueryAtom).refetch()
      await pass(app, 20_000)
    }
    const told = () => app.reports.filter((line) => line.startsWith('Something went wrong'))
    const unavailable = 'Something went wrong: 503'
    const failed = 'Something went wrong: Internal Server Error'
    const mended = app.backend.play(only('GET /videos/storage-usage', answers500))
    holdTimers()
    app.watch(storageUsageQueryAtom)
    await pass(app, 20_000)
    await read()
    expect(told()).toEqual([failed])
    mended()
    const back = app.backend.play(only('GET /videos/storage-usage', answers(503)))
    await read()
    await read()
    expect(told()).toEqual([failed, unavailable])
    back()
    await read()
    app.backend.play(only('GET /videos/storage-usage', answers(503)))
    await read()
    expect(told()).toEqual([failed, unavailable, unavailable])
  })

  test('a write that fails is sent once, and never again by itself (FETCH-02, X-57)', async () => {
    const camera = await cameraOnHub(app)
    app.backend.play(only(`PATCH /cameras/${camera.id}/motion-audio`, answers500))
    app.watch(camerasQueryAtom)
    await app.settle()
    holdTimers()
    void app.store.set(setMotionAtom, camera, true)
    await pass(app, 120_000)
    expect(app.backend.sentTo(`PATCH /cameras/${camera.id}/motion-audio`).length).toBe(1)
  })

  test('a read whose session ended is not sent again (X-57)', async () => {
    app.backend.play(answers(401))
    holdTimers()
    app.watch(storageUsageQueryAtom)
    await pass(app, 60_000)
    expect(app.backend.sentTo('GET /videos/storage-usage').length).toBe(1)
    expect(app.navigations).toEqual([{ path: '/login', replace: true }])
  })

  test('a read whose retry after the refresh fails as well says “on retry” (ERR-06)', async () => {
    app.backend.play(only('GET /videos/storage-usage', answers401(100)))
    holdTimers()
    app.watch(storageUsageQueryAtom)
    await app.settle()
    for (const ms of [1_000, 2_000, 4_000]) await pass(app, ms)
    expect(app.reports).toEqual(['Something went wrong on retry: Unauthorized'])
    expect(app.toasts).toEqual([])
  })

  test('reads raise the specified sentences (ERR-15, ERR-16, ERR-20)', async () => {
    await cameraOnHub(app)
    const workspaceId = app.storage.getItem('workspaceId')
    app.backend.play(only('GET /screenshots', answers500))
    app.backend.play(only(`GET /workspaces/${workspaceId}`, answers500))
    holdTimers()
    app.watch(screenshotsQueryAtom, workspaceQueryAtom)
    await pass(app, 20_000)
    app.backend.play(only('GET /cameras', answers500))
    void app.store.get(camerasQueryAtom).refetch()
    await pass(app, 20_000)
    expect(new Set(app.reports)).toEqual(
      new Set(['Failed to fetch camera feeds', 'Failed to fetch workspace details', 'Failed to fetch cameras']),
    )
  })
})
