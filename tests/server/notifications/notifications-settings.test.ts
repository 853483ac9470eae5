import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCamera, send } from '../support/calls'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'

let hub: TestHub
let ann: SignedInUser
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startReceiver()
  hub = await startTestHub({ environment: { WEBHOOK_HOSTS: `hooks.slack.com,${receiver.host}` } })
  ann = await hub.signIn()
  hub.mails.length = 0
})
afterEach(async () => {
  await hub.close()
  await receiver.close()
})

const notifications = { notifyOnMotion: false, notifyOnPerson: true, notifyOnAlert: false, notifyOnError: true }
const integrations = {
  emailEnabled: true,
  notifyEmail: 'ann@example.org',
  slackEnabled: true,
  notifySlackWebhook: 'https://hooks.slack.com/services/T/B/x',
  discordEnabled: false,
  notifyDiscordWebhook: null,
  smsEnabled: true,
}
const read = async () => (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
const put = (part: 'notifications' | 'integrations', body: object) =>
  send(hub.fastify, ann, 'PUT', `/wsconfig/${part}`, body)
const nothingFailed = { email: null, slack: null, discord: null, isMailPrinted: true }

describe('PUT /wsconfig/notifications', () => {
  test('saves four toggles and answers the whole config (API-22)', async () => {
    const answer = await put('notifications', notifications)
    const expected = { ...(await read()), ...notifications }
    expect([answer.statusCode, answer.json()]).toEqual([200, expected])
    expect(await read()).toEqual(expected)
  })

  test('saves the switches of animals and vehicles, on at first, and leaves those alone that are left out (EXT-19)', async () => {
    expect(await read()).toMatchObject({ notifyOnAnimal: true, notifyOnVehicle: true })
    const answer = await put('notifications', { ...notifications, notifyOnAnimal: false })
    expect(answer.json()).toMatchObject({ notifyOnAnimal: false, notifyOnVehicle: true })
    await put('notifications', { ...notifications, notifyOnVehicle: false })
    expect(await read()).toMatchObject({ notifyOnAnimal: false, notifyOnVehicle: false })
    expect((await put('notifications', { ...notifications, notifyOnAnimal: 'yes' })).statusCode).toBe(400)
  })

  test.each([{}, { ...notifications, notifyOnMotion: 'yes' }, { ...notifications, notifyOnError: undefined }])(
    'refuses %j and changes nothing',
    async (body) => {
      const before = await read()
      const answer = await put('notifications', body)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
      expect(await read()).toEqual(before)
    },
  )
})

describe('PUT /wsconfig/integrations', () => {
  test('saves all channels and answers the whole config; SMS’s switch is kept (API-23, NOTIF-13)', async () => {
    const answer = await put('integrations', integrations)
    const expected = { ...(await read()), ...integrations, notifySmsNumber: null, channelStatus: nothingFailed }
    expect([answer.statusCode, answer.json()]).toEqual([200, expected])
    expect(await read()).toEqual(expected)
  })

  test.each([
    [{ notifyEmail: 'nobody' }, 'notifyEmail: This is not an e-mail address.'],
    [
      { notifySlackWebhook: 'https://evil.test/x' },
      /^notifySlackWebhook: Webhooks may go only to hooks\.slack\.com, 127/,
    ],
    [{ notifyDiscordWebhook: 'hello' }, /^notifyDiscordWebhook: This is not a webhook URL\./],
  ])('refuses %j with a sentence that names the field', async (change, message) => {
    const before = await read()
    const answer = await put('integrations', { ...integrations, ...change })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    expect(answer.json().message).toMatch(message)
    expect(await read()).toEqual(before)
  })

  test('takes an address away with an empty one, and keeps none with blanks around it', async () => {
    await put('integrations', integrations)
    const answer = await put('integrations', {
      ...integrations,
      notifySlackWebhook: '',
      notifyEmail: ' Bob@Example.org ',
    })
    expect(answer.json()).toMatchObject({ notifySlackWebhook: null, notifyEmail: 'bob@example.org' })
  })

  test('checks only what changes: a URL saved under another list stands in nobody’s way (X-63)', async () => {
    await put('integrations', integrations)
    const kept = { dataDir: hub.dataDir, clock: hub.clock, environment: { WEBHOOK_HOSTS: 'discord.com' } }
    await hub.hub.close()
    const first = hub
    hub = await startTestHub(kept)
    expect((await put('integrations', { ...integrations, emailEnabled: false })).statusCode).toBe(200)
    const other = { ...integrations, notifySlackWebhook: 'https://hooks.slack.com/services/other' }
    expect((await put('integrations', other)).statusCode).toBe(400)
    await hub.hub.close()
    hub = first
  })
})

describe('POST /notifications/test (MSG-10)', () => {
  const sendTest = (type: string, connectionValue: string, user = ann) =>
    send(hub.fastify, user, 'POST', '/notifications/test', { type, connectionValue })

  test('really mails one message to the typed address (API-18, X-61)', async () => {
    expect((await sendTest('email', 'typed@example.org')).statusCode).toBe(200)
    expect(hub.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['typed@example.org', 'Test message from Nightjar'],
    ])
    expect(hub.mails[0]?.text).toContain('Asked for by: ann@example.org')
  })

  test.each(['slack', 'discord'])('really sends one message to %s (API-18, X-24)', async (type) => {
    expect((await sendTest(type, receiver.url)).statusCode).toBe(200)
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook'])
    expect(receiver.posts[0]?.json).toHaveProperty(type === 'slack' ? 'blocks' : 'embeds')
  })

  test('does not count as a notification (MSG-05)', async () => {
    await sendTest('slack', receiver.url)
    expect((await send(hub.fastify, ann, 'GET', '/notifications/usage')).json().used).toBe(0)
  })

  test.each([
    ['email', 'nobody', 'connectionValue: This is not an e-mail address.'],
    ['email', ' ', 'connectionValue: Give the e-mail address to test.'],
    ['slack', '', 'connectionValue: Give the Slack webhook URL to test.'],
    ['discord', 'x', /^connectionValue: This is not a webhook URL\./],
    ['sms', '+15550100', 'type: The type is email, slack or discord.'],
  ])('refuses %s to %j with 400', async (type, value, message) => {
    const answer = await sendTest(type, value)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    expect(answer.json().message).toMatch(message)
  })

  test.each([
    [302, 'Slack answered with a redirect, which is not followed. Save the final URL.'],
    [500, 'Slack is out of order (status 500).'],
  ])('that is answered with %i says so with 502, and hands on nothing of the answer', async (status, message) => {
    receiver.answer = { status, body: 'a secret of a private network', headers: { location: 'http://127.0.0.1:1/x' } }
    const answer = await sendTest('slack', receiver.url)
    expect([answer.statusCode, answer.json()]).toEqual([502, { code: 'channel-failed', message }])
    expect(receiver.posts).toHaveLength(1)
  })

  test('that cannot be delivered says so with 502', async () => {
    await receiver.close()
    const gone = await sendTest('discord', receiver.url)
    expect([gone.statusCode, gone.json().message]).toEqual([502, '127.0.0.1 could not be reached.'])
    hub.mailer.isFailing = true
    const unsent = await sendTest('email', 'ann@example.org')
    expect([unsent.statusCode, unsent.json().message]).toEqual([
      502,
      'The mail could not be handed to the mail server.',
    ])
  })

  test('is limited to 20 an hour and workspace; what is refused before does not count', async () => {
    for (let count = 0; count < 30; count++) await sendTest('email', 'nobody')
    for (let count = 0; count < 20; count++) expect((await sendTest('email', 'ann@example.org')).statusCode).toBe(200)
    const answer = await sendTest('email', 'ann@example.org')
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '3600',
    ])
    expect(hub.mails).toHaveLength(20)
    const bob = await hub.signIn('bob@example.org')
    expect((await sendTest('email', 'bob@example.org', bob)).statusCode).toBe(200)
    ann = await later(hub, ann, 3_600_000)
    expect((await sendTest('email', 'ann@example.org')).statusCode).toBe(200)
  })

  test('is sent once more when a clock that was ahead is set right', async () => {
    const dayMs = 24 * 3_600_000
    ann = await later(hub, ann, 30 * dayMs)
    for (let count = 0; count < 20; count++) await sendTest('email', 'ann@example.org')
    ann = await later(hub, ann, -30 * dayMs)
    expect((await sendTest('email', 'ann@example.org')).statusCode).toBe(200)
  })
})

test('says whether mails reach anybody: without a mail server they are only printed (EXT-15, ENV-08)', async () => {
  const mailing = await startTestHub({ environment: { SMTP_URL: 'smtp://mail.example.org' } })
  try {
    const bob = await mailing.signIn('bob@example.org')
    const config = (await send(mailing.fastify, bob, 'GET', '/wsconfig')).json()
    expect([config.channelStatus.isMailPrinted, (await read()).channelStatus.isMailPrinted]).toEqual([false, true])
  } finally {
    await mailing.close()
  }
})

describe('a failed channel (EXT-15)', () => {
  beforeEach(async () => {
    await put('integrations', { ...integrations, emailEnabled: false, notifySlackWebhook: receiver.url })
    receiver.answer = { status: 404 }
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    await postClip(hub.fastify, ann, { cameraId })
    hub.clock.advance(1_000)
    await hub.hub.jobs.runNow('notifications')
  })
  const status = async () => (await read()).channelStatus

  test('is told with its last error and when', async () => {
    const slack = {
      failedAt: '2026-03-10T12:00:01.000Z',
      message: 'Slack takes no messages at this URL (status 404). Make a new webhook there and save its URL.',
    }
    expect(await status()).toEqual({ ...nothingFailed, slack })
    expect((await put('notifications', notifications)).json().channelStatus).toEqual({ ...nothingFailed, slack })
  })

  test('is well again once its address changes, or it is turned off', async () => {
    const answer = await put('integrations', {
      ...integrations,
      emailEnabled: false,
      notifySlackWebhook: `${receiver.url}2`,
    })
    expect(answer.json().channelStatus).toEqual(nothingFailed)
    expect(await status()).toEqual(nothingFailed)
  })

  test('stays told while another channel changes', async () => {
    await put('integrations', { ...integrations, emailEnabled: true, notifySlackWebhook: receiver.url })
    expect((await status()).slack).not.toBeNull()
  })

  test('is well again after a message that arrived', async () => {
    receiver.answer = { status: 200 }
    ann = await later(hub, ann, 11 * 60_000)
    const [{ id: cameraId }] = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
    await postClip(hub.fastify, ann, { cameraId })
    await hub.hub.jobs.runNow('notifications')
    expect(await status()).toEqual(nothingFailed)
  })

  test('of another workspace is not told', async () => {
    const bob = await hub.signIn('bob@example.org')
    expect((await send(hub.fastify, bob, 'GET', '/wsconfig')).json().channelStatus).toEqual(nothingFailed)
  })
})
