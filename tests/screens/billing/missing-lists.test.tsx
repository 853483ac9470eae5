import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import BillingScreen from '../../../src/screens/billing'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { fakePasskeys } from '../../support/browser/fake-passkeys'
import { answers500, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** By what stands where each list did not come: its call, and what only its answer can say. */
const lists: Readonly<Record<string, readonly [call: string, claim: string]>> = {
  'The members are not here yet.': ['GET /members', '1 of 5 users'],
  'The devices are not here yet.': ['GET /sessions', 'You are signed in nowhere else.'],
  'The passkeys are not here yet.': ['GET /passkeys', 'You have no passkey yet.'],
  'The tokens are not here yet.': ['GET /tokens', 'There is no token yet.'],
  'The webhooks are not here yet.': ['GET /webhooks', 'There is no webhook yet.'],
}
const claims = Object.values(lists).map(([, claim]) => claim)
const shown = (texts: readonly string[]) => texts.filter((text) => screen.queryByText(text) !== null)
const makers = () => screen.queryAllByRole('button', { name: /^(New Token|New Webhook|Add a Passkey)$/ })

it('lists that did not come claim nothing, and come at Try Again (UI-03)', async () => {
  app = await startApp({ tier: 'TEAM', services: { passkeys: fakePasskeys() } })
  await app.signIn('ann@example.org')
  holdTimers()
  const undo = Object.values(lists).map(([call]) => app.backend.play(only(call, answers500)))
  await showScreen(app, <BillingScreen />)
  // The reads' three retries come after 1, 2 and 4 seconds.
  await act(() => pass(app, 7_500))
  expect([shown(Object.keys(lists)), shown(claims), makers()]).toEqual([Object.keys(lists), [], []])
  expect(screen.queryByRole('list', { name: 'Members' })).toBeNull()
  for (const end of undo) end()
  for (const button of screen.getAllByRole('button', { name: 'Try Again' })) fireEvent.click(button)
  await act(() => app.settle())
  expect([shown(Object.keys(lists)), shown(claims), makers().length]).toEqual([[], claims, 3])
  expect(screen.getByRole('list', { name: 'Members' }).textContent).toContain('ann@example.org')
})
