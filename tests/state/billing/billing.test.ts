import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  choosePlanAtom,
  isPlanAwaitedAtom,
  manageSubscriptionAtom,
  paymentPageAtom,
} from '../../../src/state/billing/billing'
import { webAddress } from '../../../src/state/http/web-address'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { ORIGIN } from '../../support/backend'
import { answers, answers500, offline, only, slow } from '../../support/scenarios'
import { userOf } from '../support/hub-data'

const portal = 'POST /billing/portal'
const checkout = 'POST /billing/subscription/checkout'

let app: TestApp
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

async function open(tier: 'FREE' | 'BASIC' | 'PRO' | 'TEAM' = 'FREE') {
  app = await startApp({ tier })
  await app.signIn()
  app.backend.play(only(portal, answers(200, { url: 'https://pay.example/portal' })))
  app.backend.play(only(checkout, answers(200, { url: 'https://pay.example/checkout' })))
  app.watch(workspaceQueryAtom)
  await app.settle()
}
const sent = (call: string) => app.backend.sentTo(call).map(({ json }) => json)

describe('a plan', () => {
  test.each(['FREE', 'BASIC'] as const)(
    'of a workspace on %s starts a checkout and goes there (BILL-12, API-32, X-34)',
    async (tier) => {
      await open(tier)
      await app.store.set(choosePlanAtom, 'PRO', 'YEARLY')
      const { workspaceId } = userOf(app)
      expect(sent(checkout)).toEqual([{ workspaceId, product: 'PRO', billingCycle: 'YEARLY' }])
      expect([sent(portal), app.redirects]).toEqual([[], ['https://pay.example/checkout']])
    },
  )

  test.each([
    ['PRO', 'BASIC'],
    ['TEAM', 'PRO'],
  ] as const)('of a workspace on %s opens the portal (BILL-11, X-34)', async (tier, product) => {
    await open(tier)
    await app.store.set(choosePlanAtom, product, 'MONTHLY')
    expect(sent(portal)).toEqual([{ returnUrl: `${ORIGIN}/billing` }])
    expect([sent(checkout), app.redirects]).toEqual([[], ['https://pay.example/portal']])
  })

  test('is not bought for a workspace that could not be read: it may pay already', async () => {
    app = await startApp({ tier: 'PRO' })
    await app.signIn()
    const end = app.backend.play(only(`GET /workspaces/${userOf(app).workspaceId}`, answers500))
    holdTimers()
    app.watch(workspaceQueryAtom)
    await pass(app, 8_000)
    const choice = app.store.set(choosePlanAtom, 'PRO', 'MONTHLY')
    await pass(app, 8_000)
    await choice
    end()
    await app.store.set(choosePlanAtom, 'PRO', 'MONTHLY')
    expect([sent(checkout), sent(portal), app.redirects, app.toasts]).toEqual([[], [], [], []])
    expect(app.store.get(paymentPageAtom).phase).toBe('closed')
  })

  test('without a stored workspaceId does nothing but log, and no workspace is read (BILL-17, X-85)', async () => {
    app = await startApp()
    await app.signIn()
    app.services.session.signIn(userOf(app).token, userOf(app).refreshToken, '')
    app.watch(workspaceQueryAtom)
    await app.settle()
    await app.store.set(choosePlanAtom, 'PRO', 'MONTHLY')
    expect(app.backend.sent.filter(({ path }) => /billing|workspaces/.test(path))).toEqual([])
    expect(app.reports).toEqual(['No workspace is stored, so there is nothing to check out for.'])
    expect(app.store.get(isPlanAwaitedAtom)).toBe(false)
  })
})

describe('which plan is the current one', () => {
  const awaited = () => app.store.get(isPlanAwaitedAtom)
  /** Until the first attempt at the workspace has failed. */
  const openFailing = async () => {
    app = await startApp({ tier: 'PRO' })
    await app.signIn()
    app.backend.play(only(`GET /workspaces/${userOf(app).workspaceId}`, answers500))
    holdTimers()
    app.watch(workspaceQueryAtom, isPlanAwaitedAtom)
    await app.settle()
  }

  test('is waited for until a second attempt has failed: then the plans have the buttons of FREE (BILL-07, X-19)', async () => {
    await openFailing()
    await pass(app, 999)
    expect(awaited()).toBe(true)
    await pass(app, 1)
    expect(awaited()).toBe(false)
    await pass(app, 8_000)
    expect(awaited()).toBe(false)
  })

  test('is not waited for again by a button that asks for it: it stays where it was pressed (BILL-07)', async () => {
    await openFailing()
    await pass(app, 1_000)
    const choice = app.store.set(choosePlanAtom, 'PRO', 'MONTHLY')
    await app.settle()
    expect([app.store.get(paymentPageAtom).phase, awaited()]).toEqual(['opening', false])
    await pass(app, 8_000)
    await choice
    expect(awaited()).toBe(false)
  })
})

describe('the workspace', () => {
  test('is read by the stored workspaceId (BILL-15, API-20)', async () => {
    await open('PRO')
    expect(app.backend.sentTo(`GET /workspaces/${userOf(app).workspaceId}`).length).toBe(1)
    expect(app.store.get(workspaceQueryAtom).data?.stripeCustomer?.tier).toBe('PRO')
  })
})

describe('Manage Subscription (BILL-04, API-31)', () => {
  test('asks for the portal with the billing screen as the way back, and goes there', async () => {
    await open()
    await app.store.set(manageSubscriptionAtom)
    expect(sent(portal)).toEqual([{ returnUrl: `${ORIGIN}/billing` }])
    expect(app.redirects).toEqual(['https://pay.example/portal'])
  })

  test('asks once, and the buttons are usable again for those who come back', async () => {
    await open()
    const gate = slow()
    app.backend.play(only(portal, gate.scenario))
    const first = app.store.set(manageSubscriptionAtom)
    await gate.arrived()
    await app.store.set(choosePlanAtom, 'PRO', 'MONTHLY')
    expect(app.store.get(paymentPageAtom)).toEqual({ phase: 'opening', by: 'subscription' })
    gate.letGo()
    await first
    expect([sent(portal).length, sent(checkout).length]).toEqual([1, 0])
    expect(app.store.get(paymentPageAtom).phase).toBe('opening')
    app.timers.fire()
    expect(app.store.get(paymentPageAtom).phase).toBe('closed')
  })
})

describe('a page that is answered after a sign-out', () => {
  test('is not gone to: it belongs to somebody else', async () => {
    await open()
    const gate = slow()
    app.backend.play(only(portal, gate.scenario))
    const asking = app.store.set(manageSubscriptionAtom)
    await gate.arrived()
    app.store.set(signOutAtom)
    gate.letGo()
    await asking
    expect([app.redirects, app.store.get(paymentPageAtom).phase]).toEqual([[], 'closed'])
  })
})

describe('failures are silent, and the hub’s message is logged (BILL-16, ERR-30)', () => {
  beforeEach(() => open())
  const quiet = () => [app.redirects, app.toasts, app.store.get(paymentPageAtom).phase]

  test.each([
    [portal, manageSubscriptionAtom],
    [checkout, null],
  ] as const)('of %s', async (call, manage) => {
    app.backend.play(only(call, answers(503, { message: 'No payment provider answers.' })))
    await (manage === null ? app.store.set(choosePlanAtom, 'PRO', 'MONTHLY') : app.store.set(manage))
    expect(quiet()).toEqual([[], [], 'closed'])
    expect(app.reports).toEqual(['No payment provider answers.'])
  })

  test('of the network', async () => {
    app.backend.play(only(portal, offline))
    await app.store.set(manageSubscriptionAtom)
    expect(quiet()).toEqual([[], [], 'closed'])
    expect(app.reports).toEqual(['Something went wrong: no connection'])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'http://'])('of an address that is none: %s', async (url) => {
    app.backend.play(only(portal, answers(200, { url })))
    await app.store.set(manageSubscriptionAtom)
    expect(quiet()).toEqual([[], [], 'closed'])
    expect(app.reports).toEqual(['The payment page has no web address.'])
  })

  test('a relative address belongs to the app’s own host', () => {
    expect(webAddress('/pay?x=1', ORIGIN)).toBe(`${ORIGIN}/pay?x=1`)
    expect(webAddress('//evil.example', ORIGIN)).toBe('http://evil.example/')
  })
})
