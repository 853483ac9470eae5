/** What a person does in the app, step by step; the demo and the browser tests share these. */

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Signs in with the code from the hub's terminal; ends on the dashboard, or where the guard had sent the user away.
 * @param {Page} page
 * @param {import('./hub-process.mjs').HubProcess} hub
 * @param {string} email
 */
export async function signIn(page, hub, email) {
  await page.goto(`${hub.url}/login`)
  await skipTours(page)
  await enterCredentials(page, hub, email)
  await page.waitForURL('**/dashboard')
}

/**
 * What skipping both first-run tours leaves behind; a person who signs in for the first time sees them.
 * @param {Page} page on any screen of the app
 */
export async function skipTours(page) {
  await page.evaluate(() => {
    for (const flag of ['showDashboardTutorial', 'showCamerasTutorial']) localStorage.setItem(flag, 'false')
  })
}

/**
 * Fills in e-mail and code on the sign-in screens that show.
 * @param {Page} page
 * @param {import('./hub-process.mjs').HubProcess} hub
 * @param {string} email
 */
export async function enterCredentials(page, hub, email) {
  await page.getByPlaceholder('Enter your email').fill(email)
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  const code = await hub.nextCode(email)
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
}

/**
 * Allows the camera and adds it; ends with its live picture on its card, by this tab's own camera: until a slow machine
 * has loaded the engine, the picture is a preview, as of a camera that another tab runs.
 * @param {Page} page
 * @param {{ name: string, location: string }} camera
 */
export async function addCamera(page, { name, location }) {
  await page.getByRole('link', { name: 'Cameras', exact: true }).click()
  await page.getByRole('heading', { name: 'Camera Management' }).waitFor()
  await page.getByText('Camera access granted.').or(enableButton(page)).first().waitFor()
  if (await enableButton(page).isVisible()) await enableButton(page).click()
  await page.getByText('Camera access granted.').waitFor()
  await page.getByRole('button', { name: 'Add Camera' }).click()
  await page.getByLabel('Camera name').fill(name)
  await page.getByLabel('Location').fill(location)
  await page.getByLabel('Camera device').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Stealth Mode', exact: true, disabled: false }).waitFor()
  await page.getByLabel(`Live picture of ${name}`).waitFor()
}

/** @param {Page} page */
function enableButton(page) {
  return page.getByRole('button', { name: 'Enable Camera & Audio' })
}

/**
 * @param {Page} page
 * @param {string} name
 */
export async function turnMotionOn(page, name) {
  await page.getByRole('article', { name }).getByText('Motion Detection').click()
  await page.getByRole('article', { name }).getByRole('meter').waitFor()
}
