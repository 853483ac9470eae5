import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Camera, CameraSettings } from '../../../src/contract/camera'
import { alertAtom } from '../../../src/state/alert'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import {
  addCameraAtom,
  saveCameraAtom,
  sensitivityLabel,
  sensitivityOf,
  setMotionAtom,
  thresholdOf,
  togglingCamerasAtom,
} from '../../../src/state/cameras/cameras'
import { send } from '../../server/support/calls'
import { startApp, type TestApp } from '../../support/app'
import { answers, answers500, offline, only, slow } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'
import { offering } from '../support/offering'

const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }
const settings: CameraSettings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 80 }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  app.watch(camerasQueryAtom)
  await app.settle()
})
afterEach(() => app.close())

const shown = () => app.store.get(camerasQueryAtom).data ?? []
const add = async (camera = door) => {
  const isAdded = await app.store.set(addCameraAtom, camera)
  await app.settle()
  return isAdded
}
const setMotion = async (camera: Camera, isMotionEnabled: boolean) => {
  await app.store.set(setMotionAtom, camera, isMotionEnabled)
  await app.settle()
}

describe('adding a camera', () => {
  test('trims the texts, shows the camera at once and toasts for 3 s (ERR-08)', async () => {
    expect(await add({ ...door, name: ' Door ', location: '  Hall' })).toBe(true)
    expect(app.backend.sentTo('POST /cameras').map(({ json }) => json)).toEqual([door])
    expect(shown()).toMatchObject([{ ...door, status: 'OFFLINE', motionSensitivity: null }])
    expect(app.toasts).toEqual([{ kind: 'success', text: 'Camera added successfully!', durationMs: 3_000 }])
    await app.settle()
    expect(shown().length).toBe(1)
  })

  test.each([{ name: '  ' }, { location: '' }, { deviceId: '' }])(
    'alerts and sends nothing where a field is empty: %j (CAM-36)',
    async (change) => {
      expect(await add({ ...door, ...change })).toBe(false)
      expect(app.store.get(alertAtom)).toBe('Please fill in all fields.')
      expect(app.backend.sentTo('POST /cameras')).toEqual([])
      expect(app.toasts).toEqual([])
    },
  )

  test('toasts the limit for 3 s when a FREE workspace adds a second one (ERR-09, X-47)', async () => {
    await add()
    expect(await add({ ...door, name: 'Gate' })).toBe(false)
    expect(app.toasts[1]).toEqual({
      kind: 'error',
      text: 'Error adding camera. You have hit your camera limit.',
      durationMs: 3_000,
    })
    expect(app.reports).toEqual(['Failed to add camera'])
    expect(shown().map(({ name }) => name)).toEqual(['Door'])
  })

  test.each([
    ['a refusal', answers500],
    ['no network', offline],
  ])('toasts the same for any failure: %s (X-56, ERR-17)', async (_name, scenario) => {
    app.backend.play(only('POST /cameras', scenario))
    expect(await add()).toBe(false)
    expect(app.toasts.map(({ text }) => text)).toEqual(['Error adding camera. You have hit your camera limit.'])
    expect(app.backend.sentTo('POST /cameras').length).toBe(1)
  })
})

describe('the motion toggle', () => {
  const first = async () => {
    await add()
    const [camera] = shown()
    if (camera === undefined) throw new Error('no camera')
    return camera
  }
  const toggles = (id: string) => app.backend.sentTo(`PATCH /cameras/${id}/motion-audio`).map(({ json }) => json)

  test('calls the hub with the present audio setting (CAM-29, X-54)', async () => {
    const camera = await first()
    await setMotion(camera, true)
    expect(shown()[0]?.isMotionEnabled).toBe(true)
    await setMotion({ ...camera, isMotionEnabled: true }, false)
    expect(toggles(camera.id)).toEqual([
      { isMotionEnabled: true, isAudioEnabled: false },
      { isMotionEnabled: false, isAudioEnabled: false },
    ])
    expect(shown()[0]?.isMotionEnabled).toBe(false)
  })

  test('sends the sound along as it is where the plan has it (X-54)', async () => {
    const pro = await startApp({ tier: 'PRO' })
    await pro.signIn()
    const camera = { ...(await cameraOnHub(pro)), isAudioEnabled: true }
    await pro.store.set(setMotionAtom, camera, true)
    const [sent] = pro.backend.sentTo(`PATCH /cameras/${camera.id}/motion-audio`)
    expect(sent?.json).toEqual({ isMotionEnabled: true, isAudioEnabled: true })
    await pro.close()
  })

  test('is busy while it is saved, and shows what was saved', async () => {
    const camera = await first()
    const line = slow()
    app.backend.play(only(`PATCH /cameras/${camera.id}/motion-audio`, line.scenario))
    const saved = app.store.set(setMotionAtom, camera, true)
    expect(app.store.get(togglingCamerasAtom)).toEqual(new Map([[camera.id, true]]))
    expect(shown()[0]?.isMotionEnabled).toBe(false)
    line.letGo()
    await saved
    await app.settle()
    expect(app.store.get(togglingCamerasAtom)).toEqual(new Map())
    expect(shown()[0]?.isMotionEnabled).toBe(true)
  })

  test('reports a failure, stays as it was and says so (ERR-18)', async () => {
    const camera = await first()
    app.backend.play(only(`PATCH /cameras/${camera.id}/motion-audio`, answers500))
    app.toasts.length = 0
    await setMotion(camera, true)
    expect(app.reports).toEqual(['Failed to toggle motion detection'])
    const text = `Failed to toggle motion detection of ${camera.name}: it stays off. Try again.`
    expect(app.toasts).toMatchObject([{ kind: 'error', text }])
    expect([shown()[0]?.isMotionEnabled, app.store.get(togglingCamerasAtom).size]).toEqual([false, 0])
    expect(toggles(camera.id).length).toBe(1)
  })

  test('says no more than is known where only the answer was lost, and looks (ERR-18)', async () => {
    const camera = await first()
    app.backend.play(
      only(`PATCH /cameras/${camera.id}/motion-audio`, async (request, next) => {
        await next(request)
        throw new TypeError('Failed to fetch')
      }),
    )
    app.toasts.length = 0
    await setMotion(camera, true)
    const text = `Failed to toggle motion detection of ${camera.name}: the hub did not say. Look whether it is on once the hub answers again.`
    expect(app.toasts).toMatchObject([{ kind: 'error', text }])
    await app.settle()
    expect(shown()[0]?.isMotionEnabled).toBe(true)
  })

  test.each(['', 'null', '{"ok":true}'])('shows what was asked for where a provider answers %j', async (body) => {
    const camera = await first()
    app.backend.play(only(`PATCH /cameras/${camera.id}/motion-audio`, answers(200, body)))
    app.backend.play(only('GET /cameras', offline))
    await setMotion(camera, true)
    expect([shown()[0]?.isMotionEnabled, app.reports]).toEqual([true, []])
    expect(shown()[0]).toEqual({ ...camera, isMotionEnabled: true })
  })

  test('keeps of the camera what the answer leaves out: it goes on recording (X-54)', async () => {
    const camera = await first()
    const answered = { id: camera.id, isMotionEnabled: true }
    app.backend.play(only(`PATCH /cameras/${camera.id}/motion-audio`, answers(200, answered)))
    await setMotion(camera, true)
    expect(shown()).toEqual([{ ...camera, isMotionEnabled: true }])
  })

  test('shows the camera as the provider answers it', async () => {
    const camera = await first()
    const answered = { ...camera, isMotionEnabled: true, isAudioEnabled: true, name: 'Renamed elsewhere' }
    app.backend.play(only(`PATCH /cameras/${camera.id}/motion-audio`, answers(200, answered)))
    await setMotion(camera, true)
    expect(shown()).toEqual([answered])
  })

  test('is not undone by a list that was asked for before it (CAM-29)', async () => {
    const camera = await first()
    await app.settle()
    const line = slow()
    const undo = app.backend.play(only('GET /cameras', line.scenario))
    const read = app.store.get(camerasQueryAtom).refetch()
    await line.arrived()
    undo()
    await app.store.set(setMotionAtom, camera, true)
    line.letGo()
    await read
    await app.settle()
    expect(shown()[0]?.isMotionEnabled).toBe(true)
  })
})

describe('saving settings', () => {
  test('sends the seven fields and no other, shows them and toasts (API-10, ERR-10)', async () => {
    const { id, ...camera } = await cameraOnHub(app)
    app.backend.play(offering())
    await app.store.get(camerasQueryAtom).refetch()
    expect(await app.store.set(saveCameraAtom, id, { ...camera, ...settings })).toBe(true)
    expect(app.backend.sentTo(`PUT /cameras/${id}`).map(({ json }) => json)).toEqual([settings])
    expect(app.toasts).toEqual([{ kind: 'success', text: 'Camera details updated successfully.' }])
    await app.settle()
    expect(shown()).toMatchObject([{ id, ...settings }])
  })

  test('leaves what others have changed since the list was read, and was not changed here (CAM-21)', async () => {
    const { id, ...camera } = await cameraOnHub(app)
    await app.store.get(camerasQueryAtom).refetch()
    const elsewhere = { isMotionEnabled: true, motionSensitivity: 80, keepClipsOf: ['person'], isLiveAllowed: false }
    await send(app.backend.hub.fastify, userOf(app), 'PUT', `/cameras/${id}`, { ...settings, ...elsewhere })
    const known = { ...camera, motionSensitivity: 50 }
    expect(await app.store.set(saveCameraAtom, id, { ...known, location: ' Attic ' }, { location: ' Attic ' })).toBe(
      true,
    )
    await app.settle()
    expect(shown()).toMatchObject([{ ...settings, ...elsewhere, location: 'Attic' }])
  })

  test('toasts and sends nothing without a device (CAM-37)', async () => {
    expect(await app.store.set(saveCameraAtom, 'c', { ...settings, deviceId: '' })).toBe(false)
    expect(app.toasts).toEqual([{ kind: 'error', text: 'Please select a valid camera device' }])
    expect(app.backend.sentTo('PUT /cameras/c')).toEqual([])
  })

  test('asks for what is missing, and sends nothing (CAM-36)', async () => {
    for (const empty of [{ name: '  ' }, { location: '' }]) {
      expect(await app.store.set(saveCameraAtom, 'c', { ...settings, ...empty })).toBe(false)
      expect(app.store.get(alertAtom)).toBe('Please fill in all fields.')
      app.store.set(alertAtom, null)
    }
    expect([app.toasts, app.backend.sentTo('PUT /cameras/c')]).toEqual([[], []])
  })

  test('toasts that it is not ok, also when the plan has no audio (ERR-12)', async () => {
    const { id } = await cameraOnHub(app)
    expect(await app.store.set(saveCameraAtom, id, { ...settings, isAudioEnabled: true })).toBe(false)
    app.backend.play(only(`PUT /cameras/${id}`, answers(500, 'oops')))
    expect(await app.store.set(saveCameraAtom, id, settings)).toBe(false)
    expect(app.toasts).toEqual(Array(2).fill({ kind: 'error', text: 'Failed to update camera details' }))
  })

  test('toasts the error without a network (ERR-11, X-25)', async () => {
    app.backend.play(only('PUT /cameras/c', offline))
    expect(await app.store.set(saveCameraAtom, 'c', settings)).toBe(false)
    expect(app.toasts.map(({ text }) => text)).toEqual(['Error updating camera: Something went wrong: no connection'])
  })
})

test('sensitivity is 50 only where there is none; 0 is a value (CAM-24, X-55)', () => {
  expect([null, 0, 1, 100].map((motionSensitivity) => sensitivityOf({ motionSensitivity }))).toEqual([50, 0, 1, 100])
})

test('the threshold follows 2% x (101 - s) / 50 (REC-06)', () => {
  const thresholds = [null, 0, 1, 100].map((motionSensitivity) => thresholdOf({ motionSensitivity }))
  expect(thresholds.map((value) => value.toFixed(5))).toEqual(['0.02040', '0.04040', '0.04000', '0.00040'])
})

test('sensitivity reads Low below 25, Medium below 75, High otherwise (CAM-40)', () => {
  expect([0, 24, 25, 74, 75, 100].map(sensitivityLabel)).toEqual(['Low', 'Low', 'Medium', 'Medium', 'High', 'High'])
})
