import type { Browser, Page } from '@playwright/test'
import { addCamera } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

/** What the settings of a camera say of its pace. */
async function paceOf(page: Page): Promise<string> {
  await page.getByRole('article', { name: 'Desk' }).getByText('Motion Detection').click()
  await page.getByRole('article', { name: 'Desk' }).getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings of Desk' })
  await dialog.getByText(/^Checked .* times a second/).click()
  return dialog.getByText(/^One check every/).innerText()
}

async function openOn(browser: Browser, isMobile: boolean): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile }
  const context = await browser.newContext(isMobile ? phone : {})
  return context.newPage()
}

for (const { what, isMobile, intervalMs } of [
  { what: 'a laptop', isMobile: false, intervalMs: 300 },
  { what: 'a phone', isMobile: true, intervalMs: 500 },
]) {
  test(`a camera of ${what} is checked every ${intervalMs} ms (REC-01, REC-02, X-43)`, async ({ hub, browser }) => {
    const page = await openOn(browser, isMobile)
    await signIn(page, hub, 'pace@example.org', '/cameras')
    await addCamera(page, { name: 'Desk', location: 'Room' })
    expect(await paceOf(page)).toMatch(new RegExp(`^One check every ${intervalMs} ms`))
    await page.context().close()
  })
}
