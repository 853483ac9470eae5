import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('the strip’s labels open after 200 ms, the next at once within 300 ms (CONST-06, X-48)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'hints@example.org')
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.mouse.move(700, 500)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const hint = page.getByRole('tooltip')
  await page.getByRole('link', { name: 'Cameras', exact: true }).hover()
  await page.clock.runFor(150)
  await expect(hint).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(hint).toHaveText('Cameras')
  await page.getByRole('link', { name: 'Videos', exact: true }).hover()
  await page.clock.runFor(50)
  await expect(hint.filter({ hasText: 'Videos' })).toBeVisible()
})
