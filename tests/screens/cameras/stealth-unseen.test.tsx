import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import CamerasScreen from '../../../src/screens/cameras'
import { StealthMode } from '../../../src/screens/cameras/stealth/stealth-mode'
import LiveWall from '../../../src/screens/live'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { enterStealthAtom, leaveStealthAtom } from '../../../src/state/capture/stealth'
import { heardViewing, startWatching } from '../../state/live/support'
import { cameraOnHub, snapshotOnHub } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'
import { fakeScrolling } from '../../support/browser/fake-scrolling'
import { showScreen } from '../../support/show-screen'

const enter = ({ store }: TestApp) => act(() => store.set(enterStealthAtom))
const leave = ({ store }: TestApp) => act(() => store.set(leaveStealthAtom))

describe('the cameras below the black screen', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ tier: 'PRO' })
    app.storage.setItem('showCamerasTutorial', 'false')
    await app.signIn()
    const here = await cameraOnHub(app, 'Desk')
    await snapshotOnHub(app, (await cameraOnHub(app, 'Elsewhere')).id)
    app.store.set(captureStatesAtom, new Map([[here.id, runningState({ stream: new MediaStream() })]]))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await app.close()
    vi.useRealTimers()
  })

  const open = () =>
    showScreen(
      app,
      <>
        <CamerasScreen />
        <StealthMode />
      </>,
    )

  it('are not asked for snapshots, and at once when it goes; the list is read on (LESS-05, X-53)', async () => {
    holdTimers()
    await open()
    const reads = (what: 'screenshots' | 'cameras') => app.backend.sentTo(`GET /${what}`).length
    enter(app)
    const before = { pictures: reads('screenshots'), lists: reads('cameras') }
    await act(() => pass(app, 10_000))
    expect([reads('screenshots') - before.pictures, reads('cameras') - before.lists]).toEqual([0, 1])
    leave(app)
    await act(() => app.settle())
    expect(reads('screenshots')).toBe(before.pictures + 1)
    await act(() => pass(app, 2_500))
    expect(reads('screenshots')).toBe(before.pictures + 2)
  })

  it('are not drawn (LESS-05)', async () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    await open()
    enter(app)
    expect(pause.mock.contexts).toEqual([screen.getByLabelText('Live picture of Desk')])
    leave(app)
    expect(play).toHaveBeenCalledOnce()
  })

  it('are seen again by whoever is signed out (LESS-05)', async () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
    const { unmount } = await open()
    enter(app)
    unmount()
    pause.mockClear()
    await open()
    expect(pause).not.toHaveBeenCalled()
  })
})

it('the wall looks through no camera while the screen is black (LIVE-88)', async () => {
  const watching = await startWatching({ tier: 'TEAM' })
  onTestFinished(watching.close)
  onTestFinished(() => void vi.unstubAllGlobals())
  const scroll = fakeScrolling()
  const tab = await watching.offer()
  watching.app.store.set(captureStatesAtom, new Map([['another', runningState({ stream: new MediaStream() })]]))
  await showScreen(
    watching.app,
    <>
      <LiveWall />
      <StealthMode />
    </>,
  )
  act(() => scroll(true))
  const first = await heardViewing(tab)
  enter(watching.app)
  await tab.hears('end', ({ viewingId }) => viewingId === first.viewingId)
  leave(watching.app)
  await heardViewing(tab, 1)
})
