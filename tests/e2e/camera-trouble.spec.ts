import { addCamera, signIn } from '../../scripts/demo/steps.mjs'
import { expect, test } from './support/test'

test('a machine without a webcam is told so, offers the fallback devices, and sees one when it comes (spec 8)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  // Chromium cannot plug a camera in while it runs: the two calls that would see it are held back instead.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const isUnplugged = () => !('isPluggedIn' in window)
    const list = mediaDevices.enumerateDevices.bind(mediaDevices)
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.enumerateDevices = async () => (isUnplugged() ? [] : list())
    mediaDevices.getUserMedia = async (constraints) => {
      if (isUnplugged()) throw new DOMException('Requested device not found', 'NotFoundError')
      return open(constraints)
    }
  })
  await signIn(page, hub, 'none@example.org')
  await page.getByRole('link', { name: 'Cameras', exact: true }).click()
  await expect(page.getByText('No camera was found on this machine. Connect one; it starts by itself.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Camera' }).click()
  const devices = page.getByLabel('Camera device').locator('option')
  await expect(devices).toHaveText(['Choose a device', 'Front Camera', 'Back Camera'])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.evaluate(() => {
    Object.assign(window, { isPluggedIn: true })
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await addCamera(page, { name: 'Late', location: 'Desk' })
})

test('a device that does not start is told on the card, and its picture comes back by itself', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      if ('isTaken' in window && window.isTaken) throw new DOMException('Device in use', 'NotReadableError')
      return open(constraints)
    }
  })
  await signIn(page, hub, 'busy@example.org')
  await addCamera(page, { name: 'Busy', location: 'Desk' })
  const take = (isTaken: boolean) => page.evaluate((value) => Object.assign(window, { isTaken: value }), isTaken)
  await take(true)
  await page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Live picture"]')
    if (video?.srcObject instanceof MediaStream) video.srcObject.getVideoTracks()[0]?.dispatchEvent(new Event('ended'))
  })
  await expect(page.getByText(/Another program uses this camera|The camera was disconnected/)).toBeVisible()
  await take(false)
  await expect(page.getByLabel('Live picture of Busy')).toBeVisible({ timeout: 15_000 })
})
