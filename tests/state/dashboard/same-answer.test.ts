import type { Atom } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activityAtom } from '../../../src/state/dashboard/activity'
import { dayEventsQueryAtom, recentActivityAtom } from '../../../src/state/dashboard/dashboard'
import { watchRowAtom } from '../../../src/state/dashboard/watch-row'
import { shownEventsAtom } from '../../../src/state/events/events'
import { snapshotUrlsAtom } from '../../../src/state/snapshots/snapshots'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { cameraOnHub, clipsOnHub, snapshotOnHub } from '../support/hub-data'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
  await snapshotOnHub(app, cameraId)
  await clipsOnHub(app, cameraId, 2)
  holdTimers()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

test.each<[string, Atom<unknown>, string, () => Promise<void>]>([
  ['the strip of the day', activityAtom, 'GET /notifications', () => clipsOnHub(app, cameraId, 1, 5)],
  ['the newest events', recentActivityAtom, 'GET /notifications', () => clipsOnHub(app, cameraId, 1, 5)],
  ['the list of events', shownEventsAtom, 'GET /notifications', () => clipsOnHub(app, cameraId, 1, 5)],
  ['the pictures', snapshotUrlsAtom, 'GET /screenshots', () => snapshotOnHub(app, cameraId)],
  ['the row of cameras', watchRowAtom, 'GET /cameras', async () => void (await cameraOnHub(app, 'Garage'))],
])(
  'an answer that is the same again makes nothing anew of %s, another does (LESS-12)',
  async (_name, shown, call, change) => {
    // Which has the hub heard, without which no camera is read.
    app.watch(shown, dayEventsQueryAtom)
    await app.settle()
    const told = vi.fn()
    const end = app.store.sub(shown, told)
    const before = app.backend.sentTo(call).length
    // The cameras are read the least often.
    await pass(app, 10_000)
    expect([app.backend.sentTo(call).length > before, told.mock.calls.length]).toEqual([true, 0])
    await change()
    await pass(app, 10_000)
    expect(told).toHaveBeenCalled()
    end()
  },
)
