import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import BillingScreen from '../../src/screens/billing'
import LoginScreen from '../../src/screens/login'
import NotificationsScreen from '../../src/screens/notifications'
import PairScreen from '../../src/screens/pair'
import { startApp, type TestApp } from '../support/app'
import { fakePush } from '../support/browser/fake-push'
import { answers500, only, type Slow, slow } from '../support/scenarios'
import { showScreen } from '../support/show-screen'

interface Case {
  readonly name: string
  /** Told beside it meanwhile. */
  readonly words: string
  readonly call: string
  readonly screen: ReactElement
  readonly isSignedIn: boolean
  readonly prepare?: () => void | Promise<void>
}

const type = (label: string, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) =>
  act(async () => {
    screen.getAllByRole('button', { name })[0]?.click()
    await app.settle()
  })
const onBilling = { screen: <BillingScreen />, isSignedIn: true, words: 'Opening' }
const onNotifications = { screen: <NotificationsScreen />, isSignedIn: true }

const cases: readonly Case[] = [
  {
    name: 'Secure Sign In',
    words: 'Sending the code',
    call: 'POST /auth/request-otp',
    screen: <LoginScreen />,
    isSignedIn: false,
    prepare: () => type('Email', 'ann@example.org'),
  },
  {
    name: 'Use this device as a camera',
    words: 'Signing in',
    call: 'POST /pairings/redeem',
    screen: <PairScreen />,
    isSignedIn: false,
  },
  { ...onNotifications, name: 'Test Integration', words: 'Sending the test', call: 'POST /notifications/test' },
  {
    ...onNotifications,
    name: 'Save',
    words: 'Saving',
    call: 'PUT /wsconfig/integrations',
    prepare: () => type('Email Address', 'bob@example.org'),
  },
  {
    ...onNotifications,
    name: 'Test This Device',
    words: 'Sending the test',
    call: 'POST /push/test',
    prepare: () => press('Notify This Device'),
  },
  { ...onBilling, name: 'Manage Subscription', call: 'POST /billing/portal' },
  { ...onBilling, name: 'Upgrade', call: 'POST /billing/subscription/checkout' },
]

let app: TestApp
let line: Slow
afterEach(async () => {
  line.letGo()
  history.replaceState(null, '', '/')
  await app.close()
})

it.each(cases)(
  'at work $name is called as before, takes no press and says beside itself what it does (AUTH-09, AUTH-12, UI-04)',
  async (one) => {
    history.replaceState(null, '', '/pair#token')
    app = await startApp({ services: { push: fakePush() } })
    if (one.isSignedIn) await app.signIn()
    await showScreen(app, one.screen)
    await one.prepare?.()
    line = slow()
    app.backend.play(only(one.call, (request, next) => line.scenario(request, (held) => answers500(held, next))))
    const button = () => screen.getAllByRole<HTMLButtonElement>('button', { name: one.name })[0]
    const takesPresses = () => button()?.disabled === false && button()?.getAttribute('aria-disabled') !== 'true'
    expect([takesPresses(), screen.queryByText(one.words)]).toEqual([true, null])
    await act(async () => button()?.click())
    await act(() => line.arrived())
    expect([takesPresses(), button()?.querySelector('.chakra-spinner')?.getAttribute('aria-hidden')]).toEqual([
      false,
      'true',
    ])
    expect(screen.getByText(one.words).getAttribute('role')).toBe('status')
    line.letGo()
    await act(() => app.settle())
    expect(screen.queryByText(one.words)).toBeNull()
  },
)
