import type { Page } from '@playwright/test'
import { haveSession, signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

type Tier = 'FREE' | 'BASIC' | 'PRO' | 'TEAM'

/** The workspace as the test wants it; the payment pages stand in for a provider, and nothing leaves this machine. */
async function withWorkspace(page: Page, billing: Tier, usage: Tier = billing, billingPeriod = 'MONTHLY') {
  await page.route(/\/v1\/workspaces\/(?!usage)[^/]+$/, (route) =>
    route.fulfill({
      json: {
        id: 'w',
        stripeCustomer: { tier: billing, billingPeriod },
        workspaceUsagePeriod: { tier: usage, billingEnd: '2026-04-01T12:00:00.000Z' },
      },
    }),
  )
  const asked: { readonly path: string; readonly body: unknown }[] = []
  await page.route('**/v1/billing/**', (route) => {
    asked.push({ path: new URL(route.request().url()).pathname, body: route.request().postDataJSON() })
    return route.fulfill({ json: { url: 'https://pay.test/page' } })
  })
  await page.route('https://pay.test/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))
  return asked
}

async function open(page: Page) {
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Billing & Subscriptions' })).toBeVisible()
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const buttonOf = (page: Page, name: string) => card(page, name).getByRole('button')
const features = (page: Page, name: string) => card(page, name).getByRole('listitem')

test('a free workspace sees its plan and what else there is (BILL-01, BILL-02, BILL-03, BILL-05, BILL-06, BILL-07, BILL-08, BILL-09, PLAN-01, PLAN-02, PLAN-03, PLAN-04, PLAN-05, PLAN-06, PLAN-07)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await withWorkspace(page, 'FREE')
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeVisible()
  const current = page.getByRole('list', { name: 'Your plan Basic brings' })
  await expect(current.getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('heading', { name: 'Available Plans' })).toBeVisible()
  await expect(page.locator('main article')).toHaveCount(3)
  await expect(buttonOf(page, 'Basic')).toHaveText('Current Plan')
  await expect(buttonOf(page, 'Basic')).toBeDisabled()
  await expect(buttonOf(page, 'Pro')).toHaveText('Upgrade')
  await expect(buttonOf(page, 'Team')).toHaveText('Coming Soon')
  await expect(buttonOf(page, 'Team')).toBeDisabled()
  await expect(page.getByText(/will be downgraded/)).toHaveCount(0)

  await test.step('with its limits', async () => {
    await expect(features(page, 'Basic')).toHaveText([
      '1 camera without audio',
      '200 MB recorded video/month',
      '14-day storage',
      '10 notifications/month',
      '5 AI chats/month',
      '15 s segments',
    ])
    await expect(features(page, 'Pro')).toHaveText([
      'Up to 3 cameras with audio',
      '5 GB/month of recorded video',
      '3-month storage',
      '100 notifications/month',
      '30 AI chats/month',
      '1-minute segments',
    ])
    await expect(features(page, 'Team')).toHaveText([
      'Up to 10 cameras with audio',
      '20 GB/month of recorded video',
      '1-year storage',
      '500 notifications/month',
      '100 AI chats/month',
      'Segments up to 1 minute',
      'Up to 5 users',
    ])
  })

  await test.step('and its prices by the month and by the year', async () => {
    const prices = async () => {
      const texts = await page.locator('main article').allInnerTexts()
      return texts.map((text) => /\$[\d.]+/.exec(text)?.[0])
    }
    expect(await prices()).toEqual(['$0', '$9.99', '$22.99'])
    await page.getByRole('switch', { name: 'Yearly' }).check()
    await expect.poll(prices).toEqual(['$0', '$5.99', '$13.79'])
    expect(new URL(page.url()).search).toBe('?period=yearly')
    await page.getByRole('button', { name: 'Monthly' }).click()
    await expect.poll(prices).toEqual(['$0', '$9.99', '$22.99'])
  })
  expect(trouble).toEqual([])
})

test('an upgrade of a free workspace is a checkout for the chosen period (BILL-12, BILL-15, BILL-18)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const asked = await withWorkspace(page, 'FREE')
  await haveSession(page, hub, 'ann@example.org')
  const workspaceId = await page.evaluate(() => localStorage.getItem('workspaceId'))
  const read = page.waitForRequest((request) => request.url().endsWith(`/v1/workspaces/${workspaceId}`))
  await page.goto(`${hub.url}/billing?period=yearly`)
  await read
  await expect(page.getByRole('switch', { name: 'Yearly' })).toBeChecked()
  await expect(card(page, 'Pro').getByText('$5.99')).toBeVisible()
  await buttonOf(page, 'Pro').click()
  await page.waitForURL('https://pay.test/page')
  expect(asked).toEqual([
    {
      path: '/v1/billing/subscription/checkout',
      body: { workspaceId, product: 'PRO', billingCycle: 'YEARLY' },
    },
  ])
})

test('a paying workspace is told of its downgrade, and its plans open the portal (BILL-02, BILL-04, BILL-10, BILL-11, BILL-13, BILL-14, X-35)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const asked = await withWorkspace(page, 'PRO', 'TEAM', 'YEARLY')
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  await expect(page.getByText('Your account will be downgraded to Pro from Team on April 1, 2026')).toBeVisible()
  await expect(page.getByText('$5.99')).toHaveCount(1)
  await expect(card(page, 'Pro').getByText('$9.99')).toBeVisible()
  await expect(buttonOf(page, 'Basic')).toHaveText('Downgrade')
  await expect(buttonOf(page, 'Pro')).toHaveText('Current Plan')
  await expect(buttonOf(page, 'Pro')).toBeDisabled()
  await buttonOf(page, 'Basic').click()
  await page.waitForURL('https://pay.test/page')
  await page.goto(`${hub.url}/billing`)
  await page.getByRole('button', { name: 'Manage Subscription' }).click()
  await page.waitForURL('https://pay.test/page')
  const portal = { path: '/v1/billing/portal', body: { returnUrl: `${hub.url}/billing` } }
  expect(asked).toEqual([portal, portal])
})

test('a payment page that does not come is not told of; the console says why (BILL-16)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await withWorkspace(page, 'FREE')
  await page.route('**/v1/billing/**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No payment provider answers.' } }),
  )
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  for (const button of [buttonOf(page, 'Pro'), page.getByRole('button', { name: 'Manage Subscription' })]) {
    const before = logged.length
    await button.click()
    await expect.poll(() => logged.slice(before).join()).toContain('No payment provider answers.')
    await expect(button).toBeEnabled()
    await expect(button).toBeFocused()
  }
  await expect(page.locator('[data-scope=toast][data-part=root]')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/billing')
})

test('without a stored workspaceId no workspace is read, and the free plan shows (BILL-17, X-85)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const asked = await withWorkspace(page, 'PRO')
  await haveSession(page, hub, 'ann@example.org')
  await page.evaluate(() => localStorage.removeItem('workspaceId'))
  const read: string[] = []
  page.on('request', (request) => read.push(new URL(request.url()).pathname))
  await page.goto(`${hub.url}/billing`)
  await expect(buttonOf(page, 'Basic')).toHaveText('Current Plan')
  await buttonOf(page, 'Pro').click()
  await page.waitForLoadState('networkidle')
  expect(read.filter((path) => /\/workspaces\/(?!usage)/.test(path))).toEqual([])
  expect(asked).toEqual([])
})
