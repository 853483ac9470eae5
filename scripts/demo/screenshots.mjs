import { join, relative } from 'node:path'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./hub-process.mjs').HubProcess} HubProcess */

const screens = ['dashboard', 'cameras', 'events', 'videos', 'ai-chat', 'notifications', 'billing', 'video-sharing']

/**
 * Pictures of every screen that stands behind the sign-in, for whoever runs the demo to look at.
 * @param {Page} viewerPage
 * @param {Page} cameraPage
 * @param {HubProcess} hub
 * @param {string} out
 */
export async function takeScreenshots(viewerPage, cameraPage, hub, out) {
  for (const screen of screens) {
    const page = screen === 'cameras' ? cameraPage : viewerPage
    if (screen !== 'cameras') {
      await page.goto(`${hub.url}/${screen}`)
      await page.waitForLoadState('networkidle').catch(() => undefined)
    }
    await takeScreenshot(page, screen, out)
  }
}

/**
 * @param {Page} page signed out
 * @param {HubProcess} hub
 * @param {string} out
 */
export async function takeSignInScreenshots(page, hub, out) {
  await page.goto(`${hub.url}/login`)
  await page.getByPlaceholder('Enter your email').fill('someone@nightjar.test')
  await takeScreenshot(page, 'login', out)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await takeScreenshot(page, 'verification-code', out)
}

/**
 * @param {Page} page
 * @param {string} screen
 * @param {string} out
 */
async function takeScreenshot(page, screen, out) {
  const file = join(out, `${screen}.png`)
  await page.screenshot({ path: file })
  console.log(`  ${relative(process.cwd(), file)}`)
}
