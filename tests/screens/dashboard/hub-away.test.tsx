import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import DashboardScreen from '../../../src/screens/dashboard'
import { PROBE_INTERVAL_MS, probeAtom } from '../../../src/state/hub/connection'
import { cameraOnHub, snapshotOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { offline } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  app.services.session.endTour('dashboard')
})
afterEach(() => app.close())

/** Lets the app ask the hub for a sign of life. */
const probe = () =>
  act(async () => {
    app.backend.hub.clock.advance(5 * PROBE_INTERVAL_MS)
    await app.store.set(probeAtom)
    await app.settle()
  })
const said = (...wanted: readonly string[]) => wanted.filter((words) => document.body.textContent?.includes(words))
/** The green ones at the cameras' names, which have no words. */
const dots = () => screen.getByRole('list', { name: 'Your cameras now' }).querySelectorAll('div:empty').length

it('gives no all-clear while the hub is away, and does again when it is back (DASH-16, X-09, FACE-06)', async () => {
  const { id } = await cameraOnHub(app, 'Porch')
  await snapshotOnHub(app, id)
  await showScreen(app, <DashboardScreen />)
  const clear = ['All cameras online', 'Nothing has moved in the last 24 hours.', 'All has been quiet.', 'is online']
  const unclear = [
    'UnknownWhich cameras are online is not known right now',
    'What moved since the hub last answered is not known. Events show here',
    'What moved since the hub last answered is not known. Events appear here',
    'Last known: All systems online',
    'was online',
  ]
  expect([said(...clear), said(...unclear)]).toEqual([clear, []])
  expect(dots()).toBe(1)
  const comeBack = app.backend.play(offline)
  await probe()
  expect([said(...clear), said(...unclear)]).toEqual([[], unclear])
  expect(dots()).toBe(0)
  await snapshotOnHub(app, id)
  comeBack()
  await probe()
  expect([said(...clear), said(...unclear)]).toEqual([clear, []])
})

it('says of a camera that was off that this is what was known last (DASH-16, FACE-06)', async () => {
  await cameraOnHub(app, 'Porch')
  await showScreen(app, <DashboardScreen />)
  const tile = () => screen.getByRole('list', { name: 'Your cameras now' }).textContent
  expect(tile()).toBe('PorchOFFLINEis offline')
  app.backend.play(offline)
  await probe()
  expect(tile()).toBe('PorchLast known: OFFLINEwas offline')
})

it('says nothing of what was known last where nothing was: the defaults stand (DASH-24)', async () => {
  app.backend.play(offline)
  await showScreen(app, <DashboardScreen />)
  await probe()
  expect([said('0/0'), said('Last known')]).toEqual([['0/0'], []])
})
