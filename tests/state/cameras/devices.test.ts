import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeviceList, fallbackDevices } from '../../../src/engine/capture'
import {
  askPermissionAtom,
  devicesAtom,
  isCameraMissingAtom,
  isDenialDismissedAtom,
  permissionAtom,
  preparePermissionAtom,
  refreshDevicesAtom,
} from '../../../src/state/cameras/devices'
import { startApp, type TestApp } from '../../support/app'
import { fakeCameras, webcamListed } from '../../support/browser/fake-cameras'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

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

  test('where they cannot be listed what is known of them stays, and at first the two facing modes stand in (CAM-43)', async () => {
    const fallback: DeviceList = { kind: 'fallback', devices: fallbackDevices }
    const cameras = fakeCameras()
    cameras.devices = null
    const other = await startApp({ backend: app.backend, cameras })
    await other.settle()
    expect(other.store.get(devicesAtom)).toEqual(fallback)
    await other.close()
    for (const [devices, known] of [
      [webcamListed, webcamListed],
      [null, webcamListed],
      [fallback, fallback],
    ] as const) {
      app.cameras.devices = devices
      await app.store.set(refreshDevicesAtom)
      expect(app.store.get(devicesAtom)).toEqual(known)
    }
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
