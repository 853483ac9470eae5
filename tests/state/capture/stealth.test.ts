import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setMotionAtom } from '../../../src/state/cameras/cameras'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import {
  enterStealthAtom,
  isStealthAvailableAtom,
  isStealthOfferedAtom,
  leaveStealthAtom,
  offerStealthAtom,
  STEALTH_HINT_MS,
  STEALTH_OFFER_DELAY_MS,
  stealthAtom,
  toggleStealthAtom,
} from '../../../src/state/capture/stealth'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { startApp, type TestApp } from '../../support/app'
import { runningState, webcamListed } from '../../support/browser/fake-cameras'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

const isAvailable = () => app.store.get(isStealthAvailableAtom)
const phase = () => app.store.get(stealthAtom).phase

/** Opens the cameras screen on the camera's machine; the engine starts, and the camera with it. */
async function openCameras(): Promise<void> {
  app.watch(isStealthAvailableAtom)
  app.cameras.plug(webcamListed)
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
}

const stream = () => app.cameras.tell({ kind: 'state', cameraId, state: runningState({ motion: { phase: 'off' } }) })

async function turnMotion(isOn: boolean): Promise<void> {
  const [camera] = app.store.get(localCamerasAtom)
  if (camera === undefined) throw new Error('no local camera')
  await app.store.set(setMotionAtom, camera, isOn)
  await app.settle()
}

describe('availability (STEALTH-04, X-37)', () => {
  test('none without an active camera: entering and the key do nothing', async () => {
    await openCameras()
    expect(isAvailable()).toBe(false)
    app.store.set(enterStealthAtom)
    expect([phase(), app.store.set(toggleStealthAtom), phase()]).toEqual(['off', false, 'off'])
    expect(app.cameras.isAwake).toBe(false)
  })

  test('a camera that streams in this tab is active, with motion off', async () => {
    await openCameras()
    stream()
    expect(isAvailable()).toBe(true)
    app.cameras.tell({ kind: 'state', cameraId, state: { phase: 'stopped' } })
    expect([app.store.get(captureStatesAtom).size, isAvailable()]).toEqual([0, false])
  })

  test('a camera of this machine with motion on is active, also before it streams', async () => {
    await openCameras()
    await turnMotion(true)
    expect(isAvailable()).toBe(true)
    await turnMotion(false)
    expect(isAvailable()).toBe(false)
  })

  test('a camera of another machine is not', async () => {
    app.watch(isStealthAvailableAtom)
    app.store.set(isCaptureWantedAtom, true)
    await app.settle()
    expect(isAvailable()).toBe(false)
  })

  test('no call is made for it on a machine without cameras', async () => {
    app.watch(isStealthAvailableAtom)
    await app.settle()
    expect(app.backend.sentTo('GET /cameras')).toEqual([])
  })
})

describe('stealth mode', () => {
  beforeEach(async () => {
    await openCameras()
    stream()
  })

  test('toggles on and off (STEALTH-02)', () => {
    expect([app.store.set(toggleStealthAtom), phase()]).toEqual([true, 'hinting'])
    expect([app.store.set(toggleStealthAtom), phase()]).toEqual([true, 'off'])
  })

  test('shows its hint for 10 s (STEALTH-07)', () => {
    app.store.set(enterStealthAtom)
    expect(app.timers.delays()).toContain(STEALTH_HINT_MS)
    expect(STEALTH_HINT_MS).toBe(10_000)
    app.timers.fire()
    expect(phase()).toBe('dark')
  })

  test('stays off once left, whatever timer is still running (STEALTH-07)', () => {
    app.store.set(enterStealthAtom)
    app.store.set(leaveStealthAtom)
    app.timers.fire()
    expect(phase()).toBe('off')
  })

  test('stays on when its camera stops: the screen does not light up by itself', () => {
    app.store.set(enterStealthAtom)
    app.cameras.tell({ kind: 'state', cameraId, state: { phase: 'stopped' } })
    expect([isAvailable(), phase()]).toEqual([false, 'hinting'])
    expect([app.store.set(toggleStealthAtom), phase()]).toEqual([true, 'off'])
  })

  test('leaves the cameras as they run', () => {
    const before = app.cameras.running
    app.store.set(enterStealthAtom)
    expect(app.cameras.running).toBe(before)
    expect(app.cameras.running?.size).toBe(1)
  })
})

describe('the screen stays awake (STEALTH-08)', () => {
  beforeEach(async () => {
    await openCameras()
    stream()
  })

  test('while stealth mode is on, and no longer', () => {
    expect(app.cameras.isAwake).toBe(false)
    app.store.set(enterStealthAtom)
    expect(app.cameras.isAwake).toBe(true)
    app.store.set(leaveStealthAtom)
    expect(app.cameras.isAwake).toBe(false)
  })

  test('for motion after stealth mode was left (CAM-32)', async () => {
    await turnMotion(true)
    app.store.set(enterStealthAtom)
    app.store.set(leaveStealthAtom)
    expect(app.cameras.isAwake).toBe(true)
    await turnMotion(false)
    expect(app.cameras.isAwake).toBe(false)
  })

  test('for stealth mode after motion was turned off', async () => {
    await turnMotion(true)
    app.store.set(enterStealthAtom)
    await turnMotion(false)
    expect(app.cameras.isAwake).toBe(true)
    app.store.set(leaveStealthAtom)
    expect(app.cameras.isAwake).toBe(false)
  })
})

describe('the floating button (STEALTH-03, X-38)', () => {
  const isOffered = () => app.store.get(isStealthOfferedAtom)

  test('comes 2 s after a camera became active', () => {
    app.store.set(offerStealthAtom, true)
    expect([isOffered(), app.timers.delays().includes(STEALTH_OFFER_DELAY_MS)]).toEqual([false, true])
    expect(STEALTH_OFFER_DELAY_MS).toBe(2_000)
    app.timers.fire()
    expect(isOffered()).toBe(true)
    app.store.set(offerStealthAtom, false)
    expect(isOffered()).toBe(false)
  })

  test('does not come once no camera is active any more', () => {
    app.store.set(offerStealthAtom, true)
    app.store.set(offerStealthAtom, false)
    app.timers.fire()
    expect(isOffered()).toBe(false)
  })
})
