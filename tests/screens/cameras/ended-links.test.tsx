import { act } from '@testing-library/react'
import { Provider } from 'jotai/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { CaptureState } from '../../../src/engine'
import { CameraPicture } from '../../../src/screens/cameras/camera-picture'
import { WatchRow } from '../../../src/screens/dashboard/watch-row'
import { LivePicture } from '../../../src/screens/live/live-picture'
import { screenshotsQueryAtom, snapshotUrlsAtom } from '../../../src/state/snapshots/snapshots'
import { cameraOnHub, snapshotOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { answers, answers500, only } from '../../support/scenarios'

let app: TestApp
let camera: Camera
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  camera = await cameraOnHub(app)
  await snapshotOnHub(app, camera.id)
  // As another screen shows them.
  const leaves = app.store.sub(snapshotUrlsAtom, () => undefined)
  await app.settle()
  leaves()
})
afterEach(() => app.close())

const pictures: readonly (readonly [string, () => ReactElement])[] = [
  ['the card', () => <CameraPicture camera={camera} capture={undefined} />],
  ['the dashboard', () => <WatchRow />],
  ['the live view', () => <LivePicture camera={camera} viewing={{ phase: 'connecting' }} fit="cover" />],
]

it.each(pictures)('%s fetches no picture by a link of 15 s ago, but by the next (HUB-16)', async (_where, picture) => {
  const shown = show(<Provider store={app.store}>{picture()}</Provider>)
  const urls = () => [...shown.container.querySelectorAll('img')].map(({ src }) => src)
  await act(() => app.settle())
  const [first] = urls()
  expect(first).toMatch(/\/media\//)
  // What shows stays while the hub does not answer.
  app.backend.hub.clock.advance(15_000)
  const end = app.backend.play(only('GET /screenshots', answers500))
  void app.store.get(screenshotsQueryAtom).refetch()
  await act(() => app.settle())
  expect(urls()).toEqual([first])
  end()
  shown.unmount()
  const again = show(<Provider store={app.store}>{picture()}</Provider>)
  expect(again.container.querySelectorAll('img')).toHaveLength(0)
  await act(() => app.store.get(screenshotsQueryAtom).refetch())
  const [next] = [...again.container.querySelectorAll('img')].map(({ src }) => src)
  expect([next === undefined, next === first]).toEqual([false, false])
})

it.each(pictures)('%s shows it again where another provider names the same link for good', async (_where, picture) => {
  const link = app.store.get(snapshotUrlsAtom).get(camera.id)
  app.backend.play(only('GET /screenshots', answers(200, [{ cameraId: camera.id, screenshotUrl: link }])))
  app.backend.hub.clock.advance(15_000)
  const shown = show(<Provider store={app.store}>{picture()}</Provider>)
  expect(shown.container.querySelectorAll('img')).toHaveLength(0)
  await act(() => app.store.get(screenshotsQueryAtom).refetch())
  expect(shown.container.querySelectorAll('img')).toHaveLength(1)
})

it.each(pictures)('%s fetches at once by one that is younger', async (_where, picture) => {
  app.backend.hub.clock.advance(14_999)
  const shown = show(<Provider store={app.store}>{picture()}</Provider>)
  expect(shown.container.querySelectorAll('img')).toHaveLength(1)
})

it('the card of a camera that stops here fetches no picture by a link of before (HUB-16)', () => {
  const card = (capture: CaptureState | undefined) => (
    <Provider store={app.store}>
      <CameraPicture camera={camera} capture={capture} />
    </Provider>
  )
  const shown = show(card({ phase: 'starting' }))
  app.backend.hub.clock.advance(15_000)
  shown.rerender(card(undefined))
  expect(shown.container.querySelectorAll('img')).toHaveLength(0)
})
