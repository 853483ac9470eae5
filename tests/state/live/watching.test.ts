import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { setHubClockAtom } from '../../../src/state/hub/hub-ahead'
import { watchedEventsAtom, watchedEventsQueryAtom } from '../../../src/state/live/camera-events'
import { stepWallAtom, tileCountAtom, wallPageAtom } from '../../../src/state/live/wall'
import { closeWatchedAtom, stepWatchedAtom, viewFeedAtom, watchedAtom } from '../../../src/state/live/watching'
import { startApp, type TestApp } from '../../support/app'
import { equip } from '../../support/outbox'
import { alertOnHub, cameraOnHub, clipsOnHub } from '../support/hub-data'
import { offering } from '../support/offering'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(() => app.close())

async function withCameras(count: number) {
  const cameras = []
  for (let number = 1; number <= count; number++) cameras.push(await cameraOnHub(app, `Camera ${number}`))
  app.watch(camerasQueryAtom, watchedAtom, wallPageAtom)
  await app.settle()
  return cameras
}

const watched = () => app.store.get(watchedAtom)?.camera.name ?? null
const page = () =>
  app.store
    .get(wallPageAtom)
    .cameras.map(({ name }) => name.slice(-1))
    .join('')

it('View Feed only warns where the provider has no live view (CAM-22, ERR-14, LIVE-70)', async () => {
  app.backend.play(offering('polling'))
  const [camera] = await withCameras(1)
  app.store.set(viewFeedAtom, camera?.id ?? '')
  expect([watched(), app.toasts]).toEqual([
    null,
    [{ kind: 'warning', text: 'Viewing live feed is not implemented yet. Please check back later.' }],
  ])
})

it('View Feed opens the live picture, and the keys go round the cameras (LIVE-70, LIVE-75)', async () => {
  const [first] = await withCameras(3)
  app.store.set(viewFeedAtom, first?.id ?? '')
  expect([watched(), app.toasts]).toEqual(['Camera 1', []])
  const seen = [1, 1, 1, -1] as const
  expect(seen.map((by) => [app.store.set(stepWatchedAtom, by), watched()][1])).toEqual([
    'Camera 2',
    'Camera 3',
    'Camera 1',
    'Camera 3',
  ])
  app.store.set(closeWatchedAtom)
  expect(watched()).toBeNull()
})

/** When each event of the strip was, and at which camera. */
async function strip(cameraId: string) {
  app.store.set(viewFeedAtom, cameraId)
  app.watch(watchedEventsQueryAtom, watchedEventsAtom)
  await app.settle()
  const shown = app.store
    .get(watchedEventsAtom)
    .map((event) => [event.createdAt.slice(5, 16), event.video?.camera?.name])
  await app.store.get(queryClientAtom).cancelQueries()
  return shown
}
const YESTERDAY = -24 * 60

it('below stand the last events of that camera, by itself: of none that has its name, and of days ago (LIVE-84)', async () => {
  const [first] = await withCameras(1)
  const namesake = await cameraOnHub(app, 'Camera 1')
  await clipsOnHub(app, first?.id ?? '', 1, 2 * YESTERDAY)
  await clipsOnHub(app, first?.id ?? '', 1, YESTERDAY)
  await clipsOnHub(app, namesake.id, 2)
  await clipsOnHub(app, first?.id ?? '', 1, 5)
  expect(await strip(first?.id ?? '')).toEqual([
    ['03-10T08:05', 'Camera 1'],
    ['03-09T08:00', 'Camera 1'],
    ['03-08T08:00', 'Camera 1'],
  ])
})

it('below stands what has just come also where this machine’s clock is slow (LIVE-84)', async () => {
  const [camera] = await withCameras(1)
  const { nowMs } = app.services
  const slowMs = 600_000
  // A minute ago by the hub's clock, which stands at noon.
  await clipsOnHub(app, camera?.id ?? '', 1, 239)
  app.store.set(setHubClockAtom, { hubAheadMs: slowMs })
  equip(app.store, { nowMs: () => nowMs() - slowMs })
  expect(await strip(camera?.id ?? '')).toEqual([['03-10T11:59', 'Camera 1']])
})

it('below stand those too of which there is no recording, in their place (KEEP-18, LIVE-84)', async () => {
  const [first] = await withCameras(1)
  const cameraId = first?.id ?? ''
  const namesake = await cameraOnHub(app, 'Camera 1')
  await alertOnHub(app, cameraId, '2026-03-09T08:10:00Z')
  await clipsOnHub(app, cameraId, 2, 5)
  await alertOnHub(app, cameraId, '2026-03-10T08:05:30Z')
  await alertOnHub(app, namesake.id, '2026-03-10T08:06:00Z')
  expect(await strip(cameraId)).toEqual([
    ['03-10T08:06', 'Camera 1'],
    ['03-10T08:05', 'Camera 1'],
    ['03-10T08:05', 'Camera 1'],
    ['03-09T08:10', 'Camera 1'],
  ])
  expect(app.store.get(watchedEventsAtom).map(({ type }) => type)).toEqual(['MOTION', 'ALERT', 'MOTION', 'ALERT'])
})

it('below stand the latest events of that name, where the provider does not tell of one camera (LIVE-84)', async () => {
  app.backend.play(offering('polling', 'live'))
  const [first, second] = await withCameras(2)
  await clipsOnHub(app, first?.id ?? '', 2)
  await clipsOnHub(app, second?.id ?? '', 1, 10)
  expect(await strip(first?.id ?? '')).toEqual([
    ['03-10T08:01', 'Camera 1'],
    ['03-10T08:00', 'Camera 1'],
  ])
})

it('the wall has one, four or nine at once, remembers which, and pages go round (LIVE-85)', async () => {
  await withCameras(6)
  expect([app.store.get(tileCountAtom), page()]).toEqual([4, '1234'])
  app.store.set(stepWallAtom, 1)
  expect(page()).toBe('56')
  app.store.set(stepWallAtom, 1)
  expect(page()).toBe('1234')
  app.store.set(stepWallAtom, -1)
  // What stood first stays on the screen.
  app.store.set(tileCountAtom, 1)
  expect(page()).toBe('5')
  app.store.set(tileCountAtom, 9)
  expect([page(), app.storage.getItem('nightjar:live-tiles')]).toEqual(['123456', '9'])
  app.storage.setItem('nightjar:live-tiles', 'seven')
  app.store.set(tileCountAtom, 4)
  expect(page()).toBe('1234')
})

it('the wall has as many at once as were chosen also where the browser keeps nothing (LIVE-85)', async () => {
  await withCameras(6)
  app.storage.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  app.store.set(stepWallAtom, 1)
  app.store.set(tileCountAtom, 1)
  expect([app.store.get(tileCountAtom), page()]).toEqual([1, '5'])
})
