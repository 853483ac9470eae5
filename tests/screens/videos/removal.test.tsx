import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import VideosScreen from '../../../src/screens/videos'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { pressOn, showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
})
afterEach(() => app.close())

const cards = () => screen.queryAllByRole('article')
const firstCard = () => within(cards()[0] ?? document.body)
const click = (element: HTMLElement) => pressOn(app, element)

it('a recording is removed only after a question, which Cancel answers with nothing (EXT-11)', async () => {
  await showScreen(app, <VideosScreen />)
  expect(cards().length).toBe(2)
  await click(firstCard().getByRole('button', { name: /^Remove Door/ }))
  const question = screen.getByRole('alertdialog', { name: 'Remove this recording?' })
  await click(within(question).getByRole('button', { name: 'Cancel' }))
  expect([screen.queryByRole('alertdialog'), cards().length]).toEqual([null, 2])
  await click(firstCard().getByRole('button', { name: /^Remove Door/ }))
  await click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect([screen.queryByRole('alertdialog'), cards().length]).toEqual([null, 1])
})

it('a recording is kept at the press of a button that says so, and for how long (EXT-12, KEEP-06)', async () => {
  await showScreen(app, <VideosScreen />)
  const keep = () => firstCard().getByRole('button', { name: /^Keep Door/ })
  expect(keep().getAttribute('aria-pressed')).toBe('false')
  await click(keep())
  expect(keep().getAttribute('aria-pressed')).toBe('true')
  fireEvent.focus(keep())
  const told = 'Kept when room is made for new recordings; deleted after 30 days all the same'
  await screen.findByText(told)
})

it('a provider without the extensions shows neither (EXT-02)', async () => {
  await showScreen(app, <VideosScreen />)
  act(() => app.store.set(extensionsAtom, new Set()))
  expect(screen.queryByRole('button', { name: /^(Remove|Keep) / })).toBeNull()
})
