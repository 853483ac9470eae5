import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DownloadButton } from '../../../src/screens/videos/download-button'
import { transcodersAtom } from '../../../src/state/recordings/transcode-ways'
import { listVideos } from '../../server/support/calls'
import { cameraOnHub, clipsOnHub, userOf } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { done, fakeTranscoders } from '../../support/browser/fake-transcoder'
import { show } from '../../support/render'

let app: TestApp
let ways: ReturnType<typeof fakeTranscoders>
beforeEach(async () => {
  app = await startApp()
  ways = fakeTranscoders()
  app.store.set(transcodersAtom, ways)
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
  const [video] = (await listVideos(app.backend.hub.fastify, userOf(app))).videos
  if (video === undefined) throw new Error('no video')
  show(
    <Provider store={app.store}>
      <DownloadButton video={video} />
    </Provider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await act(() => app.settle())
})
afterEach(() => app.close())

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Preparing MP4|Download)/ })

it('shows how much of the MP4 file is prepared, and cannot be pressed meanwhile', async () => {
  act(() => ways.codecs.call.options.onProgress?.(0.409))
  expect([button().textContent, button().disabled]).toEqual(['Preparing MP4 40 %', true])
  // Read out as well, at its own pace.
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Preparing MP4 \d+ %$/))
  ways.codecs.call.settle(done())
  await act(() => app.settle())
  expect([button().textContent, button().disabled, app.savedFiles.length]).toEqual(['Download', false, 1])
})

it('has a button beside it that cancels that', async () => {
  fireEvent.click(screen.getByRole('button', { name: /^Cancel the download of / }))
  await act(() => app.settle())
  expect([button().textContent, button().disabled, app.savedFiles.length]).toEqual(['Download', false, 0])
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})
