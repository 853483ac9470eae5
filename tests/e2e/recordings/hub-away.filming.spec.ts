import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

// What a page shows without its hub it has loaded before.
test.use({ savesData: false })

test('a hub that stops in mid-session is told, loses no clip, and is found again without a reload (OUT-08)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'outage@example.org', '/cameras')
  await addCamera(page, { name: 'Yard', location: 'Shed' })
  await turnMotionOn(page, 'Yard')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await expect(page.getByText('Recording', { exact: true })).toBeVisible({ timeout: 40_000 })
  await hub.stop()
  const notice = page.getByText('The hub does not answer')
  await expect(notice).toBeVisible({ timeout: 20_000 })
  await expect(page.getByLabel('Live picture of Yard')).toBeVisible()
  await expect(page.getByText(/1 clip waits in this browser/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Security Events' })).toBeVisible()
  await hub.start()
  await expect(notice).toBeHidden({ timeout: 20_000 })
  await expect(page.getByRole('listitem').filter({ hasText: /(Motion|Person) at Yard/ })).toHaveCount(1, {
    timeout: 20_000,
  })
  await page.getByRole('link', { name: 'Cameras', exact: true }).click()
  await expect(page.getByText(/waits? in this browser/)).toBeHidden()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a clip that waits when the tab closes is delivered when the app is open again (OUT-09)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'closed@example.org', '/cameras')
  await addCamera(page, { name: 'Porch', location: 'Front' })
  await turnMotionOn(page, 'Porch')
  await expect(page.getByText('Recording', { exact: true })).toBeVisible({ timeout: 40_000 })
  await hub.stop()
  await expect(page.getByText(/1 clip waits in this browser/)).toBeVisible({ timeout: 40_000 })
  const later = await page.context().newPage()
  await page.close()
  await hub.start()
  await later.goto(`${hub.url}/events`)
  await expect(later.getByRole('listitem').filter({ hasText: /(Motion|Person) at Porch/ })).toHaveCount(1, {
    timeout: 20_000,
  })
})
