/** @typedef {import('@playwright/test').Page} Page */

/**
 * What opens over a screen of a workspace that has something, or in its place.
 * @type {Readonly<Record<string, (page: Page, url: string) => Promise<unknown>>>}
 */
export const openedViews = {
  timeline: async (page, url) => {
    await page.goto(`${url}/events`)
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByRole('listbox').first().waitFor()
  },
  player: async (page, url) => {
    await page.goto(`${url}/videos`)
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await page.getByRole('dialog').locator('video').waitFor()
  },
  'live-view': async (page, url) => {
    await page.goto(`${url}/live`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Open / })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  },
  'camera-settings': async (page, url) => {
    await page.goto(`${url}/cameras`)
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /Settings/ })
      .click()
    await page.getByRole('dialog').waitFor()
  },
}
