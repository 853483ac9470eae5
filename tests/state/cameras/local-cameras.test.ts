import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fallbackDevices } from '../../../src/engine/capture'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { screenshotsQueryAtom, snapshotUrlsAtom } from '../../../src/state/cameras/cameras'
import {
  askPermissionAtom,
  devicesAtom,
  isCameraMissingAtom,
  isDenialDismissedAtom,
  permissionAtom,
  preparePermissionAtom,
  refreshDevicesAtom,
} from '../../../src/state/cameras/devices'
import {
  captureStatesAtom,
  hasSubstitute,
  localCamerasAtom,
  needsSnapshotsAtom,
} from '../../../src/state/cameras/local-cameras'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { runningState, webcamListed } from '../../support/browser/fake-cameras'
import { cameraOnHub, snapshotOnHub } from '../support/hub-data'

const otherDevice = { id: 'device-2', label: 'Other' }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

describe('devices and permission (CAM-33 to CAM-35, CAM-43)', () => {
  test('until devices are listed the two facing modes stand in (CAM-27)', () => {
    expect(app.store.get(devicesAtom)).toEqual({ kind: 'fallback', devices: fallbackDevices })
    expect(fallbackDevices).toEqual([
      { id: 'user', label: 'Front Camera' },
      { id: 'environment', label: 'Back Camera' },
    ])
  })

  test('listing again shows what is there now', async () => {
    app.cameras.devices = webcamListed
    await app.store.set(refreshDevicesAtom)
    expect(app.store.get(devicesAtom)).toEqual(webcamListed)
  })

  test('a device that is plugged in shows by itself', async () => {
    app.cameras.plug(webcamListed)
    expect(await app.until(devicesAtom, ({ kind }) => kind === 'listed')).toEqual(webcamListed)
  })

  test('asking grants, and then lists the devices, whose names are told only now (CAM-33)', async () => {
    app.cameras.devices = webcamListed
    await app.store.set(askPermissionAtom)
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'granted' })
    expect(app.store.get(devicesAtom)).toEqual(webcamListed)
  })

  test('asking may be denied, or find no camera (CAM-34)', async () => {
    app.cameras.answer = { phase: 'denied' }
    await app.store.set(askPermissionAtom)
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'denied' })
    app.cameras.answer = { phase: 'unavailable', reason: 'no-device' }
    await app.store.set(askPermissionAtom)
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'unavailable', reason: 'no-device' })
  })

  test('a refusal does not undo what was allowed while it was on its way (CAM-35)', async () => {
    app.cameras.permit({ phase: 'denied' })
    app.cameras.answer = { phase: 'denied' }
    const asking = app.store.set(askPermissionAtom)
    app.cameras.permit({ phase: 'granted' })
    await asking
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'granted' })
  })

  test('a refusal after one that was put away is told again (CAM-34)', async () => {
    app.cameras.answer = { phase: 'denied' }
    app.store.set(isDenialDismissedAtom, true)
    await app.store.set(askPermissionAtom)
    expect(app.store.get(isDenialDismissedAtom)).toBe(false)
  })

  test('choosing a device asks where the browser would prompt, and only there (CAM-33)', async () => {
    for (const phase of ['unknown', 'granted', 'denied'] as const) {
      app.cameras.permit({ phase })
      await app.store.set(preparePermissionAtom)
      expect([phase, app.cameras.asked]).toEqual([phase, 0])
    }
    app.cameras.permit({ phase: 'prompt' })
    await app.store.set(preparePermissionAtom)
    expect([app.cameras.asked, app.store.get(permissionAtom)]).toEqual([1, { phase: 'granted' }])
  })

  test('a camera plugged in after none was found may be used without asking again', async () => {
    app.cameras.answer = { phase: 'unavailable', reason: 'no-device' }
    await app.store.set(askPermissionAtom)
    app.cameras.plug(webcamListed)
    await app.settle()
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'granted' })
  })

  test('a granted permission without a camera tells that it is missing', async () => {
    app.cameras.permit({ phase: 'granted' })
    await app.settle()
    expect(app.store.get(isCameraMissingAtom)).toBe(true)
    app.cameras.plug(webcamListed)
    await app.settle()
    expect(app.store.get(isCameraMissingAtom)).toBe(false)
  })

  test('a permission changed beside the address bar is followed', async () => {
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'unknown' })
    app.cameras.permit({ phase: 'prompt' })
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'prompt' })
    app.cameras.permit({ phase: 'granted' })
    expect(app.store.get(permissionAtom)).toEqual({ phase: 'granted' })
  })
})

describe('local and remote cameras (CAM-15, CAM-16)', () => {
  beforeEach(async () => {
    app.watch(localCamerasAtom)
    await cameraOnHub(app)
    await app.until(camerasQueryAtom, ({ data }) => data !== undefined)
    await app.store.get(camerasQueryAtom).refetch()
    await app.settle()
  })

  test('a camera is local where its device is on this machine', async () => {
    expect(app.store.get(localCamerasAtom)).toEqual([])
    app.cameras.devices = webcamListed
    await app.store.set(refreshDevicesAtom)
    expect(app.store.get(localCamerasAtom).map(({ name }) => name)).toEqual(['Door'])
  })

  test('and remote again when the device is unplugged', async () => {
    app.cameras.devices = webcamListed
    await app.store.set(refreshDevicesAtom)
    app.cameras.devices = { kind: 'listed', devices: [otherDevice] }
    await app.store.set(refreshDevicesAtom)
    expect(app.store.get(localCamerasAtom)).toEqual([])
  })
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

test('a stand-in device is told only of a running capture (CAM-45)', () => {
  expect(hasSubstitute(runningState({ isSubstitute: true }))).toBe(true)
  expect(hasSubstitute(runningState({ isSubstitute: false }))).toBe(false)
  expect(hasSubstitute({ phase: 'starting' })).toBe(false)
  expect(hasSubstitute(undefined)).toBe(false)
})
