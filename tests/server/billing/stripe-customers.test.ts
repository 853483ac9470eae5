import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stripeEvent } from '../support/stripe/fake-stripe'
import { Shop } from '../support/stripe/shop'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let shop: Shop
beforeEach(async () => {
  shop = await Shop.start()
})
afterEach(() => shop.close())

describe('a customer that Stripe no longer knows (KEEP-14)', () => {
  test('is followed by another, for a checkout and for the portal', async () => {
    for (const step of [() => shop.checkout(), () => shop.portal()]) {
      const gone = await shop.makeCustomer()
      shop.stripe.unknown.add(gone)
      const answer = await step()
      expect(answer.statusCode).toBe(200)
      const customers = shop.stripe.requests.flatMap(({ fields }) => fields['customer'] ?? [])
      expect(customers.at(-1)).not.toBe(gone)
      expect(shop.hub.logLines.join('')).toContain(gone)
    }
  })

  test('is one other, whoever asks twice', async () => {
    shop.stripe.unknown.add(await shop.makeCustomer())
    const [first, second] = await Promise.all([shop.checkout(), shop.checkout()])
    expect([first?.statusCode, second?.json()]).toEqual([200, first?.json()])
  })

  test('pays nothing: the workspace can be removed', async () => {
    shop.stripe.unknown.add(await shop.makeCustomer())
    expect((await shop.remove()).statusCode).toBe(200)
  })

  test('takes no plan by itself: the key may be of another account', async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    await shop.tell(customer)
    shop.stripe.unknown.add(customer)
    await shop.pass(DAY_MS)
    shop.stripe.requests.length = 0
    await shop.hub.hub.jobs.runNow('stripe-readings')
    await shop.hub.hub.jobs.runNow('stripe-readings')
    expect((await shop.plan())[2]).toBe('PRO')
    expect(shop.stripe.requests.map(({ path }) => path)).toEqual(['/v1/subscriptions', `/v1/customers/${customer}`])
    expect(shop.hub.logLines.join('')).toContain('its plan stays as it is. Is STRIPE_SECRET_KEY of the account')
  })
})

describe('a customer that has paid and that Stripe no longer knows (KEEP-14, EXT-14)', () => {
  const steps = [() => shop.checkout(), () => shop.portal(), () => shop.remove()]
  const pay = async () => {
    const customer = await shop.makeCustomer()
    shop.subscribed(customer, {})
    await shop.tell(customer)
    shop.stripe.unknown.add(customer)
    return customer
  }

  test('stays while the key is of another account, and so do its plan and the workspace', async () => {
    const customer = await pay()
    for (const step of steps) {
      shop.hub.logLines.length = 0
      shop.hub.clock.advance(MINUTE_MS)
      expect((await step()).statusCode).toBe(502)
      expect(shop.hub.logLines.join('')).toContain('set STRIPE_SECRET_KEY of the account, and of the mode')
    }
    expect((await shop.plan())[2]).toBe('PRO')
    shop.stripe.unknown.delete(customer)
    expect((await shop.portal()).json()).toEqual({ url: `https://billing.stripe.example/p/${customer}` })
    expect((await shop.remove()).statusCode).toBe(409)
  })

  test('is followed by another where it was deleted, which ended what it paid', async () => {
    shop.stripe.deleted.add(await pay())
    shop.hub.clock.advance(MINUTE_MS)
    expect((await shop.checkout()).statusCode).toBe(200)
    expect((await shop.plan())[2]).toBe('BASIC')
  })

  test('ends its plan where it was deleted, with the event that tells of it', async () => {
    const customer = await pay()
    shop.stripe.deleted.add(customer)
    shop.hub.clock.advance(MINUTE_MS)
    await shop.tell(customer, 'customer.subscription.deleted')
    expect((await shop.plan()).slice(0, 3)).toEqual(['BASIC', 'MONTHLY', 'BASIC'])
  })

  test('ends its plan where it was deleted within a day, without any event', async () => {
    shop.stripe.deleted.add(await pay())
    shop.hub.logLines.length = 0
    await shop.pass(DAY_MS)
    await shop.hub.hub.jobs.runNow('stripe-readings')
    expect((await shop.plan()).slice(0, 3)).toEqual(['BASIC', 'MONTHLY', 'BASIC'])
    expect(shop.hub.logLines.join('')).not.toContain('STRIPE_SECRET_KEY')
  })

  test('ends no plan by an event while the key is of another account', async () => {
    const customer = await pay()
    shop.hub.clock.advance(MINUTE_MS)
    const event = { id: 'evt_gone', type: 'customer.subscription.deleted', customer }
    expect((await shop.deliver(stripeEvent(event, shop.hub.clock.now()))).statusCode).toBe(502)
    expect((await shop.plan())[2]).toBe('PRO')
  })

  test('keeps no workspace from being removed where it was deleted', async () => {
    shop.stripe.deleted.add(await pay())
    expect((await shop.remove()).statusCode).toBe(200)
  })
})
