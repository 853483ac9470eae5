import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import NotificationsScreen from '../../../src/screens/notifications'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

/** By the words of what is said of a month whose messages are used. */
async function isToldOf(usage: object): Promise<boolean> {
  app.backend.play(only('GET /notifications/usage', answers(200, usage)))
  await showScreen(app, <NotificationsScreen />)
  return screen.queryByText('All of them are used: nothing more is sent until next month.') !== null
}

it.each([
  ['all of them', { used: 100, total: 100, percentage: 100 }],
  ['more than a lower plan has', { used: 40, total: 10, percentage: 100 }],
])(
  'who has used %s is told that nothing is sent any more: channels go on reading Enabled (MSG-05)',
  async (_, usage) => {
    expect(await isToldOf(usage)).toBe(true)
    expect(screen.getByRole('form', { name: 'Email channel' }).textContent).toContain('Enabled')
  },
)

it.each([
  ['some are left', { used: 99, total: 100, percentage: 99 }],
  ['the total is not told', {}],
])('where %s nobody is told that (MSG-05)', async (_, usage) => {
  expect(await isToldOf(usage)).toBe(false)
})
