import { afterEach, expect, test } from 'vitest'
import { Shop } from '../support/stripe/shop'

let shop: Shop
afterEach(() => shop.close())

const raised = { STRIPE_PRICES: 'PRO_MONTHLY=price_new+price_pm,PRO_YEARLY=price_py' }

test('a price that was replaced brings its plan to whoever pays it still; the new one is sold (KEEP-11)', async () => {
  shop = await Shop.start({ environment: raised })
  const customer = await shop.makeCustomer()
  shop.subscribed(customer, { price: 'price_pm' })
  await shop.tell(customer)
  expect((await shop.plan())[2]).toBe('PRO')
  shop.subscribed(customer)
  // The checkout of before is another order.
  shop.hub.clock.advance(60_000)
  await shop.checkout('PRO', 'MONTHLY')
  const sold = shop.stripe.requests.flatMap(({ fields }) => fields['line_items[0][price]'] ?? [])
  expect(new Set(sold)).toEqual(new Set(['price_new']))
})

test('a price that the hub was not told of leaves the plan, and the log says what to do (KEEP-11)', async () => {
  shop = await Shop.start({ environment: raised })
  const customer = await shop.makeCustomer()
  shop.subscribed(customer, {})
  await shop.tell(customer)
  shop.subscribed(customer, { price: 'price_tm' })
  await shop.tell(customer)
  expect((await shop.plan())[2]).toBe('PRO')
  const said = shop.hub.logLines.join('')
  expect(said).toContain('a workspace pays for a price that STRIPE_PRICES does not name: its plan stays as it is.')
  expect(said).toContain('price_tm')
  shop.subscribed(customer)
  await shop.tell(customer)
  expect((await shop.plan())[2]).toBe('BASIC')
})
