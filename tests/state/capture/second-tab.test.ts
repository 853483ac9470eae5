import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedStream } from '../../../src/engine/capture'
import { setMotionAtom } from '../../../src/state/cameras/cameras'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import { recordingTabAtom } from '../../../src/state/capture/recording-tab'
import { tabPreviewsAtom } from '../../../src/state/capture/tab-previews'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { startApp, type TestApp } from '../../support/app'
import { fakeCameras, fakeStream, webcamListed } from '../../support/browser/fake-cameras'
import { fakeLocks } from '../../support/browser/fake-locks'
import { FakeStream } from '../../support/browser/fake-media'
import { fakeTabs } from '../../support/browser/fake-tabs'
import { deferred } from '../../support/deferred'
import { cameraOnHub } from '../support/hub-data'

const TURN_MS = 500
const LOOK_AGAIN_MS = 5_000

let newTab = fakeTabs()
let locks = fakeLocks()
let first: TestApp
let second: TestApp
let cameraId: string
beforeEach(async () => {
  newTab = fakeTabs()
  locks = fakeLocks()
  first = await startApp({ locks, cameras: fakeCameras(newTab()) })
  await first.signIn()
  cameraId = (await cameraOnHub(first)).id
  first.cameras.title = 'Dashboard'
  await run(first)
  second = await startApp({ ...sharing(), cameras: fakeCameras(newTab()) })
  await run(second)
})
afterEach(async () => {
  await second.close()
  await first.close()
})

const sharing = () => ({ backend: first.backend, storage: first.storage, locks })

async function run(tab: TestApp): Promise<void> {
  tab.cameras.plug(webcamListed)
  tab.store.set(isCaptureWantedAtom, true)
  tab.cameras.permit({ phase: 'granted' })
  await tab.settle()
}

/** The second tab finds out that it is not its turn, and shows its cameras screen. */
async function look(): Promise<void> {
  second.timers.fire()
  second.watch(tabPreviewsAtom)
  await second.settle()
}

async function closeFirst(): Promise<void> {
  const closing = first
  first = await startApp()
  await closing.close()
  await second.settle()
}

const recording = (tab = second) => tab.store.get(recordingTabAtom)
const previews = () => [...second.store.get(tabPreviewsAtom)]
const opened = () => ({ kind: 'open', stream: fakeStream(), hasAudio: false, isSubstitute: false }) as const

describe('which tab records (ENG-15)', () => {
  test('the first knows at once, the second after half a second, with the title and since when', async () => {
    expect([recording(first), recording()]).toEqual([{ phase: 'here' }, { phase: 'unknown' }])
    expect([first.timers.delays(), second.timers.delays()]).toEqual([[], [TURN_MS]])
    await look()
    const tab = { sinceMs: first.services.nowMs(), title: 'Dashboard' }
    expect(recording()).toEqual({ phase: 'elsewhere', tab })
  })

  test('the first never says that another one does, however long its engine takes to load', async () => {
    const engine = deferred<void>()
    const cameras = { ...fakeCameras(fakeTabs()()), prepareEngine: () => engine.promise }
    const slow = await startApp({ backend: first.backend, storage: first.storage, locks: fakeLocks(), cameras })
    await run(slow)
    expect([recording(slow), slow.timers.delays()]).toEqual([{ phase: 'unknown' }, []])
    engine.resolve()
    await slow.settle()
    expect(recording(slow)).toEqual({ phase: 'here' })
    await slow.close()
  })

  test('the second asks again while it is looked at, since the first may show another screen', async () => {
    await look()
    first.cameras.title = 'Events'
    expect(second.timers.delays()).toEqual([LOOK_AGAIN_MS])
    second.timers.fire()
    await second.settle()
    expect(recording()).toMatchObject({ tab: { title: 'Events' } })
  })

  test('a first tab that does not answer is told of without its title', async () => {
    await second.close()
    second = await startApp({ ...sharing(), cameras: fakeCameras(fakeTabs()()) })
    await run(second)
    await look()
    expect(recording()).toEqual({ phase: 'elsewhere', tab: null })
  })

  test('when the first closes the second takes over, and says so to a third', async () => {
    await look()
    const third = await startApp({ ...sharing(), cameras: fakeCameras(newTab()) })
    await run(third)
    third.timers.fire()
    await third.settle()
    second.cameras.title = 'Videos'
    await closeFirst()
    expect([recording(), second.cameras.startedEngines]).toEqual([{ phase: 'here' }, 1])
    expect([recording(third), third.cameras.startedEngines]).toMatchObject([{ tab: { title: 'Videos' } }, 0])
    await third.close()
  })

  test('only the tab that records answers', async () => {
    await look()
    second.cameras.title = 'Not this one'
    const third = await startApp({ ...sharing(), cameras: fakeCameras(newTab()) })
    await run(third)
    third.timers.fire()
    await third.settle()
    expect(recording(third)).toMatchObject({ tab: { title: 'Dashboard' } })
    await third.close()
  })

  test('where the browser has no locks every tab records, and says nothing of others', async () => {
    const { backend, storage } = first
    const free = await startApp({ backend, storage, cameras: fakeCameras(newTab()) })
    await run(free)
    const other = await startApp({ backend, storage, cameras: fakeCameras(newTab()) })
    await run(other)
    expect([recording(free), recording(other)]).toEqual([{ phase: 'here' }, { phase: 'here' }])
    await free.close()
    await other.close()
  })

  test('a tab alone hears nothing and is never in doubt', async () => {
    await second.close()
    expect([recording(first), first.timers.delays()]).toEqual([{ phase: 'here' }, []])
  })

  test('what other versions of the app say is not minded', async () => {
    await look()
    const before = recording()
    const other = newTab()
    for (const message of [null, 7, {}, { kind: 'recording', sinceMs: 'then', title: 1 }, { kind: 'new' }]) {
      other.tell(message)
    }
    await second.settle()
    expect([recording(), recording(first)]).toEqual([before, { phase: 'here' }])
  })
})

test('a second tab keeps the screen awake while a camera watches, as the first may be behind it (CAM-30, CAM-32)', async () => {
  const turnMotion = async (isOn: boolean) => {
    const [camera] = second.store.get(localCamerasAtom)
    if (camera === undefined) throw new Error('no local camera')
    await second.store.set(setMotionAtom, camera, isOn)
    await second.settle()
  }
  await turnMotion(true)
  expect([second.cameras.startedEngines, second.cameras.isAwake]).toEqual([0, true])
  await turnMotion(false)
  expect(second.cameras.isAwake).toBe(false)
})

describe('the live picture in a tab that does not record (ENG-15)', () => {
  test('shows while the cameras screen is open and in front, without detection; looking keeps no screen awake', async () => {
    const { stream } = opened()
    const asked: string[] = []
    second.cameras.openPreviewOf = async (deviceId) => {
      asked.push(deviceId)
      return { ...opened(), stream }
    }
    await look()
    expect([asked, previews()]).toEqual([['device-1'], [[cameraId, stream]]])
    expect([second.cameras.startedEngines, second.cameras.isAwake]).toEqual([0, false])
    second.cameras.turn(false)
    expect([previews(), second.cameras.stoppedPreviews]).toEqual([[], [stream]])
    expect(second.timers.delays()).toEqual([])
    second.cameras.turn(true)
    await second.settle()
    expect([asked.length, previews()]).toEqual([2, [[cameraId, stream]]])
  })

  test('is not opened while no screen shows it', async () => {
    second.timers.fire()
    await second.settle()
    const leave = second.store.sub(tabPreviewsAtom, () => undefined)
    await second.settle()
    expect(previews().length).toBe(1)
    leave()
    expect([previews(), second.cameras.stoppedPreviews.length]).toEqual([[], 1])
  })

  test('is not opened in the tab that records, nor without permission', async () => {
    let asked = 0
    first.cameras.openPreviewOf = async () => {
      asked++
      return opened()
    }
    first.watch(tabPreviewsAtom)
    await first.settle()
    second.cameras.permit({ phase: 'denied' })
    await look()
    expect([asked, previews()]).toEqual([0, []])
  })

  test('ends when this tab takes over: the device is opened once', async () => {
    await look()
    await closeFirst()
    expect([previews(), second.cameras.stoppedPreviews.length]).toEqual([[], 1])
    expect([...(second.cameras.running?.keys() ?? [])]).toEqual([cameraId])
  })

  test('is tried again after 5 s when it does not open, or another device would stand in', async () => {
    const answers: OpenedStream[] = [
      { kind: 'failed', reason: 'device-busy' },
      { ...opened(), isSubstitute: true },
      opened(),
    ]
    second.cameras.openPreviewOf = async () => answers.shift() ?? opened()
    await look()
    expect(previews()).toEqual([])
    second.timers.fire()
    await second.settle()
    expect([previews(), second.cameras.stoppedPreviews.length]).toEqual([[], 1])
    second.timers.fire()
    await second.settle()
    expect(previews().length).toBe(1)
  })

  test('comes back within 5 s after its track ended', async () => {
    const stream = new FakeStream('video')
    second.cameras.openPreviewOf = async () => ({ ...opened(), stream: stream.asMediaStream })
    await look()
    stream.tracks[0]?.lose()
    expect(previews()).toEqual([])
    second.cameras.openPreviewOf = async () => opened()
    second.timers.fire()
    await second.settle()
    expect(previews().length).toBe(1)
  })

  test('is stopped when it comes after nobody looks any more', async () => {
    const answer = deferred<OpenedStream>()
    second.cameras.openPreviewOf = () => answer.promise
    await look()
    second.cameras.turn(false)
    const late = opened()
    answer.resolve(late)
    await second.settle()
    expect([previews(), second.cameras.stoppedPreviews]).toEqual([[], [late.stream]])
  })

  test('is stopped when the tab closes while it is looked at', async () => {
    second.timers.fire()
    const leave = second.store.sub(tabPreviewsAtom, () => undefined)
    await second.settle()
    await second.close()
    expect([second.cameras.stoppedPreviews.length, second.timers.delays()]).toEqual([1, []])
    leave()
  })
})
