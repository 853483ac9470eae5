import type { Page } from '@playwright/test'
import { fillWorkspace } from '../../../scripts/screens/fill.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

/** Narrower is no picture to look at: an icon, a mark. */
const LEAST_WIDTH_PX = 90
/** Of its height. */
const LEAST_SHARE = 0.5

/** Pictures that came, and of which at least half stands between the window's top and the bar at its foot. */
function picturesInView(page: Page): Promise<number> {
  return page.evaluate(
    ({ leastWidthPx, leastShare }) => {
      const bar = document.querySelector('nav[aria-label="Daily screens"]')?.getBoundingClientRect()
      const endPx = bar === undefined || bar.height === 0 ? innerHeight : bar.top
      const hasCome = (element: Element) =>
        element instanceof HTMLVideoElement
          ? element.videoWidth > 0
          : element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0
      return [...document.querySelectorAll('main img, main video')].filter((element) => {
        const { top, bottom, width, height } = element.getBoundingClientRect()
        const seenPx = Math.min(bottom, endPx) - Math.max(top, 0)
        return width >= leastWidthPx && seenPx >= leastShare * height && hasCome(element)
      }).length
    },
    { leastWidthPx: LEAST_WIDTH_PX, leastShare: LEAST_SHARE },
  )
}

test('the first view on a telephone has a picture in it: Dashboard, Cameras, Live, Events and Videos (FACE-18)', async ({
  hub,
  openBrowser,
}) => {
  test.setTimeout(120_000)
  const page = await openBrowser()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, hub, 'first-view@example.org')
  await fillWorkspace(page)
  for (const path of ['/dashboard', '/cameras', '/live', '/events', '/videos']) {
    await page.goto(`${hub.url}${path}`)
    await expect.poll(() => picturesInView(page), { message: path, timeout: 15_000 }).toBeGreaterThan(0)
    expect(await page.evaluate(() => scrollY), path).toBe(0)
  }
})
