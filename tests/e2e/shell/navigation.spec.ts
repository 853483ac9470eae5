import { fillWorkspace } from '../../../scripts/screens/fill.mjs'
import { haveSession, signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('the sidebar folds to an icon strip, by Ctrl+B and Cmd+B too, and stays so for 7 days (NAV-27 to NAV-30)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'sidebar@example.org')
  const sidebar = page.getByTestId('sidebar')
  const width = async () => (await sidebar.boundingBox())?.width
  expect(await width()).toBe(256)
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(48)
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(48)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 7 * 24 * 3600 - 60)
  await page.reload()
  await expect.poll(width).toBe(48)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect.poll(width).toBe(256)
})

test('below 768 px the navigation is a sheet of 18rem that closes once used, and a bar at the foot (NAV-31, NAV-32, X-73, FACE-03)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'sheet@example.org')
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.getByTestId('sidebar')).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const sheet = page.getByRole('dialog', { name: 'Navigation' })
  await expect(sheet).toBeVisible()
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288)
  await sheet.getByRole('link', { name: 'Events' }).click()
  await page.waitForURL('**/events')
  await expect(sheet).toBeHidden()
  const bar = page.getByRole('navigation', { name: 'Daily screens' })
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Cameras', 'AI Chat', 'Events', 'Videos'])
  await bar.getByRole('link', { name: 'Cameras' }).click()
  await page.waitForURL('**/cameras')
  await expect(bar.getByRole('link', { name: 'Cameras' })).toHaveAttribute('aria-current', 'page')
  // What the Tab key leads to is never below the bar, however far down it stands.
  await page.setViewportSize({ width: 390, height: 500 })
  await page.getByRole('button', { name: 'Setup Instructions' }).focus()
  const [foot, focused] = [await bar.boundingBox(), await page.locator(':focus').boundingBox()]
  expect(foot?.y).toBe(500 - 56)
  expect((focused?.y ?? 500) + (focused?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByTestId('sidebar')).toBeVisible()
  await expect(bar).toBeHidden()
})

test('going from screen to screen by keyboard keeps the focus on the navigation', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'focus@example.org')
  const link = page.getByRole('link', { name: 'Events', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Security Events' })).toBeVisible()
  await expect(link).toBeFocused()
})

test('every entry of the navigation leads to its screen, which has it too (NAV-20, NAV-21, NAV-22, NAV-26, NAV-33)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'entries@example.org')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Dashboard',
    'Cameras',
    'AI Chat',
    'Events',
    'Videos',
    'Notifications',
    'Billing',
  ])
  const screens = [
    ['Dashboard', '/dashboard'],
    ['Cameras', '/cameras'],
    ['AI Chat', '/ai-chat'],
    ['Events', '/events'],
    ['Videos', '/videos'],
    ['Notifications', '/notifications'],
    ['Billing', '/billing'],
  ] as const
  for (const [label, path] of screens) {
    const link = navigation.getByRole('link', { name: label, exact: true })
    await link.click()
    await page.waitForURL(`**${path}`)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(navigation).toBeVisible()
  }
  await page.getByRole('button', { name: 'Share Videos' }).click()
  await page.waitForURL('**/video-sharing')
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Video Sharing' })).toBeVisible()
  await expect(navigation).toBeVisible()
  await page.getByRole('link', { name: /^Nightjar/ }).click()
  await page.waitForURL('**/dashboard')
})

test('each entry is the only link, and each button at the foot the only one, that holds its words, on every screen (NAV-20, NAV-21, NAV-22, NAV-23, NAV-33)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'words@example.org')
  await fillWorkspace(page)
  await page.goto(`${hub.url}/dashboard`)
  await expect(page.getByRole('list', { name: 'Recent Activity' })).toBeVisible()
  const entries = ['Dashboard', 'Cameras', 'AI Chat', 'Events', 'Videos', 'Notifications', 'Billing']
  const ways = [
    ...entries.map((name) => page.getByRole('link', { name })),
    page.getByRole('button', { name: 'Share Videos' }),
  ]
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  for (const way of ways) {
    await way.click()
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
    for (const one of [...ways, signOut]) await expect(one).toHaveCount(1)
  }
})

test('another screen shows from its top, and one that Back leads to where it was left', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'top@example.org')
  await page.setViewportSize({ width: 1024, height: 420 })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const top = () => page.evaluate(() => Math.round(scrollY))
  const billing = page.getByRole('heading', { level: 1, name: 'Billing & Subscriptions' })
  // Both are there: what loads for the first time is short for a moment, and so begins at its top anyway.
  await navigation.getByRole('link', { name: 'Billing' }).click()
  await expect(billing).toBeVisible()
  await navigation.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security Dashboard' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(top).toBe(300)
  await navigation.getByRole('link', { name: 'Billing' }).click()
  await expect(billing).toBeVisible()
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Security Dashboard' })).toBeAttached()
  await expect.poll(top).toBe(300)
})
