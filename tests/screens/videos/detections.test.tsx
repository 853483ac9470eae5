import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import DashboardScreen from '../../../src/screens/dashboard'
import EventsScreen from '../../../src/screens/events'
import VideosScreen from '../../../src/screens/videos'
import { Player } from '../../../src/screens/videos/player'
import { seen, seenFields } from '../../server/support/detections'
import { jpeg, postClip } from '../../server/support/forms'
import { cameraOnHub, userOf } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  const { id: cameraId } = await cameraOnHub(app)
  const other = { left: 0, top: 0, width: 0.2, height: 0.5 }
  const people = [seen(0, { score: 0.1 }), seen(1000), seen(1000, { box: other }), seen(9000, { score: 0.2 })]
  const startedAt = new Date(app.backend.hub.clock.now() - 60_000).toISOString()
  const fields = { startedAt, thumbnail: jpeg().toString('base64'), ...seenFields(people) }
  const answer = await postClip(app.backend.hub.fastify, userOf(app), { cameraId, fields })
  if (answer.statusCode !== 201) throw new Error(answer.body)
})
afterEach(() => app.close())

/** The picture comes; how many frames lie on it. */
function framesOn(image: HTMLElement): number {
  Object.defineProperty(image, 'naturalWidth', { value: 640 })
  Object.defineProperty(image, 'naturalHeight', { value: 360 })
  fireEvent.load(image)
  return screen.getByTestId('boxes').querySelectorAll('g').length
}

it.each([
  ['events', EventsScreen, 'Picture from Door, 2 people seen'],
  ['videos', VideosScreen, 'Picture from Door, 2 people seen'],
  ['dashboard', DashboardScreen, '2 people seen'],
])(
  '%s frames the people of a picture’s moment and counts them in its name (PERSON-08)',
  async (_name, Screen, name) => {
    await showScreen(app, <Screen />)
    expect(framesOn(screen.getByRole('img', { name }))).toBe(2)
  },
)

it('the player of such a recording counts people in its name and has the switch (PERSON-08)', async () => {
  await showScreen(
    app,
    <>
      <VideosScreen />
      <Player />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Play Door · person' }))
  await act(() => app.settle())
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('Door · person, 2 people seen').tagName).toBe('VIDEO')
  const names = () =>
    dialog.queryAllByRole('button', { name: /boxes$/ }).map((button) => button.getAttribute('aria-label'))
  expect(names()).toEqual(['Hide boxes'])
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'b' })
  expect(names()).toEqual(['Show boxes'])
  fireEvent.click(dialog.getByRole('button', { name: 'Show boxes' }))
  expect(names()).toEqual(['Hide boxes'])
})
