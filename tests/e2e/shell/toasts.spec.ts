import type { Page } from '@playwright/test'
import { visit } from '../support/routes'
import { expect, test } from '../support/test'

/** Well within the 5 s of a toast, and well after them with the time it takes to go. */
const WITHIN_MS = 4_000
const AFTER_MS = 7_000

/** Makes a toast without a time of its own show: that of a resent code. */
async function raiseToast(page: Page, hubUrl: string) {
  await page.clock.install()
  await page.route('**/v1/auth/request-otp', (route) => route.fulfill({ json: { isNewUser: false, retryAt: null } }))
  await visit(page, hubUrl, { path: '/verification-code', heading: 'Check Your Email', isOpen: true })
  await page.clock.runFor(61_000)
  // Time that went on by itself would take the toast away from a test that is slow.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await page.getByRole('button', { name: 'Resend Code', exact: true }).click()
  const toast = page.getByText('Verification code resent successfully!')
  // It comes in from above, which takes frames of the clock that stands still: drawn is not there yet.
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(toast).toBeInViewport({ ratio: 1, timeout: 200 })
  }).toPass({ timeout: 15_000, intervals: [0] })
  return toast
}

test('a toast stands at the top right for 5 s (CONST-01, CONST-02, ERR-03)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  const toast = await raiseToast(page, hub.url)
  const box = await toast.boundingBox()
  if (box === null) throw new Error('The toast has no box.')
  const { width = 0 } = page.viewportSize() ?? {}
  expect(box.y).toBeLessThan(100)
  expect(box.x + box.width).toBeGreaterThan(width - 120)
  // Where the system forces its own few colours, no shadow tells it from the page (UI-01).
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.locator('[data-scope=toast][data-part=root]').first()).toHaveCSS('border-top-width', '1px')
  await page.clock.runFor(WITHIN_MS)
  await expect(toast).toBeVisible()
  await page.clock.runFor(AFTER_MS - WITHIN_MS)
  await expect(toast).toBeHidden()
})

test('a toast waits while the pointer is on it (CONST-03)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  const toast = await raiseToast(page, hub.url)
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(5, 500)
  await page.clock.runFor(AFTER_MS)
  await expect(toast).toBeHidden()
})

test('a toast waits while the window has no focus (CONST-04)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  const toast = await raiseToast(page, hub.url)
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.clock.runFor(AFTER_MS)
  await expect(toast).toBeHidden()
})

test('Alt+T brings the focus to the toasts from where the code is typed, which a new code left it at (CONST-05, UI-04)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const toast = await raiseToast(page, hub.url)
  await expect(page.getByLabel('Digit 1')).toBeFocused()
  await page.keyboard.press('Alt+t')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('aria-label', /Notifications/)
  await expect(focused.getByText('Verification code resent successfully!')).toBeVisible()
  await expect(toast).toBeVisible()
})
