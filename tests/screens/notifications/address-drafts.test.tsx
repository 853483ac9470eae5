import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import NotificationsScreen from '../../../src/screens/notifications'
import { startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const slackAddress = () => screen.getByLabelText('Slack Webhook URL')
const typed = 'https://hooks.slack.com/services/T/B/x'

it('an address that is typed and not saved is still there after a look at another screen, for who typed it (NOTIF-10)', async () => {
  await showScreen(app, <NotificationsScreen />)
  fireEvent.change(slackAddress(), { target: { value: typed } })
  cleanup()
  await showScreen(app, <NotificationsScreen />)
  expect(slackAddress()).toHaveProperty('value', typed)
  expect(screen.getByLabelText('Email Address')).toHaveProperty('value', 'ann@example.org')
  cleanup()
  await app.signIn('bob@example.org')
  await showScreen(app, <NotificationsScreen />)
  expect(slackAddress()).toHaveProperty('value', '')
})
