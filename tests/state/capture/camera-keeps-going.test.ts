import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CaptureState } from '../../../src/engine'
import type { DeviceList } from '../../../src/engine/capture'
import { fallbackDevices } from '../../../src/engine/capture'
import { captureStatesAtom, shownCaptureAtomOf } from '../../../src/state/cameras/capture-states'
import { devicesAtom } from '../../../src/state/cameras/devices'
import { localCamerasAtom, localDevicesAtom } from '../../../src/state/cameras/local-cameras'
import { wakeLockAtom } from '../../../src/state/capture/wake-lock'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { startApp, type TestApp } from '../../support/app'
import { runningState, webcamListed } from '../../support/browser/fake-cameras'
import { cameraOnHub } from '../support/hub-data'

const LOOK_AGAIN_MS = 5_000
const nothing: DeviceList = { kind: 'fallback', devices: fallbackDevices }
const lost: CaptureState = { phase: 'failed', reason: 'device-lost' }

let app: TestApp
let cameraId: string
let label: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  const camera = await cameraOnHub(app)
  cameraId = camera.id
  label = camera.deviceLabel
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.plug(webcamListed)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
})
afterEach(() => app.close())

const tell = (state: CaptureState) => app.cameras.tell({ kind: 'state', cameraId, state })
const deviceOpened = () => app.cameras.running?.get(cameraId)?.deviceId
const shown = () => app.store.get(shownCaptureAtomOf(cameraId))
/** The devices that the engine is told to open from now on. */
function devicesTold(): (string | undefined)[] {
  const told: (string | undefined)[] = []
  let { running } = app.cameras
  Object.defineProperty(app.cameras, 'running', {
    get: () => running,
    set: (wanted: typeof running) => {
      running = wanted
      told.push(deviceOpened())
    },
  })
  return told
}
async function unplug(devices = nothing): Promise<void> {
  app.cameras.plug(devices)
  await app.settle()
}

describe('a camera whose device is unplugged (ENG-13)', () => {
  test('stays this machine’s, and shows its state, when it ran here', async () => {
    tell(runningState())
    await unplug()
    expect(deviceOpened()).toBe('device-1')
    tell(lost)
    expect(shown()).toEqual(lost)
  })

  test('is another machine’s when it never ran here, or another device stood in', async () => {
    tell(runningState({ isSubstitute: true }))
    await unplug()
    expect([deviceOpened(), app.store.get(localCamerasAtom)]).toEqual([undefined, []])
  })

  test('is remembered by the next tab', async () => {
    tell(runningState())
    const next = await startApp({ backend: app.backend, storage: app.storage })
    next.watch(localCamerasAtom)
    next.cameras.plug(nothing)
    await next.settle()
    expect(next.store.get(localCamerasAtom).map(({ id }) => id)).toEqual([cameraId])
    await next.close()
  })

  test('opens the device when that comes back under another id', async () => {
    tell(runningState())
    await unplug()
    app.cameras.plug({ kind: 'listed', devices: [{ id: 'new-id', label }] })
    await app.settle()
    expect(deviceOpened()).toBe('new-id')
  })

  test.each(['before', 'while'])(
    'does not take for it a twin that was plugged in beside it %s it ran: a stand-in is told of (CAM-45)',
    async (when) => {
      const twin = { id: 'twin', label }
      if (when === 'while') tell(runningState())
      app.cameras.plug({ kind: 'listed', devices: [{ id: 'device-1', label }, twin] })
      await app.settle()
      if (when === 'before') tell(runningState())
      await unplug({ kind: 'listed', devices: [twin] })
      expect(deviceOpened()).toBe('device-1')
    },
  )

  test('keeps the id it came back under while a twin is beside it, and takes none for it after (CAM-45)', async () => {
    const [back, twin] = [
      { id: 'new-id', label },
      { id: 'twin', label },
    ]
    tell(runningState())
    await unplug()
    app.cameras.plug({ kind: 'listed', devices: [back] })
    await app.settle()
    tell(runningState())
    const told = devicesTold()
    app.store.sub(devicesAtom, () => told.push(app.store.get(localDevicesAtom).get(cameraId)))
    app.cameras.plug({ kind: 'listed', devices: [back, twin] })
    await app.settle()
    const beside = deviceOpened()
    expect(new Set(told)).toEqual(new Set(['new-id']))
    await unplug({ kind: 'listed', devices: [twin] })
    expect([beside, deviceOpened()]).toEqual(['new-id', 'device-1'])
  })

  test('does not take for it a twin that is found where the platform tells no change (CAM-45)', async () => {
    const [own, twin] = [
      { id: 'device-1', label },
      { id: 'twin', label },
    ]
    tell(runningState())
    tell(lost)
    for (const devices of [[own, twin], [twin]]) {
      app.cameras.devices = { kind: 'listed', devices }
      app.timers.fire()
      await app.settle()
    }
    expect(deviceOpened()).toBe('device-1')
  })

  test('keeps the id it came back under while devices cannot be listed', async () => {
    tell(runningState())
    await unplug()
    app.cameras.plug({ kind: 'listed', devices: [{ id: 'new-id', label }] })
    await app.settle()
    const told = devicesTold()
    app.cameras.plug(null)
    await app.settle()
    expect([told.filter((id) => id !== 'new-id'), deviceOpened()]).toEqual([[], 'new-id'])
  })
})

describe('while a camera is without its own device (ENG-14)', () => {
  test.each([
    ['failed', lost],
    ['replaced', runningState({ isSubstitute: true })],
  ])('(%s) devices are listed every 5 s, for platforms that tell no change', async (_, state) => {
    tell(runningState())
    tell(state)
    expect(app.timers.delays()).toEqual([LOOK_AGAIN_MS])
    app.timers.fire()
    await app.settle()
    app.cameras.devices = { kind: 'listed', devices: [{ id: 'new-id', label }] }
    expect(app.timers.delays()).toEqual([LOOK_AGAIN_MS])
    app.timers.fire()
    await app.settle()
    expect(deviceOpened()).toBe('new-id')
    tell(runningState())
    app.timers.fire()
    await app.settle()
    expect(app.timers.delays()).toEqual([])
  })

  test('a running camera lists nothing', () => {
    tell(runningState())
    expect(app.timers.delays()).toEqual([])
  })

  test('the engine is asked to try again where the system refuses what the page may', async () => {
    tell({ phase: 'failed', reason: 'permission-denied' })
    const before = app.cameras.retries
    app.timers.fire()
    await app.settle()
    expect(app.cameras.retries).toBe(before + 1)
  })

  test('the engine is not asked where that could prompt, or where it tries by itself', async () => {
    tell(lost)
    const before = app.cameras.retries
    app.timers.fire()
    await app.settle()
    app.cameras.permit({ phase: 'prompt' })
    await app.settle()
    tell({ phase: 'failed', reason: 'permission-denied' })
    const later = app.cameras.retries
    app.timers.fire()
    await app.settle()
    expect([before, app.cameras.retries]).toEqual([later - 1, later])
  })

  test('nothing is listed any more once the tab closes', async () => {
    tell(lost)
    const tab = app
    app = await startApp()
    await tab.close()
    expect(tab.timers.delays()).toEqual([])
  })
})

describe('a camera whose permission is taken away (ENG-13)', () => {
  test('says so on its card, and runs again when it is granted', async () => {
    tell(runningState())
    app.cameras.devices = nothing
    app.cameras.permit({ phase: 'denied' })
    await app.settle()
    tell({ phase: 'stopped' })
    expect(app.cameras.running?.size).toBe(0)
    expect(shown()).toEqual({ phase: 'failed', reason: 'permission-denied' })
    expect(app.cameras.endedWhy).toBe('stream-gone')
    app.cameras.devices = webcamListed
    app.cameras.permit({ phase: 'granted' })
    await app.settle()
    expect([deviceOpened(), shown()]).toEqual(['device-1', undefined])
  })

  test('shows nothing of its own where it is another machine’s', async () => {
    await unplug()
    app.cameras.permit({ phase: 'denied' })
    await app.settle()
    expect([app.store.get(devicesAtom).kind, shown()]).toEqual(['fallback', undefined])
  })
})

test('a camera that is not wanted here any more ends as wished (LABEL-09)', () => {
  app.cameras.endedWhy = 'stream-gone'
  app.store.set(isCaptureWantedAtom, false)
  expect([app.cameras.running?.size, app.cameras.endedWhy]).toEqual([0, 'unwanted'])
})

test('a microphone that is allowed is told to the engine, which may have given its question up (ENG-13)', () => {
  app.cameras.allowMicrophone()
  expect(app.cameras.soundRetries).toBe(1)
})

test('what runs is shown as it is', () => {
  const running = runningState()
  tell(running)
  expect([shown(), app.store.get(captureStatesAtom).size]).toEqual([running, 1])
})

test('whether the screen stays awake is followed', () => {
  expect(app.store.get(wakeLockAtom)).toEqual({ phase: 'idle' })
  app.cameras.tellWakeLock({ phase: 'refused' })
  expect(app.store.get(wakeLockAtom)).toEqual({ phase: 'refused' })
})
