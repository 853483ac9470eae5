import type { Page } from '@playwright/test'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test("a plan is switched on the hub's own page and told back in the app, up and down (KEEP-09, BILL-02)", async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'payer@example.org')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await card(page, 'Pro').getByRole('button', { name: 'Upgrade' }).click()

  await expect(page.getByRole('heading', { name: 'Change your plan' })).toBeVisible()
  await expect(page.getByText('No payment provider is configured on this hub')).toBeVisible()
  await page.getByRole('button', { name: 'Switch to Pro now ($9.99 a month, billed monthly)' }).click()

  await page.waitForURL(`${hub.url}/billing`)
  await expect(card(page, 'Pro').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await card(page, 'Basic').getByRole('button', { name: 'Downgrade' }).click()
  await page.getByRole('button', { name: /^Switch to Basic on \d{4}-\d{2}-01 \(UTC\), when the period ends$/ }).click()

  await page.waitForURL(`${hub.url}/billing`)
  await expect(page.getByText(/^Your account will be downgraded to Basic from Pro on /)).toBeVisible()
  expect(trouble).toEqual([])
})

test('the hub answers a quick question from what it recorded (CHAT-08, API-24)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'asker@example.org')
  await page.getByRole('link', { name: 'AI Chat', exact: true }).click()
  await page.getByRole('button', { name: 'Any security alerts?' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    page.getByText(/^I cannot say: nothing could be seen then\. As far as is known, there was no security alert/),
  ).toBeVisible()
  await expect(page.getByText('4 chats remaining')).toBeVisible()
  await page.reload()
  await expect(
    page.getByText(/^I cannot say: nothing could be seen then\. As far as is known, there was no security alert/),
  ).toBeVisible()
  expect(trouble).toEqual([])
})
