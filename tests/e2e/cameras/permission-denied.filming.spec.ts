import { launchFlags } from '../../../scripts/browser.mjs'
import { addCamera } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

// Without the flag that answers prompts, headless Chromium refuses the camera until it is granted.
test.use({
  launchOptions: {
    args: [...launchFlags, '--use-fake-device-for-media-stream'],
    ...(process.env['CHROME_PATH'] === undefined ? {} : { executablePath: process.env['CHROME_PATH'] }),
  },
})

test('the screen says what to do, and goes on as soon as the camera is allowed (CAM-03, CAM-34, CAM-35, CAM-42)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'denied@example.org', '/cameras')
  await page.getByRole('button', { name: 'Enable Camera & Audio' }).click()
  const panel = page.getByText('Camera and microphone access required')
  await expect(panel).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(panel).toBeVisible()
  await page.context().grantPermissions(['camera', 'microphone'], { origin: hub.url })
  await expect(panel).toBeHidden()
  await addCamera(page, { name: 'Allowed', location: 'Desk' })
})

test('the instruction panel can be dismissed (CAM-34)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'dismiss@example.org', '/cameras')
  await page.getByRole('button', { name: 'Enable Camera & Audio' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Camera and microphone access required')).toBeHidden()
})
