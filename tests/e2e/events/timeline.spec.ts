import type { Page } from '@playwright/test'
import { cameraRhythm } from '../../support/engine/rhythm-clip'
import { seriousAxeFaults } from '../support/axe'
import { ClipDelivery } from '../support/clip-delivery'
import { overlappingTexts } from '../support/layout'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const DAY_MS = 24 * 3_600_000
const film = (page: Page) => page.getByRole('figure', { name: 'Garage' }).locator('video').first()
const atSec = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

test('a day is gone through on the timeline: by keys, by dragging, by pressing, and a stretch of it is saved as one MP4 (REV-06, REV-07, REV-10, REV-11, REV-13)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'review@example.org', '/events')
  const delivery = await ClipDelivery.start(hub, page)
  const garage = await delivery.addCamera('Garage')
  // Yesterday at noon: at any hour of today's, that is past.
  const noonMs = new Date(Date.now() - DAY_MS).setHours(12, 0, 0, 0)
  for (const minutes of [0, 10]) await delivery.deliver(garage, noonMs + minutes * 60_000, cameraRhythm(1, 4))
  await page.getByRole('button', { name: 'Timeline' }).click()
  await page.getByRole('button', { name: 'Day before' }).click()
  const lane = page.getByRole('listbox', { name: /^Garage: 2 motions/ })

  await test.step('keys lead from event to event, and play', async () => {
    await lane.focus()
    await page.keyboard.press('Home')
    await expect(lane.getByRole('option', { name: /12:00:00.*, motion/ })).toHaveAttribute('aria-posinset', '1')
    await page.keyboard.press('Enter')
    await expect.poll(() => atSec(page)).toBeGreaterThan(0.2)
    await page.keyboard.press('n')
    await expect(page.getByText(/^12:1\d:\d\d/)).toBeVisible()
  })

  await test.step('a drag shows stills, with one beside the pointer; a press plays', async () => {
    const box = await lane.boundingBox()
    if (box === null) throw new Error('no lane')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x - 80, y)
    await page.mouse.down()
    await page.mouse.move(x - 40, y, { steps: 4 })
    await page.mouse.move(x, y, { steps: 4 })
    const still = page.getByTestId('still-card').locator('img')
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    await expect(page.getByRole('img', { name: 'Garage, a still' })).toBeVisible()
    await expect(film(page)).toHaveCount(0)
    await page.mouse.up()
    await page.mouse.click(x, y)
    await expect.poll(() => atSec(page)).toBeGreaterThan(0.2)
  })

  await test.step('a stretch is saved as one file', async () => {
    await page.getByRole('button', { name: 'Export a stretch' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export a stretch' })
    await dialog.getByLabel('From').fill('12:00:00')
    await dialog.getByLabel('To').fill('12:15:00')
    await expect(dialog.getByText(/^2 recordings, about/)).toBeVisible()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as one MP4' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^garage-[\d-]+-1200\.mp4$/)
    await expect(dialog.getByText(/^Saved as one MP4 of 2 recordings\. Not recorded/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a message leads to its moment, on a screen that shows something else too (MSG-13)', async () => {
    const second = noonMs + 10 * 60_000
    await page.goto(`${hub.url}/events?at=${new Date(second).toISOString()}&camera=${garage}`)
    await expect(page.getByRole('figure', { name: 'Garage' }).locator('img, video').first()).toBeVisible()
    await expect(page.getByText(/^12:10:00/)).toBeVisible()
    await expect(page).toHaveURL(`${hub.url}/events`)
  })

  await test.step('four cameras are read side by side also with letters twice as large (UI-08)', async () => {
    // More than the plan of this hub has.
    await page.route('**/v1/review?*', async (route) => {
      const response = await route.fetch()
      const { lanes, ...answer } = await response.json()
      const four = [0, 1, 2, 3].map((index) => ({ ...lanes[0], off: [], cameraId: `${index}`, name: `Door ${index}` }))
      await route.fulfill({ response, json: { ...answer, lanes: four } })
    })
    await page.goto(`${hub.url}/events?at=${new Date(noonMs + 5 * 60_000).toISOString()}`)
    await expect(page.getByText('Nothing was recorded then.')).toHaveCount(4)
    await page.setViewportSize({ width: 390, height: 2400 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect.poll(() => overlappingTexts(page)).toEqual([])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  })

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousAxeFaults(page)).toEqual([])
})
