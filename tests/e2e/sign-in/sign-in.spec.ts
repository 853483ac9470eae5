import { deferred } from '../../support/deferred'
import { expect, test } from '../support/test'

test('the sign-in screen says what the specification says and takes only what it allows (AUTH-01 to AUTH-08, AUTH-20, AUTH-23, GEN-03)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.goto(hub.url)
  await page.waitForURL('**/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Intelligent security monitoring')).toBeVisible()
  await expect(page.getByText('Secure access to your surveillance system')).toBeVisible()
  await expect(page.getByText('Protected by enterprise-grade encryption')).toBeVisible()
  expect(await page.locator('input[type=password]').count()).toBe(0)
  const field = page.getByPlaceholder('Enter your email')
  const button = page.getByRole('button', { name: 'Secure Sign In' })
  await expect(field).toHaveCount(1)
  await expect(page.locator('input')).toHaveCount(1)
  await expect(field).toHaveAttribute('type', 'email')
  await expect(button).toBeDisabled()
  await field.fill('someone@example.org')
  await expect(button).toBeEnabled()
  await field.fill('')
  await expect(button).toBeDisabled()
  // The browser's own check of the input type is the only one.
  await field.fill('no address')
  await expect(button).toBeEnabled()
})

for (const isNewUser of [true, false]) {
  test(`Enter asks for a code, and all is disabled until it comes, isNewUser ${isNewUser} (AUTH-09, AUTH-10, AUTH-12, AUTH-13, AUTH-21, AUTH-24)`, async ({
    hub,
    openBrowser,
  }) => {
    const page = await openBrowser()
    const asked: unknown[] = []
    const held = deferred<void>()
    await page.route('**/v1/auth/request-otp', async (route) => {
      asked.push(route.request().postDataJSON())
      await held.promise
      await route.fulfill({ json: { isNewUser, retryAt: new Date(Date.now() + 60_000).toISOString() } })
    })
    await page.goto(`${hub.url}/login`)
    const field = page.getByPlaceholder('Enter your email')
    await field.press('Enter')
    await field.fill('enter@example.org')
    await expect(page.getByRole('status')).toHaveCount(0)
    await field.press('Enter')
    await expect(field).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Secure Sign In' })).toBeDisabled()
    await expect(page.getByRole('status')).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
    await expect(page.getByText('enter@example.org')).toBeVisible()
    expect(page.url()).toBe(`${hub.url}/verification-code`)
    expect(asked).toEqual([{ email: 'enter@example.org' }])
  })
}

test('the green launch banner follows the calendar and can be dismissed (AUTH-15 to AUTH-19, X-04)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const banner = page.getByText(/launching on/i)
  await page.clock.setFixedTime(new Date('2025-07-15T12:00:00'))
  await page.goto(`${hub.url}/login`)
  await expect(page.getByText(/launching on July 31st, 2025/)).toBeVisible()
  await expect(banner).toContainText('special discount')
  const [red = 0, green = 0, blue = 0] = await banner.evaluate((text) => {
    const colour = getComputedStyle(text.closest('header') ?? text).backgroundColor
    return (colour.match(/\d+/g) ?? []).map(Number)
  })
  expect(green, 'the banner is green').toBeGreaterThan(Math.max(red, blue))
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toBeHidden()
  await page.clock.setFixedTime(new Date('2025-07-31T12:00:00'))
  await page.reload()
  await expect(page.getByText(/TODAY/)).toBeVisible()
  await page.clock.setFixedTime(new Date('2025-08-05T12:00:00'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('the code screen needs an e-mail, six digits, and patience for another code (AUTH-30 to AUTH-37, AUTH-40, AUTH-42 to AUTH-44, AUTH-46, NAV-15)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.goto(`${hub.url}/verification-code`)
  await page.waitForURL('**/login')
  await page.clock.install()
  await page.getByPlaceholder('Enter your email').fill('code@example.org')
  await page.getByPlaceholder('Enter your email').press('Enter')
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  expect(page.url()).toBe(`${hub.url}/verification-code`)
  await expect(page.getByText(/6-digit code/)).toBeVisible()
  await expect(page.getByText('Code expires in 10 minutes')).toBeVisible()
  const verify = page.getByRole('button', { name: 'Verify Code' })
  await expect(verify).toBeDisabled()
  const slots = page.getByLabel(/^Digit \d$/)
  await expect(slots).toHaveCount(6)
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('12ab345')
  await expect(verify).toBeDisabled()
  expect(await slots.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '',
  ])
  await page.keyboard.type('0')
  await expect(verify).toBeEnabled()
  await expect(page.locator('input')).toHaveCount(6)
  for (const index of [0, 1, 2, 3, 4, 5])
    await page
      .locator('input')
      .nth(index)
      .fill(String(index + 2))
  expect(await slots.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).join(''))).toBe(
    '234567',
  )
  await expect(verify).toBeEnabled()
  const resend = page.getByRole('button', { name: /^Resend Code/ })
  await expect(resend).toBeDisabled()
  await expect(resend).toHaveText(/Resend Code \((60|5\d)s\)/)
  await page.clock.fastForward(30_000)
  await expect(resend).toHaveText(/Resend Code \((30|2\d)s\)/)
  await expect(resend).toBeDisabled()
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('button', { name: 'Resend Code', exact: true })).toBeEnabled()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
})

test('a wrong code is told in a dialog, and the right one still works (ERR-02, X-08)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await page.goto(`${hub.url}/login`)
  await page.getByPlaceholder('Enter your email').fill('wrong@example.org')
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  const code = await hub.nextCode('wrong@example.org')
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Verify Code' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Verification failed. Please try again.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Digit 1')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})
