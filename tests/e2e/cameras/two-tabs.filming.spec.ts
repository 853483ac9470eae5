import type { Page } from '@playwright/test'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('two tabs of one browser record a device once; the second shows it and takes over when the first closes (ENG-15)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const first = await openBrowser()
  await signIn(first, hub, 'tabs@example.org', '/cameras')
  await addCamera(first, { name: 'Desk', location: 'Office' })
  await turnMotionOn(first, 'Desk')
  await first.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const second = await first.context().newPage()
  const uploads: string[] = []
  second.on('request', (request) => request.method() === 'POST' && uploads.push(new URL(request.url()).pathname))
  await second.goto(`${hub.url}/cameras`)
  const notice = second.getByText(
    /^Recorded in another tab of this browser, open since \d.*\((Security )?Dashboard\)\.$/,
  )
  await expect(notice).toBeVisible()
  await expect.poll(() => isLive(second, 'Desk')).toBe(true)
  const card = second.getByRole('article', { name: 'Desk' })
  await expect(card.getByRole('meter')).toBeHidden()
  await second.waitForTimeout(6_000)
  expect(uploads.filter((path) => /upload/.test(path))).toEqual([])
  await first.close()
  await expect(card.getByRole('meter')).toBeVisible()
  await expect(notice).toBeHidden()
  await expect.poll(() => isLive(second, 'Desk')).toBe(true)
  expect(trouble).toEqual([])
})

test('the second tab opens the device only while its cameras screen is in front (ENG-15)', async ({
  hub,
  openBrowser,
}) => {
  const first = await openBrowser()
  await signIn(first, hub, 'looking@example.org', '/cameras')
  await addCamera(first, { name: 'Desk', location: 'Office' })
  const second = await first.context().newPage()
  await second.addInitScript(() => {
    const opened: MediaStream[] = []
    Object.assign(window, { opened })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      opened.push(stream)
      return stream
    }
  })
  const liveStreams = () =>
    second.evaluate(() => {
      const { opened } = window as unknown as { opened: MediaStream[] }
      return opened.filter(({ active }) => active).length
    })
  await second.goto(`${hub.url}/cameras`)
  await expect.poll(() => isLive(second, 'Desk')).toBe(true)
  expect(await liveStreams()).toBe(1)
  await second.getByRole('link', { name: 'Events', exact: true }).click()
  await expect.poll(liveStreams).toBe(0)
  await second.getByRole('link', { name: 'Cameras', exact: true }).click()
  await expect.poll(liveStreams).toBe(1)
  await second.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(liveStreams).toBe(0)
})

/** Whether a picture of a camera moves on. */
async function isLive(page: Page, name: string): Promise<boolean> {
  const video = page.locator(`video[aria-label="Live picture of ${name}"]`)
  if ((await video.count()) === 0) return false
  const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await timeOf()
  await page.waitForTimeout(500)
  return (await timeOf()) > before
}

test('a camera that was added before it was allowed is asked for, and shows its picture (CAM-35)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.addInitScript(() => {
    // As Chromium does before it is allowed: the devices are there, their ids and names are not told.
    const { mediaDevices } = navigator
    const list = mediaDevices.enumerateDevices.bind(mediaDevices)
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    let isAllowed = false
    navigator.permissions.query = async () => Object.assign(new EventTarget(), { state: 'prompt' }) as PermissionStatus
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      isAllowed = true
      return stream
    }
    mediaDevices.enumerateDevices = async () => (isAllowed ? list() : [])
  })
  await signIn(page, hub, 'early@example.org')
  await page.getByRole('link', { name: 'Cameras', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Enable Camera & Audio' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Camera' }).click()
  await expect(page.getByText('Camera access granted.')).toBeVisible()
  await page.getByLabel('Camera name').fill('Early')
  await page.getByLabel('Location').fill('Desk')
  await page.getByLabel('Camera device').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Live picture of Early')).toBeVisible()
})
