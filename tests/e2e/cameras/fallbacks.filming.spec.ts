import type { Page } from '@playwright/test'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

/** What a browser may lack, and how a page is made to lack it. */
const lacking: readonly { readonly piece: string; readonly remove: (page: Page) => Promise<unknown> }[] = [
  {
    piece: 'VideoFrame',
    remove: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'VideoFrame')),
  },
  {
    piece: 'requestVideoFrameCallback',
    remove: (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback')
        Reflect.deleteProperty(HTMLVideoElement.prototype, 'cancelVideoFrameCallback')
      }),
  },
  {
    piece: 'SharedArrayBuffer (the page is not isolated)',
    remove: (page) =>
      page.route('**/*', async (route) => {
        if (!['document', 'script'].includes(route.request().resourceType())) return route.continue()
        const response = await route.fetch()
        const headers = response.headers()
        for (const name of ['cross-origin-opener-policy', 'cross-origin-embedder-policy']) delete headers[name]
        return route.fulfill({ response, headers })
      }),
  },
]

for (const { piece, remove } of lacking) {
  test(`motion is found and snapshots are sent without ${piece} (ENG-03)`, async ({ hub, openBrowser, trouble }) => {
    const page = await openBrowser()
    await remove(page)
    await signIn(page, hub, 'fallback@example.org')
    if (piece.startsWith('SharedArrayBuffer')) {
      expect(await page.evaluate(() => typeof SharedArrayBuffer)).toBe('undefined')
    }
    const snapshot = page.waitForResponse(/\/v1\/screenshots\/[^/]+\/upload$/, { timeout: 40_000 })
    await addCamera(page, { name: 'Lab', location: 'Desk' })
    expect((await snapshot).status()).toBe(201)
    await turnMotionOn(page, 'Lab')
    await expect(page.getByText('Recording', { exact: true })).toBeVisible({ timeout: 40_000 })
    // Chromium lets no page that a test put in the place of the hub's open a socket to this machine.
    expect(trouble.filter((line) => !line.includes('ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS'))).toEqual([])
    // A piece of the app may still be on its way through the test.
    await page.unrouteAll({ behavior: 'wait' })
  })
}
