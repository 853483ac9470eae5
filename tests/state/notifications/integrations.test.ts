import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { workspaceConfig } from '../../../src/contract/workspace-config'
import {
  addressState,
  channelStatusAtom,
  testIntegrationAtom,
  testingAtom,
} from '../../../src/state/notifications/integrations'
import { isFreeLimitAtom, notificationUsageQueryAtom } from '../../../src/state/notifications/notification-usage'
import { shownRefusalsAtom } from '../../../src/state/notifications/refusal'
import { configQueryAtom } from '../../../src/state/notifications/settings'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, answers500, offline, only, slow } from '../../support/scenarios'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

describe('Save (NOTIF-10)', () => {
  const config = workspaceConfig.parse({ notifyEmail: 'ann@example.org', slackEnabled: false })

  test('shows while the channel is enabled and the input differs from the saved value', () => {
    expect(addressState('email', 'bob@example.org', config)).toBe('to-save')
    expect(addressState('email', '', config)).toBe('to-save')
  })

  test('does not show for the saved value, and an empty input is the same as none saved', () => {
    expect(addressState('email', 'ann@example.org', config)).toBe('as-saved')
    expect(addressState('slack', '', { ...config, slackEnabled: true })).toBe('as-saved')
  })

  test('does not show while the channel is disabled', () => {
    expect(addressState('slack', 'https://hooks.slack.com/x', config)).toBe('changed-but-off')
    expect(addressState('discord', 'https://discord.com/x', { ...config, discordEnabled: true })).toBe('to-save')
  })
})

describe('Test Integration', () => {
  const call = 'POST /notifications/test'
  const send = (type: 'email' | 'slack' | 'discord' = 'slack') =>
    app.store.set(testIntegrationAtom, type, 'typed, not saved')
  const said = () => app.toasts.map(({ kind, text }) => `${kind}: ${text}`)

  test.each(['email', 'slack', 'discord'] as const)(
    'sends the typed value and says so (X-61, X-24, ERR-27, API-18) %s',
    async (type) => {
      app.backend.play(only(call, answers(200)))
      await send(type)
      expect(app.backend.sentTo(call).map(({ json }) => json)).toEqual([{ type, connectionValue: 'typed, not saved' }])
      expect(said()).toEqual([`success: Test ${type} integration sent successfully!`])
    },
  )

  test('that is refused says so, and the console has the hub’s reason (ERR-28)', async () => {
    app.backend.play(only(call, answers(400, { code: 'invalid-input', message: 'Not a Slack address.' })))
    await send()
    expect(said()).toEqual(['error: Failed to test slack integration. Please check the console for details.'])
    expect(app.reports).toEqual(['The slack test was not sent. Not a Slack address.'])
  })

  const refusals = () => Object.fromEntries(app.store.get(shownRefusalsAtom))

  test('that is refused leaves the reason beside its own address, until the next one', async () => {
    const refused = answers(400, { code: 'invalid-input', message: 'connectionValue: Not a Slack address.' })
    const end = app.backend.play(only(call, refused))
    await send()
    const reason = { notifySlackWebhook: { value: 'typed, not saved', sentence: 'Not a Slack address.' } }
    expect(refusals()).toEqual(reason)
    end()
    app.backend.play(only(call, answers(200)))
    await send('discord')
    expect(refusals()).toEqual(reason)
    await send()
    expect(refusals()).toEqual({})
  })

  test.each([
    [502, 'channel-failed', 'The channel did not take it.', 1],
    [500, 'internal', 'Something broke.', 0],
    [429, 'too-many-requests', 'Wait a little.', 0],
  ])('that is answered %i %s says something of the address or not', async (status, code, message, reasons) => {
    app.backend.play(only(call, answers(status, { code, message })))
    await send()
    expect(Object.keys(refusals())).toHaveLength(reasons)
  })

  test.each([
    ['after the screen was left', async (leave: () => void) => leave()],
    ['to somebody else', () => app.signIn('bob@example.org')],
  ])('that is answered %s leaves no reason', async (_, goOn) => {
    const line = slow()
    app.backend.play(only(call, answers(400, { code: 'invalid-input', message: 'Not a Slack address.' })))
    app.backend.play(only(call, line.scenario))
    const leave = app.store.sub(shownRefusalsAtom, () => undefined)
    const sent = send()
    await line.arrived()
    await goOn(leave)
    line.letGo()
    await sent
    app.store.sub(shownRefusalsAtom, () => undefined)
    expect(refusals()).toEqual({})
  })

  test('that is not answered says so (ERR-29)', async () => {
    app.backend.play(only(call, offline))
    await send('discord')
    expect(said()).toEqual(['error: Error testing discord integration. Please try again later.'])
  })

  test('that arrives ends the trouble of its channel, which the screen says no more (MSG-10)', async () => {
    const email = { failedAt: '2026-03-10T11:00:00.000Z', message: 'The mail server refused this address. Check it.' }
    const channelStatus = { email, slack: null, discord: null, isMailPrinted: false }
    app.watch(configQueryAtom, channelStatusAtom)
    await app.settle()
    const end = app.backend.play(only('GET /wsconfig', answers(200, { channelStatus })))
    await app.store.get(configQueryAtom).refetch()
    expect(app.store.get(channelStatusAtom).email).toEqual(email)
    end()
    await app.store.set(testIntegrationAtom, 'email', 'ann@example.org')
    await app.settle()
    expect(said()).toEqual(['success: Test email integration sent successfully!'])
    expect(app.store.get(channelStatusAtom).email).toBeNull()
  })

  test('runs once per channel at a time', async () => {
    const gate = slow()
    app.backend.play(only(call, answers(200)))
    app.backend.play(only(call, gate.scenario))
    const first = send()
    await gate.arrived()
    await send()
    const other = send('email')
    await gate.arrived(2)
    expect([...app.store.get(testingAtom)]).toEqual(['slack', 'email'])
    gate.letGo()
    await Promise.all([first, other])
    expect([app.backend.sentTo(call).length, app.store.get(testingAtom).size]).toEqual([2, 0])
  })
})

describe('notification usage', () => {
  const load = async (usage: object) => {
    app.backend.play(only('GET /notifications/usage', answers(200, usage)))
    app.watch(notificationUsageQueryAtom, isFreeLimitAtom)
    await app.settle()
  }
  const isNoticed = () => app.store.get(isFreeLimitAtom)

  test('is used, total and percentage (NOTIF-15, API-17)', async () => {
    await load({ used: 3, total: 10, percentage: 30 })
    expect(app.store.get(notificationUsageQueryAtom).data).toEqual({ used: 3, total: 10, percentage: 30 })
  })

  test.each([
    [10, true],
    [1, true],
    [11, false],
    [100, false],
  ])('with a total of %i makes the free notice show: %s (NOTIF-04)', async (total, isShown) => {
    await load({ used: 0, total, percentage: 0 })
    expect(isNoticed()).toBe(isShown)
  })

  test('that is unknown shows no free notice, and its failure is silent (X-71, NOTIF-22, ERR-30)', async () => {
    app.backend.play(only('GET /notifications/usage', answers500))
    holdTimers()
    app.watch(notificationUsageQueryAtom, isFreeLimitAtom)
    expect(isNoticed()).toBe(false)
    await pass(app, 8_000)
    expect(app.store.get(notificationUsageQueryAtom).isError).toBe(true)
    expect([isNoticed(), app.toasts, app.reports]).toEqual([false, [], ['Something went wrong: Internal Server Error']])
  })

  test('without a total shows no free notice (X-71)', async () => {
    await load({})
    expect(isNoticed()).toBe(false)
  })
})
