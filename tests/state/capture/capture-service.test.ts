import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TamperingWatch, type TamperingWatches } from '../../../src/engine/tampering/tampering-watch'
import { setMotionAtom } from '../../../src/state/cameras/cameras'
import { captureStatesAtom, differenceAtomOf, differencesAtom } from '../../../src/state/cameras/capture-states'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import { isEngineMobileAtom, isMotionUnusableAtom } from '../../../src/state/capture/capture'
import { namingPhaseAtom } from '../../../src/state/capture/inspection'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { keepRecordingAtom } from '../../../src/state/recordings/recording-settings'
import { prepareClipAtom, transcodersAtom } from '../../../src/state/recordings/transcode'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { deleteWorkspaceAtom } from '../../../src/state/workspace/workspace-removal'
import { measurementOf, placeOf, uniform } from '../../engine/tampering/scene-camera'
import { startApp, type TestApp } from '../../support/app'
import { measurement, webcamListed } from '../../support/browser/fake-cameras'
import { fakeLocks } from '../../support/browser/fake-locks'
import { fakeTranscoders } from '../../support/browser/fake-transcoder'
import { manualClock } from '../../support/manual-clock'
import { answers } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

const RESTART_MS = 5_000

let app: TestApp
let cameraId: string
let locks: LockManager
beforeEach(async () => {
  locks = fakeLocks()
  app = await startApp({ locks })
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

/** Opens the cameras screen of a tab whose machine has the camera's device. */
async function openCameras(tab = app): Promise<void> {
  tab.cameras.plug(webcamListed)
  tab.store.set(isCaptureWantedAtom, true)
  tab.cameras.permit({ phase: 'granted' })
  await tab.settle()
}

async function otherTab(): Promise<TestApp> {
  const tab = await startApp({ backend: app.backend, storage: app.storage, locks })
  await openCameras(tab)
  return tab
}

const perhaps = (name: string) =>
  `${name} no longer watches. If you sign in on this machine to the same workspace again, it goes on.`

const runningIn = (tab: TestApp) => [...(tab.cameras.running?.keys() ?? [])]

describe('one tab of a browser runs its cameras (ENG-15)', () => {
  test('the second starts no engine while the first is there, and takes over when it closes', async () => {
    await openCameras()
    const second = await otherTab()
    expect([runningIn(app), second.cameras.startedEngines]).toEqual([[cameraId], 0])
    const first = app
    app = await startApp()
    await first.close()
    await second.settle()
    expect([runningIn(second), second.cameras.startedEngines]).toEqual([[cameraId], 1])
    await second.close()
  })

  test('a tab that closes while it waits starts nothing', async () => {
    await openCameras()
    const second = await otherTab()
    await second.close()
    const third = await otherTab()
    const first = app
    app = await startApp()
    await first.close()
    await third.settle()
    expect([second.cameras.startedEngines, runningIn(third)]).toEqual([0, [cameraId]])
    await third.close()
  })

  test('a tab with nothing to run does not keep another from running', async () => {
    const idle = await startApp({ backend: app.backend, storage: app.storage, locks })
    await idle.settle()
    await openCameras()
    expect(runningIn(app)).toEqual([cameraId])
    await idle.close()
  })

  test('where the browser has no locks, each tab runs them', async () => {
    const tabs = [1, 2].map(() => startApp({ backend: app.backend, storage: app.storage }))
    for (const tab of await Promise.all(tabs)) {
      await openCameras(tab)
      expect(runningIn(tab)).toEqual([cameraId])
    }
    for (const tab of await Promise.all(tabs)) await tab.close()
  })
})

/** Has a camera watched until it is told that it is covered. */
async function coverOn(watches: TamperingWatches, onTamperingOver: () => void): Promise<void> {
  const clock = manualClock()
  let isCovered = false
  const onTampered = () => {
    isCovered = true
  }
  const watch = new TamperingWatch(clock, { onTampered, onTamperingOver })
  watches.set('front', watch)
  watch.begin('front')
  for (let check = 0; check < 80; check++) {
    watch.note(measurementOf(check < 40 ? placeOf(1) : uniform(90)))
    await clock.advance(300)
  }
  expect(isCovered).toBe(true)
}

describe('a motion worker that was lost (ENG-19)', () => {
  const lose = () => app.cameras.tellWorkerState({ phase: 'lost', message: 'out of memory' })
  beforeEach(() => openCameras())

  test('is replaced after 5 s, with the cameras that ran', async () => {
    lose()
    expect([app.cameras.closedEngines, app.cameras.startedEngines]).toEqual([1, 1])
    expect(app.timers.delays()).toEqual([RESTART_MS])
    expect(app.reports).toEqual(['The motion worker was lost; a new one starts.'])
    app.timers.fire()
    await app.settle()
    expect([app.cameras.closedEngines, app.cameras.startedEngines, runningIn(app)]).toEqual([1, 2, [cameraId]])
    expect(app.store.get(isMotionUnusableAtom)).toBe(false)
  })

  test('takes along what its detector of people was at: the next one tells for itself (LABEL-11)', () => {
    app.cameras.tell({ kind: 'naming', phase: 'loading' })
    expect(app.store.get(namingPhaseAtom)).toBe('loading')
    lose()
    expect(app.store.get(namingPhaseAtom)).toBe('idle')
  })

  test('is replaced at the pace of the device as it is then (REC-02, CAM-08)', async () => {
    const isMobile = () => app.store.get(isEngineMobileAtom)
    expect(isMobile()).toBe(false)
    app.cameras.isMobile = true
    expect(isMobile()).toBe(false)
    lose()
    expect(isMobile()).toBeNull()
    app.timers.fire()
    await app.settle()
    expect(isMobile()).toBe(true)
  })

  test('is not replaced after the tab closed', async () => {
    lose()
    const tab = app
    app = await startApp()
    await tab.close()
    tab.timers.fire()
    expect(tab.cameras.startedEngines).toBe(1)
  })

  test('leaves what was done to its cameras to the next one, which ends it where they are wished no more (TAMP-03)', async () => {
    const first = app.cameras.tampering
    lose()
    app.timers.fire()
    await app.settle()
    expect([app.cameras.startedEngines, app.cameras.tampering === first]).toEqual([2, true])
    const over: string[] = []
    await coverOn(first, () => over.push('over'))
    lose()
    expect(over).toEqual([])
    app.store.set(signOutAtom)
    await app.settle()
    expect([app.cameras.startedEngines, over, first.size]).toEqual([2, ['over'], 0])
  })

  test('is not replaced while there is nothing to run', async () => {
    lose()
    app.store.set(signOutAtom)
    app.timers.fire()
    await app.settle()
    expect(app.cameras.startedEngines).toBe(1)
  })

  test('keeps no screen awake after a sign-out, though no engine runs (CAM-32)', async () => {
    const [camera] = app.store.get(localCamerasAtom)
    if (camera === undefined) throw new Error('no local camera')
    await app.store.set(setMotionAtom, camera, true)
    await app.settle()
    expect(app.cameras.isAwake).toBe(true)
    lose()
    app.store.set(signOutAtom)
    await app.settle()
    expect(app.cameras.isAwake).toBe(false)
  })
})

test('the end of a session names the cameras that no longer watch, also in a tab that does not run them (SESS-15)', async () => {
  await openCameras()
  const [camera] = app.store.get(localCamerasAtom)
  if (camera === undefined) throw new Error('no local camera')
  await app.store.set(setMotionAtom, camera, true)
  const second = await otherTab()
  second.timers.fire()
  await second.settle()
  for (const tab of [second, app]) tab.store.set(signOutAtom)
  const text = `${camera.name} no longer watches. Sign in on this machine again, and it goes on.`
  const toasts = [{ kind: 'info', text, durationMs: 10_000 }]
  expect([app.toasts, second.toasts]).toEqual([toasts, toasts])
  await second.close()
})

test('who deletes the workspace is told of its cameras, and not that they go on; another tab not that they surely do (SESS-15)', async () => {
  await openCameras()
  const [camera] = app.store.get(localCamerasAtom)
  if (camera === undefined) throw new Error('no local camera')
  await app.store.set(setMotionAtom, camera, true)
  const second = await otherTab()
  second.timers.fire()
  await second.settle()
  await app.store.set(deleteWorkspaceAtom, 'ann@example.org')
  // As the browser tells other tabs of a change in local storage.
  second.services.session.changed()
  expect(app.toasts.map(({ text }) => text)).toContain(`${camera.name} no longer watches.`)
  expect(second.toasts.map(({ text }) => text)).toEqual([perhaps(camera.name)])
  await second.close()
})

test('a session that ends by itself promises no cameras: a removed member has none (SESS-15)', async () => {
  await openCameras()
  const [camera] = app.store.get(localCamerasAtom)
  if (camera === undefined) throw new Error('no local camera')
  await app.store.set(setMotionAtom, camera, true)
  app.backend.play(answers(401, { code: 'refresh-rejected', message: 'Sign in again.' }))
  await app.store.set(setMotionAtom, camera, false)
  expect(app.toasts.map(({ text }) => text)).toContain(perhaps(camera.name))
})

test('the end of a session tells of no camera where none watched (SESS-15)', async () => {
  await openCameras()
  app.store.set(signOutAtom)
  await app.settle()
  expect(app.toasts).toEqual([])
})

describe('what the log is told of the engine', () => {
  const paths = [
    ['canvas', 'video-callback', true],
    ['video-frame', 'clock', true],
    ['video-frame', 'video-callback', false],
  ] as const

  test.each(paths)('frames by %s, paced by %s: %s', async (frames, pacing, isTold) => {
    app.cameras.framePath = { frames, pacing, why: 'There is no other way.' }
    await openCameras()
    expect(app.reports).toEqual(isTold ? ['There is no other way.'] : [])
  })

  test('plain memory is told, shared memory not', async () => {
    await openCameras()
    app.cameras.tellWorkerState({ phase: 'ready', memory: 'shared' })
    expect(app.reports).toEqual([])
    app.cameras.tellWorkerState({ phase: 'ready', memory: 'plain' })
    expect(app.reports).toEqual(['The page is not isolated: motion is measured in plain memory.'])
  })
})

describe('a clip that is to become MP4 (CLIP-09)', () => {
  beforeEach(async () => {
    await openCameras()
    app.store.set(keepRecordingAtom, cameraId, { isMp4Wanted: true, longestClipMs: 15_000 })
    app.cameras.areChecksLate = true
    app.cameras.tell({ kind: 'measured', cameraId, measurement: measurement(0.01) })
  })

  /** Whether converting begins at once. */
  async function isConverted(): Promise<boolean> {
    const ways = fakeTranscoders()
    app.store.set(transcodersAtom, ways)
    const delivery = new AbortController()
    void app.store.set(prepareClipAtom, cameraId, new Blob(['webm']), 'video/webm', delivery.signal)
    await app.settle()
    delivery.abort()
    return ways.ffmpeg.calls.length > 0
  }

  test('waits while checks come late, and no longer once the late camera has failed', async () => {
    expect(await isConverted()).toBe(false)
    app.cameras.tell({ kind: 'state', cameraId, state: { phase: 'failed', reason: 'device-lost' } })
    app.cameras.areChecksLate = false
    expect(await isConverted()).toBe(true)
  })

  test('waits for no engine that is gone', async () => {
    app.cameras.tellWorkerState({ phase: 'lost', message: 'out of memory' })
    expect(await isConverted()).toBe(true)
  })
})

test('motion that could not be measured can be once a worker is ready', async () => {
  await openCameras()
  app.cameras.tellWorkerState({ phase: 'unusable', message: 'No WebAssembly.' })
  expect(app.store.get(isMotionUnusableAtom)).toBe(true)
  app.cameras.tellWorkerState({ phase: 'ready', memory: 'shared' })
  expect(app.store.get(isMotionUnusableAtom)).toBe(false)
})

test('a camera that stopped leaves neither state nor difference behind', async () => {
  await openCameras()
  const difference = differenceAtomOf(cameraId)
  app.cameras.tell({ kind: 'state', cameraId, state: { phase: 'starting' } })
  app.cameras.tell({ kind: 'measured', cameraId, measurement: measurement(0.03) })
  app.cameras.tell({ kind: 'measured', cameraId: 'other', measurement: measurement(0.5) })
  expect(app.store.get(difference)).toBe(0.03)
  app.cameras.tell({ kind: 'state', cameraId, state: { phase: 'stopped' } })
  expect([app.store.get(captureStatesAtom).size, app.store.get(difference)]).toEqual([0, 0])
  expect(app.store.get(differencesAtom)).toEqual(new Map([['other', 0.5]]))
})
