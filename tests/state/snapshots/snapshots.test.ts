import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { removeCameraAtom } from '../../../src/state/cameras/camera-removal'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { refreshDevicesAtom } from '../../../src/state/cameras/devices'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import {
  needsSnapshotsAtom,
  screenshotsQueryAtom,
  snapshotUrlsAtom,
  uploadSnapshotAtom,
} from '../../../src/state/snapshots/snapshots'
import { jpeg } from '../../server/support/forms'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { answers, answers500, only, slow } from '../../support/scenarios'
import { cameraOnHub, snapshotOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

describe('snapshots of remote cameras (X-53)', () => {
  const reads = () => app.backend.sentTo('GET /screenshots').length

  test('are read again every 2.5 s while one is shown', async () => {
    const { id } = await cameraOnHub(app)
    await snapshotOnHub(app, id)
    holdTimers()
    app.watch(screenshotsQueryAtom, snapshotUrlsAtom)
    await app.settle()
    expect(app.store.get(snapshotUrlsAtom).get(id)).toMatch(/^http:\/\/localhost:8080\/media\//)
    const first = reads()
    await pass(app, 2_499)
    expect(reads()).toBe(first)
    await pass(app, 1)
    expect(reads()).toBe(first + 1)
    await pass(app, 2_500)
    expect(reads()).toBe(first + 2)
  })

  test('are not read where this tab runs all cameras, or none is there', async () => {
    holdTimers()
    app.watch(screenshotsQueryAtom)
    await pass(app, 10_000)
    const { id } = await cameraOnHub(app)
    app.store.set(captureStatesAtom, new Map([[id, { phase: 'starting' }]]))
    await app.store.get(camerasQueryAtom).refetch()
    await pass(app, 10_000)
    expect(app.store.get(camerasQueryAtom).data?.length).toBe(1)
    expect([app.store.get(needsSnapshotsAtom), reads()]).toEqual([false, 0])
  })

  test('are read for a camera of this machine too, while another tab runs it', async () => {
    app.cameras.devices = webcamListed
    await app.store.set(refreshDevicesAtom)
    await cameraOnHub(app)
    app.watch(screenshotsQueryAtom)
    await app.settle()
    expect(app.store.get(localCamerasAtom).length).toBe(1)
    expect([app.store.get(needsSnapshotsAtom), reads() > 0]).toEqual([true, true])
  })
})

describe('snapshots of a camera that is being removed', () => {
  const picture = new Blob([new Uint8Array(jpeg())], { type: 'image/jpeg' })
  const uploads = (cameraId: string) => app.backend.sentTo(`POST /screenshots/${cameraId}/upload`).length

  test('are not sent, and one on its way ends: the hub would not know the camera', async () => {
    const door = await cameraOnHub(app)
    const line = slow()
    const end = app.backend.play(only(`POST /screenshots/${door.id}/upload`, line.scenario))
    const upload = app.store.set(uploadSnapshotAtom, door.id, picture)
    await line.arrived()
    const removed = app.store.set(removeCameraAtom, door)
    // Answered by nobody: it ends by itself.
    await upload
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    expect(await removed).toBe(true)
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    expect(uploads(door.id)).toBe(1)
    line.letGo()
    end()
  })

  test('go on where it could not be removed', async () => {
    const door = await cameraOnHub(app)
    app.backend.play(only(`DELETE /cameras/${door.id}`, answers500))
    expect(await app.store.set(removeCameraAtom, door)).toBe(false)
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    expect(uploads(door.id)).toBe(1)
  })
})

test('a hub that is busy is sent none until the moment that it named, and for 20 s at most (SCALE-12)', async () => {
  const { clock } = app.backend.hub
  const door = await cameraOnHub(app)
  const picture = new Blob([new Uint8Array(jpeg())], { type: 'image/jpeg' })
  const call = `POST /screenshots/${door.id}/upload`
  /** How many of two snapshots are sent, the second so long after the first, which is refused for some time. */
  const sent = async (refusedMs: number, passedMs: number) => {
    const before = app.backend.sentTo(call).length
    const retryAt = new Date(clock.now() + refusedMs).toISOString()
    const end = app.backend.play(only(call, answers(503, { code: 'unavailable', message: 'Busy.', retryAt })))
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    end()
    clock.advance(passedMs)
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    clock.advance(60_000)
    return app.backend.sentTo(call).length - before
  }
  expect(await sent(7_000, 6_999)).toBe(1)
  expect(await sent(7_000, 7_000)).toBe(2)
  expect(await sent(86_400_000, 19_999)).toBe(1)
  expect(await sent(86_400_000, 20_000)).toBe(2)
  // The clock is set back right after the refusal.
  expect(await sent(7_000, -3_600_000)).toBe(2)
})
