import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatDateTime } from '../../../src/lib/date-time'
import NotificationsScreen from '../../../src/screens/notifications'
import { startApp, type TestApp } from '../../support/app'
import { answers, answers500, only, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const failedAt = '2026-03-10T12:00:00.000Z'
const slack = { failedAt, message: 'Slack takes no messages at this URL (status 404).' }
const config = {
  emailEnabled: true,
  notifyEmail: 'ann@example.org',
  slackEnabled: true,
  notifySlackWebhook: 'https://hooks.slack.com/services/T/B/x',
  channelStatus: { email: null, slack, discord: null },
}

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

/** Another call tells which extensions there are; the config itself is the test's. */
async function open(answered: object) {
  app.backend.play(only('GET /wsconfig', answers(200, answered)))
  await showScreen(app, <NotificationsScreen />)
}
const textOf = (name: string) => screen.getByRole('form', { name: `${name} channel` }).textContent ?? ''

it('a channel whose last message did not arrive says why and when, and no other does (extension channel-status)', async () => {
  await open(config)
  expect(textOf('Slack')).toContain(`The last message did not arrive (${formatDateTime(failedAt)}). ${slack.message}`)
  for (const name of ['Email', 'Discord']) expect(textOf(name)).not.toContain('did not arrive')
})

it('a channel that is off says nothing', async () => {
  await open({ ...config, slackEnabled: false })
  expect(textOf('Slack')).not.toContain('did not arrive')
})

it('a provider that offers no channel-status is not read for it', async () => {
  app.backend.play(withoutExtensions)
  await open(config)
  expect(textOf('Slack')).not.toContain('did not arrive')
})

it('a config without it is well', async () => {
  await open({ ...config, channelStatus: undefined })
  expect(textOf('Slack')).not.toContain('did not arrive')
})

it('a channel that is on and has no address says that nothing is sent there, and no other does (MSG-02)', async () => {
  await open({ ...config, notifyEmail: '', notifySlackWebhook: null, discordEnabled: false })
  for (const name of ['Email', 'Slack'])
    expect(textOf(name)).toContain('Nothing is sent there before an address is saved.')
  expect(textOf('Discord')).not.toContain('Nothing is sent')
})

it('settings that did not come say nothing of that: their defaults know no address (MSG-02)', async () => {
  app.backend.play(only('GET /wsconfig', answers500))
  await showScreen(app, <NotificationsScreen />)
  expect(textOf('Email')).toContain('Enabled')
  expect(textOf('Email')).not.toContain('Nothing is sent')
})

it.each([
  [true, 'This hub has no mail server: it prints mails on its terminal'],
  [false, 'Notifications are mailed to this address.'],
])('says whether mails reach anybody: printed %s (EXT-15)', async (isMailPrinted, words) => {
  await open({ ...config, channelStatus: { ...config.channelStatus, isMailPrinted } })
  expect(textOf('Email')).toContain(words)
})
