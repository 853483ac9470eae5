import type { Page } from '@playwright/test'
import { addCamera } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'
import { onlyInOwnNetwork } from './own-network'

onlyInOwnNetwork()

const email = 'ann@example.org'
const camera = { name: 'Front Door', location: 'Hallway' }

/** Pixels of the picture that says why there is none. */
const WORDS_WIDTH = 600

/** The sum of some pixels of the live picture, which changes with what it shows. */
const look = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('video')
    .evaluate((video) => {
      if (!(video instanceof HTMLVideoElement) || video.videoWidth === 0) return 0
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 })
      const context = canvas.getContext('2d')
      context?.drawImage(video, 0, 0, 64, 36)
      return context?.getImageData(0, 0, 64, 36).data.reduce((sum, value, index) => sum + value * (index % 97), 0) ?? 0
    })

test('somebody elsewhere watches: a moving picture, its figures, a gone tab, and back by itself (LIVE-70 to LIVE-75, LIVE-85)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const cameraPage = await openBrowser()
  await signIn(cameraPage, hub, email, '/cameras')
  await addCamera(cameraPage, camera)
  const page = await openBrowser()
  await signIn(page, hub, email)
  const dialog = page.getByRole('dialog')
  const live = dialog.locator('[data-live=live]')

  await test.step('View Feed shows a picture that moves, directly, with delay and pictures a second', async () => {
    await page.getByRole('link', { name: 'Cameras', exact: true }).click()
    await page.getByRole('button', { name: 'View Feed' }).click()
    await live.waitFor()
    await expect(dialog.getByText('Live', { exact: true })).toBeVisible()
    await expect(dialog.getByTestId('live-figures')).toHaveText(/^\d+ ms · [1-9]\d* fps$/)
    const seen = new Set<number>()
    await expect.poll(async () => seen.add(await look(page)).size).toBeGreaterThan(4)
    await expect(cameraPage.getByText('1 watching: ann')).toBeVisible()
  })

  await test.step('a picture is saved under the name of the camera', async () => {
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Take a picture' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Front Door .*\.jpg$/)
  })

  const floating = () => page.evaluate(() => (document.pictureInPictureElement as HTMLVideoElement | null)?.videoWidth)

  await test.step('the picture floats over other windows', async () => {
    await dialog.getByRole('button', { name: 'Picture in picture' }).click()
    await expect.poll(floating).toBeGreaterThan(0)
  })

  await test.step('a hidden camera tab sends on', async () => {
    await cameraPage.goto(`${hub.url}/events`)
    await live.waitFor()
  })

  await test.step('the tab of the camera goes: it says when it was seen, and comes back by itself', async () => {
    const { context } = { context: cameraPage.context() }
    await cameraPage.close()
    await expect(dialog.getByText(/^Last seen /)).toBeVisible({ timeout: 5_000 })
    // So does the window that floats, on a picture of its own.
    await expect.poll(floating).toBe(WORDS_WIDTH)
    const back = await context.newPage()
    await back.goto(`${hub.url}/cameras`)
    await live.waitFor()
    const seen = new Set<number>()
    await expect.poll(async () => seen.add(await look(page)).size).toBeGreaterThan(2)
  })

  await test.step('the hub goes and comes back: it says so, and the picture is there again within 5 s', async () => {
    await hub.stop()
    await expect(dialog.getByText('Reconnecting…')).toBeVisible({ timeout: 5_000 })
    await hub.start()
    await live.waitFor({ timeout: 5_000 })
    await expect.poll(floating).toBeGreaterThan(0)
    expect(await floating()).not.toBe(WORDS_WIDTH)
  })

  await test.step('the wall shows it, and the kiosk nothing else', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Live wall' }).click()
    await page.locator('[data-live=live]').waitFor()
    await page.getByRole('link', { name: 'Kiosk' }).click()
    await page.locator('[data-live=live]').waitFor()
    await expect(page.getByTestId('sidebar')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Kiosk' })).toBeHidden()
    // For those who read by ear alone.
    await expect(page.getByRole('heading', { name: 'Live wall' })).toBeFocused()
  })
  // Whoever loses the hub hears of it.
  expect(trouble.filter((line) => !/ERR_CONNECTION|WebSocket|Failed to load|Failed to fetch/.test(line))).toEqual([])
})

test('without a direct way the picture comes through the hub, and says so (LIVE-71, LIVE-74)', async ({
  hub,
  openBrowser,
}) => {
  const cameraPage = await openBrowser()
  await signIn(cameraPage, hub, email, '/cameras')
  await addCamera(cameraPage, camera)
  const page = await openBrowser()
  // A browser without WebRTC, as some companies have it.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'))
  await signIn(page, hub, email, '/cameras')
  await page.getByRole('button', { name: 'View Feed' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Through the hub')).toBeVisible()
  await expect(dialog.getByTestId('live-figures')).toHaveText(/^\d+ ms · [1-9]\d* fps$/)
  const seen = new Set<number>()
  await expect.poll(async () => seen.add(await look(page)).size).toBeGreaterThan(4)
  await expect(dialog.getByRole('button', { name: 'Hold to talk' })).toBeHidden()
})
