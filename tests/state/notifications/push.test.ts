import { afterEach, beforeEach, expect, it } from 'vitest'
import { calls } from '../../../src/contract/calls'
import {
  endPushOfAtom,
  followPushesAtom,
  hasPushAtom,
  pushDevicesQueryAtom,
  pushStateAtom,
  testPushAtom,
  turnPushOffAtom,
  turnPushOnAtom,
} from '../../../src/state/notifications/push'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { recordingNetwork } from '../../server/support/outside-network'
import { startApp, type TestApp } from '../../support/app'
import { type FakePush, fakePush } from '../../support/browser/fake-push'
import { answers, only, withoutExtensions } from '../../support/scenarios'

const network = recordingNetwork({ 'fcm.googleapis.com': ['162.159.128.233'] })
let app: TestApp
let push: FakePush
beforeEach(async () => {
  push = fakePush()
  app = await startApp({ services: { push }, deps: { outsideNetwork: network } })
  await app.signIn()
})
afterEach(() => app.close())

const state = () => app.store.get(pushStateAtom)
async function look() {
  app.watch(pushStateAtom, pushDevicesQueryAtom)
  await app.settle()
}
async function turnOn() {
  await app.store.set(turnPushOnAtom)
  await app.settle()
}

it('asks the browser by the press and not before, then the hub tells this device (PUSH-13)', async () => {
  await look()
  expect([state().phase, push.browser.permission]).toEqual(['off', 'default'])
  await turnOn()
  expect(state()).toMatchObject({ phase: 'on', device: { isCurrent: true } })
  const key = await app.services.http.send(calls.push.key, {})
  expect(push.keys).toEqual([key.ok && key.value.publicKey])
  expect(app.toasts).toMatchObject([{ kind: 'success' }])
  // For the worker alone: what the screens hold of the device is without it.
  const sent = app.backend.sentTo('POST /push/subscriptions')[0]?.json
  expect(sent).toMatchObject({ endpoint: push.kept?.endpoint })
  expect(push.kept).toMatchObject({ publicKey: push.keys[0], renewal: expect.stringMatching(/^[\w-]{43}$/) })
  expect(JSON.stringify(app.store.get(pushDevicesQueryAtom).data)).not.toContain('renewal')
  await app.store.set(turnPushOffAtom)
  expect(push.kept).toBeNull()
})

it.each([
  ['denied', 'blocked'],
  ['default', 'failed'],
] as const)(
  'somebody who answers “%s” is not asked by the hub, and told how it stands (PUSH-13)',
  async (said, phase) => {
    push.answer = said
    await look()
    await turnOn()
    expect(state().phase).toBe(phase)
    expect(app.backend.sentTo('POST /push/subscriptions')).toEqual([])
    push.set({ permission: 'granted' })
    push.answer = 'granted'
    await turnOn()
    expect(state().phase).toBe('on')
  },
)

it('a push service that does not answer, and a hub that refuses, are told with what to do (PUSH-13)', async () => {
  await look()
  push.failure = { kind: 'failed', problem: new Error('AbortError') }
  await turnOn()
  expect(state()).toMatchObject({ phase: 'failed', text: expect.stringContaining('did not answer') })
  push.failure = null
  const stop = app.backend.play(
    only('POST /push/subscriptions', answers(400, { code: 'push-not-allowed', message: 'Not there.' })),
  )
  await turnOn()
  expect(state()).toEqual({ phase: 'failed', text: 'Not there.' })
  expect(push.browser.isSubscribed).toBe(false)
  stop()
  await turnOn()
  expect(state().phase).toBe('on')
})

it('turned off here, or forgotten by either side, it is off (PUSH-13)', async () => {
  await look()
  await turnOn()
  await app.store.set(turnPushOffAtom)
  await app.settle()
  expect([state().phase, push.browser.isSubscribed, app.store.get(pushDevicesQueryAtom).data]).toEqual([
    'off',
    false,
    [],
  ])
  await turnOn()
  push.set({ isSubscribed: false })
  expect(state().phase).toBe('off')
  await turnOn()
  const [device] = app.store.get(pushDevicesQueryAtom).data ?? []
  if (device === undefined) throw new Error('no device')
  await app.store.set(endPushOfAtom, device)
  await app.settle()
  expect(state().phase).toBe('off')
})

it('a hub that is away leaves it on, and says so (PUSH-13)', async () => {
  await look()
  await turnOn()
  app.backend.play(only('DELETE /push/subscriptions', async () => Promise.reject(new TypeError('no route'))))
  await app.store.set(turnPushOffAtom)
  await app.settle()
  expect(state().phase).toBe('on')
  expect(app.toasts.at(-1)).toMatchObject({ kind: 'error', text: expect.stringContaining('still told') })
})

it('a test says whether it arrived (PUSH-08)', async () => {
  await look()
  await turnOn()
  await app.store.set(testPushAtom)
  expect(app.toasts.at(-1)).toMatchObject({ kind: 'success' })
  network.answer = { status: 410, retryAfter: null }
  await app.store.set(testPushAtom)
  await app.settle()
  network.answer = { status: 200, retryAfter: null }
  expect(app.toasts.at(-1)?.text).toContain('Turn notifications on again.')
  expect(state().phase).toBe('off')
})

it('a test that arrives ends the trouble of this device, which the list says no more (PUSH-08)', async () => {
  await look()
  await turnOn()
  const trouble = { failedAt: '2026-03-10T11:00:00.000Z', message: 'The push service is out of order (status 500).' }
  const devices = app.store.get(pushDevicesQueryAtom).data?.map((device) => ({ ...device, trouble }))
  const end = app.backend.play(only('GET /push/subscriptions', answers(200, devices)))
  await app.store.get(pushDevicesQueryAtom).refetch()
  end()
  expect(state()).toMatchObject({ phase: 'on', device: { trouble } })
  await app.store.set(testPushAtom)
  await app.settle()
  expect(state()).toMatchObject({ phase: 'on', device: { trouble: null } })
})

it('signing out ends it in this browser and at the hub (PUSH-07)', async () => {
  await look()
  await turnOn()
  app.store.set(signOutAtom)
  await app.settle()
  expect(push.browser.isSubscribed).toBe(false)
  await app.signIn()
  await app.settle()
  expect(app.store.get(pushDevicesQueryAtom).data).toEqual([])
})

it.each([
  ['hears of it', (tab: TestApp) => tab.services.session.changed()],
  // Safari gives a page that slept no word of it.
  [
    'renews what is there by now',
    (tab: TestApp) => {
      const { token = '', refreshToken } = tab.services.session.read() ?? {}
      tab.services.session.replaceTokens(token, refreshToken ?? '')
    },
  ],
])(
  'a tab that slept while one signed out and another in leaves the notifications of the second, as it %s (PUSH-07)',
  async (_how, wake) => {
    const asleep = await startApp({ backend: app.backend, storage: app.storage, services: { push } })
    app.store.set(signOutAtom)
    await app.signIn('bob@example.org')
    await look()
    await turnOn()
    wake(asleep)
    expect(push.browser.isSubscribed).toBe(true)
    await asleep.close()
  },
)

it('a pressed notification shows its screen here, and nobody else’s page (PUSH-12)', () => {
  app.store.set(followPushesAtom, new AbortController().signal)
  for (const path of ['/events', '//evil.test', 'https://evil.test/', '/\\evil.test']) push.open(path)
  expect(app.navigations.map(({ path }) => path)).toEqual(['/events'])
})

it('a provider without pushes is asked for none (PUSH-13)', async () => {
  const other = await startApp({ services: { push } })
  other.backend.play(withoutExtensions)
  await other.signIn()
  other.watch(pushStateAtom, pushDevicesQueryAtom)
  await other.settle()
  expect(other.store.get(hasPushAtom)).toBe(false)
  expect(other.backend.sent.filter(({ path }) => path.includes('/push'))).toEqual([])
  await other.close()
})

it.each(['insecure', 'home-screen', 'browser'] as const)(
  'a page that cannot (%s) says why (PUSH-13)',
  async (obstacle) => {
    const other = await startApp({ services: { push: { ...push, obstacle } } })
    await other.signIn()
    expect(other.store.get(pushStateAtom)).toEqual({ phase: 'impossible', obstacle })
    await other.close()
  },
)
