import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import BillingScreen from '../../../src/screens/billing'
import { userOf } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers500, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

it('has the buttons and the plan of FREE once a second attempt at the workspace has failed, and its own when it comes (BILL-03, BILL-07, X-19)', async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  const stop = app.backend.play(only(`GET /workspaces/${userOf(app).workspaceId}`, answers500))
  holdTimers()
  await showScreen(app, <BillingScreen />)
  const words = () =>
    ['Basic', 'Pro', 'Team'].map((plan) =>
      within(screen.getByRole('article', { name: plan }))
        .queryAllByRole('button')
        .map(({ textContent }) => textContent)
        .join(),
    )
  const unknown = () => screen.queryByText(/^Your subscription is not known right now/)
  await act(() => pass(app, 999))
  expect([words(), unknown()]).toEqual([['', '', ''], null])
  await act(() => pass(app, 1))
  expect(words()).toEqual(['Current Plan', 'Upgrade', 'Coming Soon'])
  expect(unknown()).not.toBeNull()
  stop()
  await act(() => pass(app, 2_000))
  expect([words(), unknown()]).toEqual([['Downgrade', 'Current Plan', 'Coming Soon'], null])
})
