import type { Page } from '@playwright/test'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { haveSession, signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const workspaceCall = /\/v1\/workspaces\/(?!usage)/

const bannerOf = (page: Page) => page.getByRole('status').filter({ hasText: '1 camera' })

test('a free workspace is told of its limit, a PRO one is not, an unknown one is (CAM-05 to CAM-07)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'limit@example.org', '/cameras')
  await expect(bannerOf(page)).toContainText('up to 3')

  await test.step('a paid one is not', async () => {
    await page.route(workspaceCall, async (route) => {
      const answer = await route.fetch()
      const workspace = await answer.json()
      const stripeCustomer = { ...workspace.stripeCustomer, tier: 'PRO', billingPeriod: 'MONTHLY' }
      const workspaceUsagePeriod = { ...workspace.workspaceUsagePeriod, tier: 'PRO' }
      await route.fulfill({ response: answer, json: { ...workspace, stripeCustomer, workspaceUsagePeriod } })
    })
    const told = page.waitForResponse(workspaceCall)
    await page.goto(`${hub.url}/cameras`)
    await told
    await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible()
    await expect(bannerOf(page)).toBeHidden()
  })

  // Another browser: that one goes by the paid plan, which it remembers, where its hub is silent.
  await test.step('one of which nothing is known is told, and where there is more', async () => {
    const stranger = await openBrowser()
    await haveSession(stranger, hub, 'limit@example.org')
    await stranger.route(workspaceCall, (route) => route.fulfill({ status: 500, body: '{}' }))
    await stranger.goto(`${hub.url}/cameras`)
    await bannerOf(stranger).getByRole('link', { name: 'Upgrade Plan' }).click()
    await stranger.waitForURL('**/billing')
  })
})

test('the Settings dialog comes behind the screen; where its code does not come, all else stays and Try Again brings it (UI-03)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'late@example.org', '/cameras')
  await addCamera(page, { name: 'Front Door', location: 'Hallway' })
  const code = /settings-dialog-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  await page.reload()
  const card = page.getByRole('article', { name: 'Front Door' })
  const settings = card.getByRole('button', { name: 'Settings' })
  await settings.click()
  await expect(card.getByText('The settings are not here yet.')).toBeVisible()
  await expect(card.getByText('ONLINE')).toBeVisible()
  await page.unroute(code)
  await card.getByRole('button', { name: 'Try Again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings of Front Door' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card.getByText('The settings are not here yet.')).toBeHidden()
  await settings.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
})

test('a camera of this machine has its card, its settings and its live picture; elsewhere its snapshot shows (CAM-01, CAM-02, CAM-09, CAM-10, CAM-14 to CAM-16, CAM-18 to CAM-21, CAM-28, CAM-31, CAM-39, LIVE-76)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'card@example.org', '/cameras')
  await page.getByRole('button', { name: 'Add Camera' }).first().click()
  await expect(page.getByLabel('Camera name')).toBeVisible()
  expect(await page.getByRole('dialog').count(), 'the form is part of the page').toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await addCamera(page, { name: 'Front Door', location: 'Hallway' })
  const card = page.getByRole('article', { name: 'Front Door' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card.getByRole('heading', { name: 'Front Door' })).toBeVisible()
  await expect(card.getByText('Hallway')).toBeVisible()
  await expect(card.getByText('1080p', { exact: true })).toBeVisible()
  await expect(card.getByText('ONLINE')).toBeVisible()
  await expect
    .poll(() => card.locator('video').evaluate((video) => video instanceof HTMLVideoElement && !video.paused))
    .toBe(true)

  await test.step('View Feed shows the camera of this tab as it is, large, and Esc closes it', async () => {
    await card.getByRole('button', { name: 'View Feed' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Live picture of')).toBeVisible()
    await expect(dialog.getByText('Live', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('Settings have name, location, device, audio and a slider of 0 to 100 in steps of 1', async () => {
    await card.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Camera name')).toHaveValue('Front Door')
    await expect(dialog.getByLabel('Location')).toHaveValue('Hallway')
    await expect(dialog.getByLabel('Camera device')).toBeVisible()
    await expect(dialog.getByText(/^Audio/).first()).toBeVisible()
    const slider = dialog.getByRole('slider').first()
    await expect(slider).toHaveAttribute('aria-valuenow', '50')
    for (const [key, value] of [
      ['Home', '0'],
      ['ArrowRight', '1'],
      ['End', '100'],
      ['ArrowLeft', '99'],
    ] as const) {
      await slider.press(key)
      await expect(slider).toHaveAttribute('aria-valuenow', value)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('another machine sees the latest snapshot', async () => {
    const viewer = await openBrowser()
    await haveSession(viewer, hub, 'card@example.org')
    await viewer.goto(`${hub.url}/cameras`)
    const listed = viewer.waitForResponse(/\/v1\/screenshots$/)
    const [{ screenshotUrl }] = (await (await listed).json()) as [{ screenshotUrl: string }]
    const remote = viewer.getByRole('article', { name: 'Front Door' })
    const { pathname } = new URL(screenshotUrl, hub.url)
    await expect(remote.locator(`img[src*="${pathname}"]`)).toBeVisible()
    await expect(remote.locator('video')).toHaveCount(0)
    await viewer.close()
  })

  await test.step('turned off, detection stops', async () => {
    await turnMotionOn(page, 'Front Door')
    await card.getByRole('switch', { name: 'Motion Detection' }).uncheck()
    await expect(card.getByRole('meter')).toHaveCount(0)
    await expect(card.getByRole('switch', { name: 'Motion Detection' })).not.toBeChecked()
  })
})
