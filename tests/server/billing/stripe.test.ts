import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../support/calls'
import { passTime } from '../support/days'
import { startTestHub } from '../support/hub'
import { stripeEvent } from '../support/stripe/fake-stripe'
import { Shop } from '../support/stripe/shop'

const DAY_MS = 24 * 3_600_000
const nextMonth = '2026-04-01T00:00:00.000Z'

let shop: Shop
beforeEach(async () => {
  shop = await Shop.start()
})
afterEach(() => shop.close())

describe('what the hub asks Stripe for (KEEP-11)', () => {
  test('a checkout: one customer for the workspace, the price of plan and cycle, back to the screen (API-32)', async () => {
    const answer = await shop.checkout('PRO', 'YEARLY')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { url: expect.stringMatching(/^https:\/\/checkout\.stripe/) },
    ])
    const [customer, , , session, ...more] = shop.stripe.requests
    expect(customer).toEqual({
      method: 'POST',
      path: '/v1/customers',
      fields: { email: 'ann@example.org', 'metadata[workspaceId]': shop.ann.workspaceId },
      idempotencyKey: expect.stringContaining(shop.ann.workspaceId),
    })
    const returnUrl = 'http://localhost/billing?period=yearly'
    expect(session).toEqual({
      method: 'POST',
      path: '/v1/checkout/sessions',
      fields: {
        mode: 'subscription',
        customer: expect.stringMatching(/^cus_/),
        client_reference_id: shop.ann.workspaceId,
        'line_items[0][price]': 'price_py',
        'line_items[0][quantity]': '1',
        success_url: returnUrl,
        cancel_url: returnUrl,
        'metadata[workspaceId]': shop.ann.workspaceId,
        'metadata[order]': expect.stringContaining('PRO_YEARLY'),
        'subscription_data[metadata][workspaceId]': shop.ann.workspaceId,
      },
      idempotencyKey: expect.stringContaining('PRO_YEARLY'),
    })
    expect(more).toEqual([])
    expect(await shop.plan()).toEqual(['FREE', 'MONTHLY', 'FREE', nextMonth])
  })

  test('a double click is one checkout, and the customer is kept', async () => {
    const [first, second] = await Promise.all([shop.checkout(), shop.checkout()])
    expect(second?.json()).toEqual(first?.json())
    const asked = () =>
      new Set(shop.stripe.requests.filter(({ path }) => path === '/v1/customers').map((r) => r.idempotencyKey))
    await shop.pass(DAY_MS)
    expect((await shop.checkout()).json()).not.toEqual(first?.json())
    expect(asked().size).toBe(1)
    const customers = shop.stripe.requests.flatMap(({ fields }) => fields['customer'] ?? [])
    expect(new Set(customers).size).toBe(1)
  })

  test('a workspace that pays already gets the portal, so that it never pays twice', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { status: 'past_due' })
    expect((await shop.checkout('TEAM')).json()).toEqual({ url: `https://billing.stripe.example/p/${customer}` })
    expect(shop.stripe.requests.some(({ method, path }) => `${method} ${path}` === 'POST /v1/checkout/sessions')).toBe(
      false,
    )
  })

  test('an earlier checkout is closed by the next one: two tabs cannot both be paid for', async () => {
    await shop.checkout('PRO')
    await shop.checkout('TEAM')
    expect(shop.stripe.checkouts.map(({ status }) => status)).toEqual(['open', 'expired'])
    const { url } = (await shop.checkout('PRO')).json()
    const [newest, ...others] = shop.stripe.checkouts
    expect([newest?.status, url]).toEqual(['open', `https://checkout.stripe.example/c/${newest?.id}`])
    expect(others.map(({ status }) => status)).toEqual(['expired', 'expired'])
  })

  test('a checkout that is paid for while it is closed leads to the portal, without a failure', async () => {
    const customer = await shop.makeCustomer()
    const [earlier] = shop.stripe.checkouts
    shop.stripe.beforeSending = async () => {
      // The list is on its way: it still says open.
      if (earlier !== undefined) earlier.status = 'complete'
      shop.subscribed(customer, {})
    }
    expect((await shop.checkout('TEAM')).json()).toEqual({ url: `https://billing.stripe.example/p/${customer}` })
    expect(shop.stripe.checkouts).toHaveLength(1)
  })

  test('the portal comes back to the address of the app that asked (API-31)', async () => {
    const answer = await shop.portal()
    expect(answer.json()).toEqual({ url: expect.stringMatching(/^https:\/\/billing\.stripe\.example\/p\/cus_/) })
    expect(shop.stripe.requests.at(-1)?.fields['return_url']).toBe('http://localhost/billing')
    expect((await shop.portal('https://evil.example/billing')).statusCode).toBe(400)
  })

  test('Basic costs nothing, so that there is nothing to check out', async () => {
    const answer = await shop.checkout('BASIC')
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'product: Basic costs nothing: there is nothing to pay for.',
    ])
  })

  test('Stripe out of order is told in a sentence, without its own words (HUB-01)', async () => {
    for (const status of [500, 401, 429]) {
      shop.stripe.failWith = status
      const answer = await shop.checkout()
      expect([answer.statusCode, answer.json()]).toEqual([
        502,
        { code: 'billing-unavailable', message: 'The payment provider did not answer. Try again in a moment.' },
      ])
    }
    expect(shop.hub.logLines.join('')).toContain('Stripe is away')
    expect(shop.hub.logLines.join('')).not.toContain('sk_test')
  }, 20_000)
})

describe('a workspace that is to be removed', () => {
  test('stays while Stripe charges for it, even if no event has said so yet', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    shop.hub.clock.advance(1)
    const answer = await shop.remove()
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'subscription-runs'])
    expect((await shop.plan())[2]).toBe('PRO')
  })

  test('goes where the subscription was ended and only its paid time runs on (EXT-14)', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { isEnding: true })
    shop.hub.clock.advance(1)
    await shop.tell(customer)
    expect((await shop.plan())[2]).toBe('PRO')
    expect((await shop.remove()).statusCode).toBe(200)
    // Nobody takes it up again at Stripe, where the app could end it no more.
    expect(shop.stripe.subscriptions.get(customer)).toMatchObject([{ status: 'canceled' }])
  })

  test.each(['unpaid', 'paused', 'incomplete'])(
    'ends what is %s at Stripe, which is charged for once somebody pays or takes it up there (EXT-14)',
    async (status) => {
      const customer = await shop.makeCustomer()
      shop.subscribed(customer, { status })
      expect((await shop.remove()).statusCode).toBe(200)
      expect(shop.stripe.subscriptions.get(customer)).toMatchObject([{ status: 'canceled' }])
    },
  )

  test.each(['canceled', 'incomplete_expired'])('ends nothing that is %s already (EXT-14)', async (status) => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { status })
    expect((await shop.remove()).statusCode).toBe(200)
    expect(shop.stripe.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test('loses nothing that ends by itself while it stays, as another is charged for (EXT-14)', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { id: 'sub_1', isEnding: true }, { id: 'sub_2' })
    expect((await shop.remove()).statusCode).toBe(409)
    expect(shop.stripe.subscriptions.get(customer)).toMatchObject([{ status: 'active' }, { status: 'active' }])
  })

  test('goes also where Stripe does not end what ends by itself, which is logged (EXT-14)', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { isEnding: true })
    shop.stripe.beforeSending = async () => {
      if (shop.stripe.requests.at(-1)?.path === '/v1/subscriptions') shop.stripe.failWith = 400
    }
    expect((await shop.remove()).statusCode).toBe(200)
    expect(shop.hub.logLines.join('')).toMatch(/"subscription":"sub_1".*Stripe is away/)
  })

  test.each([
    ['goes', 'with what is paid for', '2026-04-10T12:00:00Z', 200],
    ['stays', 'after it was charged for again', '2026-05-01T12:00:00Z', 409],
  ])('%s where the subscription ends %s, on a day that was named (EXT-14)', async (_what, _when, day, status) => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { cancelAtMs: Date.parse(day) })
    expect((await shop.remove()).statusCode).toBe(status)
  })

  test('stays while Stripe does not answer', async () => {
    await shop.makeCustomer()
    shop.stripe.failWith = 500
    const answer = await shop.remove()
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'billing-unavailable'])
    shop.stripe.failWith = null
    expect((await shop.remove()).statusCode).toBe(200)
  }, 20_000)

  test('leaves no checkout behind that could still be paid for', async () => {
    await shop.makeCustomer()
    expect((await shop.remove()).statusCode).toBe(200)
    expect(shop.stripe.checkouts.map(({ status }) => status)).toEqual(['expired'])
  })

  test.each([
    ['nothing', []],
    ['what ends', [{ isEnding: true }]],
  ])(
    'stays where an event says in that moment that it is paid for: before it was %s (EXT-14)',
    async (_what, before) => {
      const customer = await shop.makeCustomer()
      shop.subscribed(customer, ...before)
      shop.stripe.beforeSending = async () => {
        if (shop.stripe.requests.at(-1)?.path !== '/v1/subscriptions') return
        // The answer that nothing is charged for again is on its way.
        shop.stripe.beforeSending = async () => {}
        shop.subscribed(customer, {})
        shop.hub.clock.advance(1)
        await shop.tell(customer)
      }
      const answer = await shop.remove()
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'subscription-runs'])
      expect(shop.stripe.subscriptions.get(customer)).toMatchObject([{ status: 'active' }])
    },
  )

  test('goes where its paid plan costs nothing on this hub, also after a look at the portal', async () => {
    await shop.close()
    shop = await Shop.start({ tier: 'PRO' })
    await shop.portal()
    expect((await shop.plan())[2]).toBe('PRO')
    expect((await shop.remove()).statusCode).toBe(200)
  })

  test('goes without asking Stripe where it never took a step towards a plan', async () => {
    shop.stripe.failWith = 500
    expect((await shop.remove()).statusCode).toBe(200)
    expect(shop.stripe.requests).toEqual([])
  })
})

describe("Stripe's events (KEEP-11)", () => {
  test('a completed checkout brings the plan: both tiers, cycle and end of the period', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { price: 'price_py', periodEndMs: Date.parse('2027-03-10T12:00:00Z') })
    await shop.tell(customer, 'checkout.session.completed')
    expect(await shop.plan()).toEqual(['PRO', 'YEARLY', 'PRO', '2027-03-10T12:00:00.000Z'])
    expect(shop.stripe.requests).toMatchObject([{ path: '/v1/subscriptions', fields: { customer, status: 'all' } }])
  })

  test.each([
    [
      'signed with another secret',
      (now: number) =>
        stripeEvent({ id: 'evt_x', type: 'customer.subscription.updated', customer: 'c' }, now, 'whsec_other'),
    ],
    [
      'signed too long ago',
      (now: number) =>
        stripeEvent({ id: 'evt_x', type: 'customer.subscription.updated', customer: 'c' }, now - 301_000),
    ],
    [
      'changed after it was signed',
      (now: number) => {
        const { payload, signature } = stripeEvent(
          { id: 'evt_x', type: 'customer.subscription.updated', customer: 'c' },
          now,
        )
        return { payload: payload.replace('evt_x', 'evt_y'), signature }
      },
    ],
    ['without a signature', () => ({ payload: '{}', signature: '' })],
  ])('an event %s is refused and asks Stripe for nothing', async (_what, eventAt) => {
    const answer = await shop.deliver(eventAt(shop.hub.clock.now()))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    expect(shop.stripe.requests).toEqual([])
  })

  test('an event that comes again does nothing', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    await shop.tell(customer, 'customer.subscription.updated', 'evt_same')
    await shop.tell(customer, 'customer.subscription.updated', 'evt_same')
    expect(shop.stripe.requests).toHaveLength(1)
  })

  test('events in the wrong order leave what Stripe says now', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer)
    await shop.tell(customer, 'customer.subscription.deleted')
    await shop.tell(customer, 'checkout.session.completed')
    expect(await shop.plan()).toEqual(['BASIC', 'MONTHLY', 'BASIC', nextMonth])
    shop.subscribed(customer, {})
    await shop.tell(customer, 'customer.subscription.deleted')
    expect((await shop.plan())[2]).toBe('PRO')
  })

  test('events at the same moment are read one after the other, so that the last reading stands', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer)
    let readings = 0
    shop.stripe.beforeSending = async () => {
      readings += 1
      if (readings > 1) return
      // The first reading is old by the time it arrives.
      shop.subscribed(customer, {})
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await Promise.all([shop.tell(customer), shop.tell(customer)])
    expect((await shop.plan())[2]).toBe('PRO')
  })

  test('a subscription that ends with its period keeps the plan until then (KEEP-10)', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    await shop.tell(customer)
    shop.subscribed(customer, { isEnding: true })
    await shop.tell(customer)
    expect(await shop.plan()).toEqual(['BASIC', 'MONTHLY', 'PRO', '2026-04-10T12:00:00.000Z'])
    await shop.pass(31 * DAY_MS - 1)
    await shop.hub.hub.jobs.runNow('plan-changes')
    expect((await shop.plan())[2]).toBe('PRO')
    shop.hub.clock.advance(1)
    await shop.hub.hub.jobs.runNow('plan-changes')
    expect((await shop.plan()).slice(0, 3)).toEqual(['BASIC', 'MONTHLY', 'BASIC'])
  })

  test('a clock that leaps ahead ends nothing that is paid for (KEEP-08, KEEP-10)', async () => {
    const { jobs } = shop.hub.hub
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { isEnding: true })
    await shop.tell(customer)
    await jobs.runNow('retention')
    await shop.pass(40 * DAY_MS)
    await jobs.runNow('plan-changes')
    expect((await shop.plan())[2]).toBe('PRO')
    await shop.pass(-40 * DAY_MS)
    await passTime(shop.hub, 31 * DAY_MS)
    await shop.pass(0)
    await jobs.runNow('plan-changes')
    expect((await shop.plan())[2]).toBe('BASIC')
  })

  test('a clock that leaps ahead gives up nothing that a former plan keeps (KEEP-05, KEEP-08)', async () => {
    const { jobs } = shop.hub.hub
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { price: 'price_tm' })
    await shop.tell(customer)
    shop.subscribed(customer, {})
    await shop.tell(customer)
    await jobs.runNow('retention')
    const { formerPlan } = await shop.workspace()
    expect(formerPlan).toMatchObject({ tier: 'TEAM' })
    await shop.pass(40 * DAY_MS)
    await jobs.runNow('stripe-readings')
    await shop.tell(customer)
    await shop.checkout()
    await shop.pass(-40 * DAY_MS)
    expect((await shop.workspace()).formerPlan).toEqual(formerPlan)
  })

  test('a downgrade after days in which the hub was off keeps recordings for a whole week (KEEP-05)', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { price: 'price_tm' })
    await shop.tell(customer)
    await shop.hub.hub.jobs.runNow('retention')
    await shop.pass(3 * DAY_MS)
    shop.subscribed(customer, {})
    await shop.tell(customer)
    const keptUntil = new Date(shop.hub.clock.now() + 7 * DAY_MS).toISOString()
    expect((await shop.workspace()).formerPlan).toMatchObject({ tier: 'TEAM', keptUntil })
  })

  test('an ending that is taken back keeps the plan', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { isEnding: true })
    await shop.tell(customer)
    shop.subscribed(customer, { periodEndMs: Date.parse('2026-05-10T12:00:00Z') })
    await shop.tell(customer)
    await shop.pass(31 * DAY_MS)
    await shop.hub.hub.jobs.runNow('plan-changes')
    expect(await shop.plan()).toEqual(['PRO', 'MONTHLY', 'PRO', '2026-05-10T12:00:00.000Z'])
  })

  test('a failed payment leaves the plan while Stripe tries again, and takes it when that is over', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, { status: 'past_due' })
    await shop.tell(customer, 'invoice.payment_failed')
    expect((await shop.plan())[2]).toBe('PRO')
    shop.subscribed(customer, { status: 'unpaid' })
    await shop.tell(customer)
    expect((await shop.plan())[2]).toBe('BASIC')
  })

  test('of two subscriptions the higher one counts', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(
      customer,
      { id: 'sub_1' },
      { id: 'sub_2', price: 'price_tm' },
      { id: 'sub_3', price: 'price_of_others' },
    )
    await shop.tell(customer)
    expect((await shop.plan())[2]).toBe('TEAM')
  })

  test('while Stripe does not answer the event is refused, so that it comes again', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    shop.stripe.failWith = 500
    const event = stripeEvent({ id: 'evt_late', type: 'customer.subscription.updated', customer }, shop.hub.clock.now())
    expect((await shop.deliver(event)).statusCode).toBe(502)
    shop.stripe.failWith = null
    expect((await shop.deliver(event)).statusCode).toBe(200)
    expect((await shop.plan())[2]).toBe('PRO')
  }, 20_000)

  test("events of others' customers and of other things change nothing", async () => {
    const customer = await shop.makeCustomer()
    await shop.tell('cus_of_another_shop')
    await shop.tell(customer, 'customer.updated')
    expect(shop.stripe.requests).toEqual([])
    const bob = await shop.hub.signIn('bob@example.org')
    shop.subscribed(customer, {})
    await shop.tell(customer)
    const other = await send(shop.hub.fastify, bob, 'GET', `/workspaces/${bob.workspaceId}`)
    expect(other.json().workspaceUsagePeriod.tier).toBe('FREE')
  })
})

test('without keys there is no place for events', async () => {
  const plain = await startTestHub()
  const answer = await plain.fastify.inject({ method: 'POST', url: '/v1/billing/stripe-webhook', payload: '{}' })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  await plain.close()
})
