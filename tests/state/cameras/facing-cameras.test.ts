import { afterEach, beforeEach, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { addCameraAtom, saveCameraAtom } from '../../../src/state/cameras/cameras'
import { localCamerasAtom, rememberFacingCameraAtom } from '../../../src/state/cameras/local-cameras'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { noteStoredElsewhereAtom } from '../../../src/state/shell/other-tabs'
import { startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { mapStorage } from '../../support/ports'

const KEY = 'nightjar:facing-cameras'
const front = { name: 'Front', location: 'Hall', deviceId: 'user', deviceLabel: 'Front Camera' }

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  app.watch(camerasQueryAtom, localCamerasAtom)
  await app.settle()
})
afterEach(() => app.close())

const add = async (name: string, deviceId = 'user') => {
  await app.store.set(addCameraAtom, { ...front, name, deviceId })
  await app.settle()
  const added = app.store.get(camerasQueryAtom).data?.find((camera) => camera.name === name)
  if (added === undefined) throw new Error('no camera')
  return added
}
const localNames = (tab = app) => tab.store.get(localCamerasAtom).map(({ name }) => name)
/** The same workspace in another browser, or in another tab of this one. */
const open = async (storage: TestApp['storage']) => {
  const { token = '', refreshToken = '', workspaceId = '' } = app.storage.all()
  const tab = await startApp({ backend: app.backend, storage })
  tab.services.session.signIn(token, refreshToken, workspaceId)
  tab.watch(camerasQueryAtom, localCamerasAtom)
  tab.store.set(isCaptureWantedAtom, true)
  tab.cameras.permit({ phase: 'granted' })
  await tab.settle()
  return tab
}

test.each(['user', 'environment'])('a camera added here on %s is local here (CAM-27, CAM-43)', async (deviceId) => {
  const { id } = await add('Front', deviceId)
  expect([localNames(), app.storage.getItem(KEY)]).toEqual([['Front'], id])
})

test('every machine has facing modes, but only the one where the camera was set up runs it', async () => {
  const { id } = await add('Front')
  const elsewhere = await open(mapStorage())
  expect([localNames(elsewhere), elsewhere.cameras.startedEngines]).toEqual([[], 0])
  await elsewhere.close()
  const nextTime = await open(app.storage)
  expect([localNames(nextTime), [...(nextTime.cameras.running?.keys() ?? [])]]).toEqual([['Front'], [id]])
  await nextTime.close()
})

test('several are remembered, and stay local when real devices are listed later', async () => {
  await add('Front')
  await add('Back', 'environment')
  app.cameras.plug(webcamListed)
  await app.settle()
  expect(localNames()).toEqual(['Front', 'Back'])
})

test('a camera that is put on a facing mode here is local from then on', async () => {
  const { id } = await add('Door', 'device-of-another-machine')
  expect([localNames(), app.storage.getItem(KEY)]).toEqual([[], null])
  const settings = { isMotionEnabled: false, isAudioEnabled: false, motionSensitivity: 50 }
  await app.store.set(saveCameraAtom, id, { ...front, ...settings })
  await app.settle()
  expect([localNames(), app.storage.getItem(KEY)]).toEqual([['Front'], id])
})

test('a camera that another tab has set up is of this one, too, and neither forgets what the other knows', async () => {
  const other = await open(app.storage)
  const { id } = await add('Front')
  await other.store.get(camerasQueryAtom).refetch()
  expect(localNames(other)).toEqual([])
  other.store.set(noteStoredElsewhereAtom, KEY)
  expect(localNames(other)).toEqual(['Front'])
  const { id: second } = await add('Back', 'environment')
  // Not told yet.
  other.store.set(rememberFacingCameraAtom, 'third')
  expect(app.storage.getItem(KEY)).toBe([id, second, 'third'].join(','))
  await other.close()
})

test('a telephone’s camera stays its own where a laptop changes something else of it (REC-15)', async () => {
  const { id, ...camera } = await add('Phone', 'environment')
  const laptop = await open(mapStorage())
  laptop.cameras.plug(webcamListed)
  await laptop.settle()
  const shown = { ...camera, motionSensitivity: 50, location: 'Attic' }
  await laptop.store.set(saveCameraAtom, id, shown, { location: 'Attic' })
  await laptop.settle()
  expect(laptop.store.get(camerasQueryAtom).data).toMatchObject([{ location: 'Attic' }])
  expect([localNames(laptop), laptop.storage.getItem(KEY)]).toEqual([[], null])
  await laptop.close()
})
