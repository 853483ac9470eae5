import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../../src/state/messages'
import { shownRefusalsAtom } from '../../../src/state/notifications/refusal'
import {
  changeConfigAtom,
  configQueryAtom,
  savedConfigAtom,
  savingAtom,
  shownConfigAtom,
} from '../../../src/state/notifications/settings'
import { startApp, type TestApp } from '../../support/app'
import { answers, answers500, malformedJson, offline, only, slow } from '../../support/scenarios'

/** What the hub has stored: nothing as the defaults are, so that sent defaults would show. */
const stored = {
  notifyOnMotion: false,
  notifyOnPerson: true,
  notifyOnAlert: false,
  notifyOnError: true,
  emailEnabled: false,
  notifyEmail: 'ann@example.org',
  slackEnabled: true,
  notifySlackWebhook: 'https://hooks.slack.com/services/T/B/x',
  discordEnabled: true,
  notifyDiscordWebhook: null,
  smsEnabled: true,
  notifySmsNumber: '+15550100',
}

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  app.backend.play(only('GET /wsconfig', answers(200, stored)))
  app.backend.play(only('PUT /wsconfig/notifications', answers(200, {})))
  app.backend.play(only('PUT /wsconfig/integrations', answers(200, {})))
})
afterEach(() => app.close())

async function open() {
  app.watch(configQueryAtom, savedConfigAtom, shownConfigAtom)
  await app.settle()
}
const config = () => app.store.get(savedConfigAtom)
const changeMotion = () =>
  app.store.set(changeConfigAtom, { part: 'notifications', name: 'notifyOnMotion', value: true })
const changeSlack = () => app.store.set(changeConfigAtom, { part: 'integrations', name: 'slackEnabled', value: false })
const putNotifications = () => app.backend.sentTo('PUT /wsconfig/notifications')
const putIntegrations = () => app.backend.sentTo('PUT /wsconfig/integrations')

describe('the config before it is loaded', () => {
  test('has motion, person, alert and email on, and error, Slack, Discord and SMS off (NOTIF-14, API-21)', async () => {
    const gate = slow()
    app.backend.play(only('GET /wsconfig', gate.scenario))
    app.watch(configQueryAtom)
    await gate.arrived()
    expect(config()).toEqual({
      notifyOnMotion: true,
      notifyOnPerson: true,
      notifyOnAlert: true,
      notifyOnError: false,
      emailEnabled: true,
      slackEnabled: false,
      discordEnabled: false,
      smsEnabled: false,
      notifyEmail: null,
      notifySlackWebhook: null,
      notifyDiscordWebhook: null,
      notifySmsNumber: null,
    })
    gate.letGo()
    await app.settle()
    expect(config()).toEqual(stored)
  })

  test('is never sent: a change then reads what the hub has first', async () => {
    app.watch(savedConfigAtom)
    await changeMotion()
    expect(putNotifications()[0]?.json).toEqual({
      notifyOnMotion: true,
      notifyOnPerson: true,
      notifyOnAlert: false,
      notifyOnError: true,
    })
    expect(config()).toEqual({ ...stored, notifyOnMotion: true })
  })

  test('a change of one that cannot be read is not saved, in the specification’s words (ERR-23, ERR-26)', async () => {
    const end = app.backend.play(only('GET /wsconfig', answers500))
    await changeMotion()
    expect(app.toasts.at(-1)?.text).toBe('Failed to update notification setting notifyOnMotion: Internal Server Error')
    end()
    app.backend.play(only('GET /wsconfig', offline))
    await changeSlack()
    expect(app.toasts.at(-1)?.text).toBe('Error updating integration config slackEnabled. Please try again later.')
    expect([putNotifications(), putIntegrations()]).toEqual([[], []])
  })
})

describe('a change', () => {
  beforeEach(open)

  test('of a notification sends the four booleans, the changed one replaced (NOTIF-11, API-22)', async () => {
    await changeMotion()
    expect(putNotifications().map(({ json }) => json)).toEqual([
      { notifyOnMotion: true, notifyOnPerson: true, notifyOnAlert: false, notifyOnError: true },
    ])
    expect(putIntegrations()).toEqual([])
  })

  test('of an integration sends exactly seven keys, SMS’s switch among them and its number not (NOTIF-12, NOTIF-13, NOTIF-16, API-23, X-63, X-64)', async () => {
    await changeSlack()
    expect(putIntegrations().map(({ json }) => json)).toEqual([
      {
        emailEnabled: false,
        notifyEmail: 'ann@example.org',
        slackEnabled: false,
        notifySlackWebhook: 'https://hooks.slack.com/services/T/B/x',
        discordEnabled: true,
        notifyDiscordWebhook: null,
        smsEnabled: true,
      },
    ])
    expect(putNotifications()).toEqual([])
  })

  test('goes over what the hub has by then: another window has changed the rest (NOTIF-23)', async () => {
    const theirs = { ...stored, emailEnabled: true, notifyDiscordWebhook: 'https://discord.com/api/webhooks/1/b' }
    app.backend.play(only('GET /wsconfig', answers(200, { ...theirs, notifyOnAlert: true })))
    await changeSlack()
    expect(putIntegrations().at(-1)?.json).toMatchObject({
      emailEnabled: true,
      notifyDiscordWebhook: theirs.notifyDiscordWebhook,
      slackEnabled: false,
    })
    await changeMotion()
    expect(putNotifications().at(-1)?.json).toMatchObject({ notifyOnAlert: true, notifyOnMotion: true })
    expect(config()).toMatchObject({ emailEnabled: true, notifyOnAlert: true })
  })

  test('goes over what is known here where the hub does not say what it has (NOTIF-23)', async () => {
    app.backend.play(only('GET /wsconfig', answers500))
    await changeSlack()
    expect(putIntegrations().at(-1)?.json).toMatchObject({ notifyEmail: 'ann@example.org', slackEnabled: false })
  })

  test('is not sent for whoever signs in while it is read what the hub has', async () => {
    const gate = slow()
    app.backend.play(only('GET /wsconfig', gate.scenario))
    const changed = changeSlack()
    await gate.arrived()
    await app.signIn('other@example.org')
    gate.letGo()
    expect(await changed).toBe(false)
    expect([putIntegrations(), app.toasts]).toEqual([[], []])
  })

  test.each(['', 'no address at all', 'x'.repeat(3_000)])(
    'of a webhook sends any text (NOTIF-19) %#',
    async (value) => {
      const change = { part: 'integrations', name: 'notifyDiscordWebhook', value } as const
      expect(await app.store.set(changeConfigAtom, change)).toBe(true)
      expect(putIntegrations().at(-1)?.json).toMatchObject({ notifyDiscordWebhook: value, slackEnabled: true })
    },
  )

  test('of a notification takes over what the answer says (NOTIF-20)', async () => {
    app.backend.play(only('PUT /wsconfig/notifications', answers(200, { notifyOnMotion: true, notifyOnError: false })))
    await changeMotion()
    expect(config()).toEqual({ ...stored, notifyOnMotion: true, notifyOnError: false })
  })

  test('of an integration takes over what the answer says (NOTIF-21)', async () => {
    app.backend.play(only('PUT /wsconfig/integrations', answers(200, { slackEnabled: false, notifyEmail: 'b@c.org' })))
    await changeSlack()
    expect(config()).toEqual({ ...stored, slackEnabled: false, notifyEmail: 'b@c.org' })
  })

  test('stands also where the answer says nothing', async () => {
    app.backend.play(only('PUT /wsconfig/integrations', malformedJson))
    await changeSlack()
    expect(config()).toEqual({ ...stored, slackEnabled: false })
  })

  test('shows while it is saved, and only one is saved at a time (NOTIF-17)', async () => {
    const gate = slow()
    app.backend.play(only('PUT /wsconfig/integrations', gate.scenario))
    const first = changeSlack()
    await gate.arrived()
    expect(app.store.get(savingAtom).phase).toBe('saving')
    expect([app.store.get(shownConfigAtom).slackEnabled, config().slackEnabled]).toEqual([false, true])
    expect(await changeMotion()).toBe(false)
    gate.letGo()
    expect(await first).toBe(true)
    expect([app.store.get(savingAtom).phase, putNotifications().length]).toEqual(['idle', 0])
  })

  test('is not undone by a read that began before it was saved', async () => {
    const gate = slow()
    const end = app.backend.play(only('GET /wsconfig', gate.scenario))
    void app.store.get(configQueryAtom).refetch()
    await gate.arrived()
    end()
    await changeSlack()
    gate.letGo()
    await app.settle()
    expect(config().slackEnabled).toBe(false)
  })

  test('of somebody who signed out meanwhile is neither told nor kept for the next one', async () => {
    const gate = slow()
    app.backend.play(only('PUT /wsconfig/integrations', gate.scenario))
    const change = { part: 'integrations', name: 'notifyEmail', value: 'mine@example.org' } as const
    const changed = app.store.set(changeConfigAtom, change)
    await gate.arrived()
    await app.signIn('other@example.org')
    gate.letGo()
    await changed
    await app.settle()
    const kept = app.store
      .get(queryClientAtom)
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data)
    expect([app.toasts, JSON.stringify(kept).includes('mine@example.org')]).toEqual([[], false])
  })
})

describe('the reason against a change of a channel', () => {
  const changeAddress = () =>
    app.store.set(changeConfigAtom, { part: 'integrations', name: 'notifySlackWebhook', value: 'https://elsewhere' })
  const refused = answers(400, { code: 'invalid-input', message: 'notifySlackWebhook: Elsewhere.' })
  const refusals = () => Object.fromEntries(app.store.get(shownRefusalsAtom))
  beforeEach(open)

  test('is the hub’s own sentence without its name of the field, until a change is saved', async () => {
    const end = app.backend.play(only('PUT /wsconfig/integrations', refused))
    await changeAddress()
    expect(refusals()).toEqual({ notifySlackWebhook: { value: 'https://elsewhere', sentence: 'Elsewhere.' } })
    end()
    await changeAddress()
    expect(refusals()).toEqual({})
  })

  test('is none where the provider gives none, and goes with the screen', async () => {
    const leave = app.store.sub(shownRefusalsAtom, () => undefined)
    const end = app.backend.play(only('PUT /wsconfig/integrations', refused))
    await changeAddress()
    leave()
    expect(refusals()).toEqual({})
    end()
    app.backend.play(only('PUT /wsconfig/integrations', answers(422)))
    await changeAddress()
    expect(refusals()).toEqual({})
  })
})

describe('the toasts of a change (ERR-21 to ERR-26, X-23, X-25)', () => {
  beforeEach(open)
  const said = () => app.toasts.map(({ kind, text }) => `${kind}: ${text}`)

  test('say that a notification setting was saved (ERR-21)', async () => {
    await changeMotion()
    expect(said()).toEqual(['success: Notification setting notifyOnMotion updated successfully'])
  })

  test('say that an integration was saved (ERR-22)', async () => {
    await changeSlack()
    expect(said()).toEqual(['success: Integration config slackEnabled updated successfully'])
  })

  test('say with which status text a setting was refused, and it stands as before (ERR-23)', async () => {
    app.backend.play(only('PUT /wsconfig/notifications', answers500))
    expect(await changeMotion()).toBe(false)
    expect(said()).toEqual(['error: Failed to update notification setting notifyOnMotion: Internal Server Error'])
    expect([config(), app.store.get(shownConfigAtom)]).toEqual([stored, stored])
  })

  test('say with which status text an integration was refused; a bare status is its own text (ERR-24)', async () => {
    app.backend.play(only('PUT /wsconfig/integrations', answers(422)))
    await changeSlack()
    expect(said()).toEqual(['error: Failed to update integration config slackEnabled: 422'])
  })

  test('say that a setting could not be sent (ERR-25)', async () => {
    app.backend.play(only('PUT /wsconfig/notifications', offline))
    await changeMotion()
    expect(said()).toEqual(['error: Error updating notification setting notifyOnMotion. Please try again later.'])
    expect(app.store.get(savingAtom).phase).toBe('idle')
  })

  test('say that an integration could not be sent (ERR-26)', async () => {
    app.backend.play(only('PUT /wsconfig/integrations', offline))
    await changeSlack()
    expect(said()).toEqual(['error: Error updating integration config slackEnabled. Please try again later.'])
    expect(putIntegrations().length).toBe(1)
  })

  test('have one wording for every name', () => {
    expect(messages.integrationUpdated('notifyEmail')).toBe('Integration config notifyEmail updated successfully')
  })
})
