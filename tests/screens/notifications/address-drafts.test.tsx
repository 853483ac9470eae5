import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import NotificationsScreen from '../../../src/screens/notifications'
import { changeConfigAtom } from '../../../src/state/notifications/settings'
import { startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const slackAddress = () => screen.getByLabelText('Slack Webhook URL')
const emailAddress = () => screen.getByLabelText('Email Address')
const typed = 'https://hooks.slack.com/services/T/B/x'

it('an address that is typed and not saved is still there after a look at another screen, for who typed it (NOTIF-10)', async () => {
  await showScreen(app, <NotificationsScreen />)
  fireEvent.change(slackAddress(), { target: { value: typed } })
  cleanup()
  await showScreen(app, <NotificationsScreen />)
  expect(slackAddress()).toHaveProperty('value', typed)
  expect(emailAddress()).toHaveProperty('value', 'ann@example.org')
  cleanup()
  await app.signIn('bob@example.org')
  await showScreen(app, <NotificationsScreen />)
  expect(slackAddress()).toHaveProperty('value', '')
})

it('an address that is typed and put back is no draft: what the hub makes of it meanwhile shows (NOTIF-10)', async () => {
  await showScreen(app, <NotificationsScreen />)
  const saved = 'ann@example.org'
  for (const value of [`${saved}x`, saved]) fireEvent.change(emailAddress(), { target: { value } })
  cleanup()
  const change = { part: 'integrations', name: 'notifyEmail', value: 'bob@example.org' } as const
  expect(await app.store.set(changeConfigAtom, change)).toBe(true)
  await showScreen(app, <NotificationsScreen />)
  expect(emailAddress()).toHaveProperty('value', 'bob@example.org')
  expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
})
