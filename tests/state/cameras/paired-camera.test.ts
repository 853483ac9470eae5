import { afterEach, beforeEach, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { refreshDevicesAtom } from '../../../src/state/cameras/devices'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import { startPairedCameraAtom } from '../../../src/state/cameras/paired-camera'
import { startApp, type TestApp } from '../../support/app'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
})
afterEach(() => app.close())

test('a device that came back under another id has its camera already, and gets no second one (ENG-13, PAIR-08)', async () => {
  const { deviceId, deviceLabel } = await cameraOnHub(app)
  app.storage.setItem('nightjar:own-devices', deviceId)
  app.cameras.devices = { kind: 'listed', devices: [{ id: 'another-port', label: deviceLabel }] }
  app.watch(localCamerasAtom)
  await app.store.set(refreshDevicesAtom)
  const wanted = { name: 'Laptop', deviceId: 'another-port', deviceLabel, pairingId: '' }
  expect(await app.store.set(startPairedCameraAtom, wanted)).toBeNull()
  await app.settle()
  expect(app.store.get(camerasQueryAtom).data).toMatchObject([{ name: 'Door', isMotionEnabled: true }])
})
