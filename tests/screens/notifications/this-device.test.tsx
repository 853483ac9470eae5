import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import NotificationsScreen from '../../../src/screens/notifications'
import type { PushPlatform } from '../../../src/state/services'
import { startApp, type TestApp } from '../../support/app'
import { type FakePush, fakePush } from '../../support/browser/fake-push'
import { withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
let push: FakePush
beforeEach(() => {
  push = fakePush()
})
afterEach(() => app.close())

async function open(platform: PushPlatform = push) {
  app = await startApp({ services: { push: platform } })
  await app.signIn()
  await showScreen(app, <NotificationsScreen />)
}
async function press(name: string) {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await app.settle()
  })
}
const isThere = (name: string) => screen.queryByRole('button', { name }) !== null

it('one press turns this device on; then it can be tried and turned off, and stands in the list (PUSH-13)', async () => {
  await open()
  expect(screen.getByText('None of your devices is told yet. Turn it on at each of them.')).toBeDefined()
  await press('Notify This Device')
  const list = screen.getByRole('list', { name: 'Your devices that are told' })
  expect(list.textContent).toContain('This device')
  expect(list.textContent).toContain('nothing sent yet')
  expect([isThere('Test This Device'), isThere('Turn Off Here')]).toEqual([true, true])
  await press('Turn Off Here')
  expect(isThere('Notify This Device')).toBe(true)
})

it('blocked in the browser, it says what to do there, and goes on by itself once it is allowed (PUSH-13)', async () => {
  push.set({ permission: 'denied' })
  await open()
  expect(screen.getByText(/This browser blocks notifications of this page\./)).toBeDefined()
  expect(isThere('Notify This Device')).toBe(false)
  act(() => push.set({ permission: 'default' }))
  expect(isThere('Notify This Device')).toBe(true)
})

it.each([
  ['insecure', /https or on localhost/],
  ['home-screen', /Add to Home Screen/],
  ['browser', /another one, such as Chrome or Firefox/],
] as const)('where that cannot be (%s), it says what helps (PUSH-13)', async (obstacle, words) => {
  await open({ ...fakePush(), obstacle })
  expect(screen.getByText(words)).toBeDefined()
  expect(isThere('Notify This Device')).toBe(false)
})

it('what failed is said beside the button, for another try (PUSH-13)', async () => {
  push.failure = { kind: 'failed', problem: 'no push service' }
  await open()
  await press('Notify This Device')
  expect(screen.getByText(/push service did not answer/)).toBeDefined()
  push.failure = null
  await press('Notify This Device')
  expect(isThere('Turn Off Here')).toBe(true)
})

it('a provider without pushes shows nothing of it (PUSH-13)', async () => {
  app = await startApp({ services: { push } })
  app.backend.play(withoutExtensions)
  await app.signIn()
  await showScreen(app, <NotificationsScreen />)
  expect(screen.queryByText('This Device')).toBeNull()
})
