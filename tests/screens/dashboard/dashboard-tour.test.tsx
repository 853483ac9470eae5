import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Link, Route } from 'wouter'
import { DashboardTour } from '../../../src/screens/dashboard/dashboard-tour'
import { startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  history.replaceState(null, '', '/dashboard')
  await showScreen(
    app,
    <>
      <nav>
        <Link href="/cameras">Cameras</Link>
        <Link href="/events">Events</Link>
      </nav>
      <Route path="/dashboard">
        <DashboardTour />
      </Route>
    </>,
  )
  await screen.findByText('1 of 4')
})
afterEach(() => app.close())

const next = (times: number) => {
  for (let time = 0; time < times; time++) fireEvent.click(screen.getByRole('button', { name: 'Next' }))
}
const follow = async (link: string) => {
  fireEvent.click(screen.getByRole('link', { name: link }))
  await act(() => app.settle())
  expect(screen.queryByRole('dialog')).toBeNull()
}
const isWanted = () => app.services.session.isTourWanted('dashboard')

it('is over for whoever follows the link that its last step shows (TOUR-04, TOUR-05)', async () => {
  next(3)
  expect(isWanted()).toBe(true)
  await follow('Cameras')
  expect(isWanted()).toBe(false)
})

it('comes again for whoever goes elsewhere, or goes before its last step', async () => {
  next(3)
  await follow('Events')
  expect(isWanted()).toBe(true)
  act(() => history.back())
  await screen.findByText('1 of 4')
  next(2)
  await follow('Cameras')
  expect(isWanted()).toBe(true)
})
