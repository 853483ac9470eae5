import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePlan } from '../../../server/billing/plan-changes'
import { send } from '../support/calls'
import { stripeEvent } from '../support/stripe/fake-stripe'
import { Shop } from '../support/stripe/shop'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let shop: Shop
beforeEach(async () => {
  shop = await Shop.start()
})
afterEach(() => shop.close())

const round = () => shop.hub.hub.jobs.runNow('stripe-readings')

describe('a plan whose events do not come (KEEP-13)', () => {
  test('comes with the next step towards a plan, which leads to the portal', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    shop.hub.clock.advance(MINUTE_MS)
    expect((await shop.checkout()).json()).toEqual({ url: `https://billing.stripe.example/p/${customer}` })
    expect((await shop.plan())[2]).toBe('PRO')
  })

  test('comes, and goes, within a day by itself', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    await shop.pass(DAY_MS)
    await round()
    expect(await shop.plan()).toEqual(['PRO', 'MONTHLY', 'PRO', '2026-04-10T12:00:00.000Z'])
    shop.subscribed(customer)
    await shop.pass(DAY_MS)
    await round()
    expect((await shop.plan()).slice(0, 3)).toEqual(['BASIC', 'MONTHLY', 'BASIC'])
  })

  test('is looked up once a day, whether somebody pays or not', async () => {
    await shop.makeCustomer()
    await shop.pass(DAY_MS)
    await round()
    await round()
    expect(shop.stripe.requests.map(({ path }) => path)).toEqual(['/v1/subscriptions'])
    // Who never paid keeps the plan of a new workspace.
    expect((await shop.plan())[2]).toBe('FREE')
  })

  test('is not held up by a workspace of which Stripe does not tell', async () => {
    shop.stripe.unknown.add(await shop.makeCustomer())
    await shop.pass(MINUTE_MS)
    const bob = await shop.hub.signIn('bob@example.org')
    await shop.checkout('PRO', 'MONTHLY', bob)
    shop.subscribed(shop.stripe.checkouts[0]?.customer ?? '', {})
    await shop.pass(DAY_MS)
    await round()
    const said = await send(shop.hub.fastify, await shop.hub.signIn('bob@example.org'), 'GET', '/workspaces/usage')
    expect(said.json().cameras.total).toBe(3)
  })

  test('is asked for in the next round where Stripe is away: this one does not wait for each in vain', async () => {
    await shop.makeCustomer()
    for (const name of ['bob', 'eve', 'joe']) {
      await shop.checkout('PRO', 'MONTHLY', await shop.hub.signIn(`${name}@example.org`))
    }
    await shop.pass(DAY_MS)
    shop.stripe.requests.length = 0
    shop.stripe.isUnheard = () => true
    await round()
    expect(shop.stripe.requests).toHaveLength(2)
    expect(shop.hub.logLines.join('')).toContain('Stripe cannot be reached')
    shop.stripe.isUnheard = () => false
    await round()
    expect(shop.stripe.requests).toHaveLength(2 + 4)
  })

  test('is not held up by one of which Stripe alone does not tell in time', async () => {
    const slow = await shop.makeCustomer()
    await shop.pass(MINUTE_MS)
    await shop.checkout('PRO', 'MONTHLY', await shop.hub.signIn('bob@example.org'))
    await shop.pass(DAY_MS)
    shop.stripe.requests.length = 0
    shop.stripe.isUnheard = (customer) => customer === slow
    await round()
    expect(shop.stripe.requests).toHaveLength(2)
  })
})

test('who has paid for no time keeps the plan of before also where Stripe tells of a payment that failed (KEEP-13)', async () => {
  const db = await openHubDatabase(shop.hub)
  const free = { tier: 'PRO', billingPeriod: 'MONTHLY', periodEndMs: null, isDeferred: false } as const
  const nowMs = shop.hub.clock.now()
  await changePlan(db, shop.ann.workspaceId, free, { nowMs, byMs: nowMs })
  await db.destroy()
  const customer = await shop.makeCustomer()
  shop.subscribed(customer, { status: 'incomplete' })
  await shop.tell(customer, 'customer.subscription.created')
  expect((await shop.plan()).slice(0, 3)).toEqual(['PRO', 'MONTHLY', 'PRO'])
})

test('what was read while the clock was ahead holds up nothing once it is set (KEEP-13)', async () => {
  const customer = await shop.makeCustomer()
  shop.subscribed(customer, {})
  await shop.pass(2 * DAY_MS)
  await shop.tell(customer)
  await shop.pass(-2 * DAY_MS)
  shop.subscribed(customer, { price: 'price_tm' })
  await shop.tell(customer)
  expect((await shop.plan())[2]).toBe('TEAM')
  await shop.pass(2 * DAY_MS)
  await shop.tell(customer)
  await shop.pass(-2 * DAY_MS)
  shop.subscribed(customer)
  await round()
  expect((await shop.plan())[2]).toBe('BASIC')
})

describe('an event that is refused (KEEP-13)', () => {
  const warnings = () => shop.hub.logLines.filter((line) => line.includes('an event was refused that may be of Stripe'))
  const event = { id: 'evt_x', type: 'customer.subscription.updated', customer: 'cus_x' }
  const wrong = () => stripeEvent(event, shop.hub.clock.now(), 'whsec_other')

  test('is told of in the log, not more often than each ten minutes', async () => {
    await shop.deliver(wrong())
    await shop.deliver(wrong())
    expect(warnings()).toHaveLength(1)
    shop.hub.clock.advance(10 * MINUTE_MS)
    await shop.deliver(wrong())
    expect(warnings()).toHaveLength(2)
  })

  test('is told of with the reason, where the clock is wrong', async () => {
    await shop.deliver(stripeEvent(event, shop.hub.clock.now() - 6 * MINUTE_MS))
    expect(warnings().join('')).toContain('Timestamp outside the tolerance zone')
  })

  test('is passed over in silence without any signature: it is not of Stripe', async () => {
    await shop.deliver({ payload: '{}', signature: '' })
    expect(warnings()).toEqual([])
  })
})
