import { act, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { CaptureFailure, CaptureState } from '../../../src/engine'
import { lessSteps } from '../../../src/engine/pacing/less'
import { CameraPicture } from '../../../src/screens/cameras/camera-picture'
import { noteTamperingAtom } from '../../../src/state/capture/tampering'
import { captureFailureSentences, sightSentences, tamperingWords } from '../../../src/state/messages'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'
import { fakeScrolling } from '../../support/browser/fake-scrolling'
import { show } from '../../support/render'

let app: TestApp
let camera: Camera
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  camera = await cameraOnHub(app)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  return app.close()
})

const pictureOf = (capture: CaptureState | undefined) => (
  <Provider store={app.store}>
    <CameraPicture camera={camera} capture={capture} />
  </Provider>
)
const showPicture = (capture: CaptureState | undefined) => show(pictureOf(capture))

const stream = () => new MediaStream()

const reasons: readonly (readonly [CaptureFailure, RegExp])[] = [
  ['permission-denied', /Allow it beside the address bar/],
  ['no-device', /Connect one/],
  ['device-busy', /Close it/],
  ['device-lost', /Connect it again/],
  ['no-answer', /Reconnect it/],
  ['insecure-page', /Open Nightjar there/],
  ['unknown', /tried again/],
]

it('every failure has its sentence here', () => {
  expect(reasons.map(([reason]) => reason).sort()).toEqual(Object.keys(captureFailureSentences).sort())
})

it.each(reasons)('a camera that failed as %s says so with what helps', (reason, help) => {
  showPicture({ phase: 'failed', reason })
  expect(screen.getByRole('status').textContent).toMatch(help)
})

it('a camera that was tampered with says so over its picture; while it fails, why it does alone (TAMP-05)', () => {
  app.store.set(noteTamperingAtom, { id: camera.id, workspaceId: 'workspace' }, 'covered', 0)
  const { rerender } = showPicture(runningState({ stream: stream() }))
  expect(screen.getByText(tamperingWords.covered.sentence)).toBeTruthy()
  rerender(pictureOf({ phase: 'failed', reason: 'device-lost' }))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    captureFailureSentences['device-lost'],
  ])
})

it('a muted camera says what helps over its picture', () => {
  showPicture(runningState({ stream: stream(), sight: { phase: 'paused', why: 'muted' } }))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'Covered by the system',
    sightSentences.muted,
  ])
  expect(screen.getByLabelText(`Live picture of ${camera.name}`)).toBeTruthy()
})

it('a busy machine shows no live picture, and says why (LESS-01)', () => {
  const pace = { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: lessSteps.slice(0, 6) }
  showPicture(runningState({ stream: stream(), pace }))
  expect(screen.queryByLabelText(`Live picture of ${camera.name}`)).toBe(null)
  expect(screen.getByText(/The camera runs.*this computer is busy/)).toBeTruthy()
})

it('a picture that nobody can see stands still, until it can be seen (LESS-05)', async () => {
  const scroll = fakeScrolling()
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  showPicture(runningState({ stream: stream() }))
  expect(pause).not.toHaveBeenCalled()
  act(() => scroll(false))
  expect([pause.mock.calls.length, play.mock.calls.length]).toEqual([1, 0])
  act(() => scroll(true))
  expect([pause.mock.calls.length, play.mock.calls.length]).toEqual([1, 1])
})

it('a stand-in is told of, a camera that watches as it should says nothing', () => {
  const { unmount } = showPicture(runningState({ stream: stream(), isSubstitute: true }))
  expect(screen.getByRole('status').textContent).toMatch(/another one stands in/)
  unmount()
  showPicture(runningState({ stream: stream() }))
  expect(screen.queryByRole('status')).toBe(null)
})
