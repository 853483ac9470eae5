import { AxeBuilder } from '@axe-core/playwright'
import { signIn } from '../../scripts/demo/steps.mjs'
import { expect, test } from './support/test'

test('the sidebar folds to an icon strip, by Ctrl+B too, and stays so for 7 days (spec 2)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'sidebar@example.org')
  const sidebar = page.getByTestId('sidebar')
  const width = async () => (await sidebar.boundingBox())?.width
  expect(await width()).toBe(256)
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

test('below 768 px the navigation is a sheet of 18rem that closes once used (spec 2)', async ({ hub, openBrowser }) => {
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
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByTestId('sidebar')).toBeVisible()
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has a serious accessibility fault or scrolls sideways in the ${colorScheme} theme`, async ({
    hub,
    openBrowser,
    trouble,
  }) => {
    const page = await openBrowser()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async (path: string) => {
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${path}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    }
    await page.goto(`${hub.url}/login`)
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor()
    await look('/login')
    await signIn(page, hub, `axe-${colorScheme}@example.org`)
    for (const path of ['/dashboard', '/cameras', '/events', '/videos', '/billing', '/nowhere']) {
      await page.goto(`${hub.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await look(path)
    }
    expect(trouble).toEqual([])
  })
}
