import type { Page } from '@playwright/test'
import type { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { enterCredentials } from '../../../scripts/demo/steps.mjs'
import { axeFaults } from '../support/axe'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

const dashboardTour = (page: Page) => page.getByRole('dialog', { name: 'Tour of the dashboard' })
const camerasTour = (page: Page) => page.getByRole('dialog', { name: 'Tour of the cameras page' })

const flags = (page: Page) =>
  page.evaluate(() => ['showDashboardTutorial', 'showCamerasTutorial'].map((flag) => localStorage.getItem(flag)))

/** As somebody who was never here before. */
async function arrive(page: Page, url: string, hub: HubProcess, email: string): Promise<void> {
  await page.goto(`${url}/login`)
  await enterCredentials(page, hub, email)
  await page.waitForURL('**/dashboard')
}

test('a first visit is led over the dashboard to the cameras, once (GEN-02)', async ({ hub, openBrowser, trouble }) => {
  const page = await openBrowser()
  await arrive(page, hub.url, hub, 'first@example.org')
  const tour = dashboardTour(page)

  await test.step('the tour is on by default, with nothing stored (TOUR-02, TOUR-06)', async () => {
    await expect(tour).toBeVisible()
    expect(await flags(page)).toEqual([null, null])
    await expect(tour).toBeFocused()
  })

  await test.step('it can be used with a screen reader', async () => {
    expect(await axeFaults(page, { selector: '[role=dialog]' })).toEqual([])
  })

  await test.step('overview, recent events, plan card, go to cameras page; by keyboard, and back (TOUR-01)', async () => {
    const titles = ['Your overview', 'Recent events', 'Your plan', 'Go to the cameras page']
    for (const [index, title] of titles.entries()) {
      await expect(tour.getByRole('heading', { name: title })).toBeVisible()
      await expect(tour.getByText(`${index + 1} of 4`)).toBeVisible()
      if (index < titles.length - 1) {
        await tour.getByRole('button', { name: 'Next' }).focus()
        await page.keyboard.press('Enter')
      }
    }
    await tour.getByRole('button', { name: 'Back' }).click()
    await expect(tour.getByRole('heading', { name: 'Your plan' })).toBeVisible()
    await tour.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('finishing it leads to the cameras page and is recorded (TOUR-04, TOUR-05)', async () => {
    await tour.getByRole('button', { name: 'Go to cameras page' }).click()
    await page.waitForURL('**/cameras')
    expect(await flags(page)).toEqual(['false', null])
  })

  await test.step('create a camera, then enable motion detection (TOUR-03)', async () => {
    const cameras = camerasTour(page)
    await expect(cameras.getByRole('heading', { name: 'Create a camera' })).toBeVisible()
    // It blocks nothing: what it speaks of is done while it shows, and makes room for the form.
    await page.getByRole('button', { name: 'Add Camera' }).click()
    await expect(cameras).toBeHidden()
    await page.getByLabel('Camera name').fill('Hall')
    await page.getByLabel('Location').fill('Hall')
    await page.getByLabel('Camera device').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(cameras.getByRole('heading', { name: 'Enable motion detection' })).toBeVisible()
    await cameras.getByRole('button', { name: 'Finish' }).click()
    await expect(cameras).toBeHidden()
    expect(await flags(page)).toEqual(['false', 'false'])
  })

  await test.step('neither is shown again (TOUR-05)', async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Camera Management' }).waitFor()
    await page.waitForTimeout(1_000)
    await expect(camerasTour(page)).toBeHidden()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('heading', { name: 'Security Dashboard' }).waitFor()
    await page.waitForTimeout(1_000)
    await expect(tour).toBeHidden()
  })

  expect(trouble).toEqual([])
})

test('skipping ends a tour, by button or Escape, and the focus is not lost (TOUR-04)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await arrive(page, hub.url, hub, 'skip@example.org')
  await dashboardTour(page).getByRole('button', { name: 'Skip tour' }).click()
  await expect(dashboardTour(page)).toBeHidden()
  expect(await flags(page)).toEqual(['false', null])
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeFocused()
  await page.goto(`${hub.url}/cameras`)
  await expect(camerasTour(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(camerasTour(page)).toBeHidden()
  expect(await flags(page)).toEqual(['false', 'false'])
})

test('a tour lies under an alert and blocks nothing (TOUR-03, X-08)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'alert@example.org')
  await page.evaluate(() => localStorage.setItem('showCamerasTutorial', 'true'))
  await page.goto(`${hub.url}/cameras`)
  const tour = camerasTour(page)
  await expect(tour).toBeVisible()
  await page.getByRole('button', { name: 'Setup Instructions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Setup Instructions' })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  const isUnder = await page.evaluate(() => {
    const card = document.querySelector('[aria-label="Tour of the cameras page"]')?.getBoundingClientRect()
    const top = card && document.elementFromPoint(card.left + card.width / 2, card.top + card.height / 2)
    return top?.closest('[aria-label="Tour of the cameras page"]') === null
  })
  expect(isUnder).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tour).toBeVisible()
})

test('a tour fits a phone and covers neither the bar at its foot nor what it speaks of (TOUR-01, FACE-03)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await arrive(page, hub.url, hub, 'phone@example.org')
  const tour = dashboardTour(page)
  for (let step = 0; step < 4; step++) {
    await expect(tour.getByText(`${step + 1} of 4`)).toBeVisible()
    const box = await tour.boundingBox()
    expect(box?.x).toBe(16)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(374)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    for (const name of ['Dashboard', 'Cameras', 'AI Chat', 'Events', 'Videos']) {
      await page.getByRole('link', { name, exact: true }).click({ trial: true, timeout: 2_000 })
    }
    const plan = page.getByRole('button', { name: 'Upgrade Plan' })
    await plan.focus()
    await plan.evaluate((button) => button.scrollIntoView({ block: 'nearest' }))
    await plan.click({ trial: true, timeout: 2_000 })
    if (step < 3) await tour.getByRole('button', { name: 'Next' }).click()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
