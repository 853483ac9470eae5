import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FACTS_JOB } from '../../../server/recordings/facts/facts-job'
import VideosScreen from '../../../src/screens/videos'
import { Player } from '../../../src/screens/videos/player'
import { notePlaybackFailedAtom, playingAtom } from '../../../src/state/recordings/playing'
import { postClip } from '../../server/support/forms'
import { cameraOnHub, userOf } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { padded, webmFilm } from '../../support/films'
import { showScreen } from '../../support/show-screen'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

async function open(bytes: Buffer, isRead: boolean): Promise<HTMLElement> {
  const { fastify, hub } = app.backend.hub
  await postClip(fastify, userOf(app), { cameraId, bytes })
  if (isRead) await hub.jobs.runNow(FACTS_JOB)
  await showScreen(
    app,
    <>
      <VideosScreen />
      <Player />
    </>,
  )
  return screen.findByRole('article')
}

const film = padded(webmFilm({ durationMs: 15_000, width: 1280, height: 720 }), 5_000, 7)
const headAlone = webmFilm().subarray(0, 185)

it('a card tells length and size of a film, the player its codec and sound too (FACT-07)', async () => {
  const card = await open(film, true)
  expect(within(card).getByText('0:15, 1280 × 720')).toBeDefined()
  fireEvent.click(within(card).getByRole('button', { name: /^Play / }))
  await act(() => app.settle())
  expect(within(await screen.findByRole('dialog')).getByText('0:15, 1280 × 720, VP8, no sound')).toBeDefined()
})

it('a film that was not read yet has an empty line in its place (FACT-07)', async () => {
  const card = await open(film, false)
  expect([...card.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain('\u00a0')
})

it('what cannot be played says so, on its card and where it is opened (FACT-04)', async () => {
  const card = await open(headAlone, true)
  expect(within(card).getByText('Cannot be played')).toBeDefined()
  fireEvent.click(within(card).getByRole('button', { name: /^Play / }))
  await act(() => app.settle())
  const playing = app.store.get(playingAtom)
  await act(async () => {
    // What a browser tells of it.
    if (playing.phase === 'open')
      await app.store.set(notePlaybackFailedAtom, playing.url, { isNetwork: false, atSec: 0 })
  })
  expect(within(await screen.findByRole('dialog')).getByText(/^The hub found no film in the file/)).toBeDefined()
})
