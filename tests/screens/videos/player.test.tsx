import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import VideosScreen from '../../../src/screens/videos'
import { Player } from '../../../src/screens/videos/player'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { only, slow } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const next = () => screen.getByRole('button', { name: 'Next recording' })
const isOver = () => next().getAttribute('aria-disabled') === 'true'
const press = (button: HTMLElement | undefined) => pressOn(app, button)

it('opens a file that failed anew, and says that it cannot be played where it fails again (UI-09)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
  await showScreen(
    app,
    <>
      <VideosScreen />
      <Player />
    </>,
  )
  await press(screen.getAllByRole('button', { name: /^Play / })[0])
  // This document has no word for what its films tell.
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  const film = () => document.querySelector('video')
  const words = () => screen.queryByText(/^This browser cannot play this recording/)
  const fail = async (element: HTMLVideoElement | null) => {
    if (element !== null) fireEvent.error(element)
    await act(() => app.settle())
  }
  const first = film()
  if (first !== null) first.currentTime = 4
  await fail(first)
  expect([film() === null, film() === first, words()]).toEqual([false, false, null])
  // Its link ran out while somebody looked at it: it goes on from there.
  expect(film()?.currentTime).toBe(4)
  await fail(film())
  expect([film(), words() === null]).toEqual([null, false])
  vi.unstubAllGlobals()
})

it('counts all recordings, and goes on behind those that are loaded, which it says (VID-21)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
  await showScreen(
    app,
    <>
      <VideosScreen />
      <Player />
    </>,
  )
  await press(screen.getAllByRole('button', { name: /^Play / }).at(-1))
  expect([screen.getByText('6 of 7') !== null, isOver()]).toEqual([true, false])
  const line = slow()
  const stop = app.backend.play(only('GET /videos', line.scenario))
  fireEvent.click(next())
  await act(() => line.arrived())
  expect(screen.getByText('Loading more')).toBeDefined()
  stop()
  line.letGo()
  await act(() => app.settle())
  expect([screen.getByText('7 of 7') !== null, isOver()]).toEqual([true, true])
})
