import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { hasSubstitute } from '../../../src/state/cameras/capture-states'
import { refreshDevicesAtom } from '../../../src/state/cameras/devices'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import { startApp, type TestApp } from '../../support/app'
import { runningState, webcamListed } from '../../support/browser/fake-cameras'
import { cameraOnHub } from '../support/hub-data'

const otherDevice = { id: 'device-2', label: 'Other' }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

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

  test('a camera is remote again when its device is unplugged', async () => {
    app.cameras.devices = webcamListed
    await app.store.set(refreshDevicesAtom)
    app.cameras.devices = { kind: 'listed', devices: [otherDevice] }
    await app.store.set(refreshDevicesAtom)
    expect(app.store.get(localCamerasAtom)).toEqual([])
  })
})

test('a stand-in device is told only of a running capture (CAM-45)', () => {
  expect(hasSubstitute(runningState({ isSubstitute: true }))).toBe(true)
  expect(hasSubstitute(runningState({ isSubstitute: false }))).toBe(false)
  expect(hasSubstitute({ phase: 'starting' })).toBe(false)
  expect(hasSubstitute(undefined)).toBe(false)
})
