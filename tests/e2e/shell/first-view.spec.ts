import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { fill, fillWorkspace } from '../../../scripts/screens/fill.mjs'
import { overflow } from '../support/layout'
import { haveSession } from '../support/signed-in'
import { expect, HUB_START_LIMIT_MS, test } from '../support/test'

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

// As most people do not.
test.use({ savesData: false })

test('the first view on a telephone has a picture in it: Dashboard, Cameras, Live, Events and Videos (FACE-18)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, hub, 'first-view@example.org')
  await fillWorkspace(page)
  for (const path of ['/dashboard', '/cameras', '/live', '/events', '/videos']) {
    await page.goto(`${hub.url}${path}`)
    await expect.poll(() => picturesInView(page), { message: path, timeout: 15_000 }).toBeGreaterThan(0)
    expect(await page.evaluate(() => scrollY), path).toBe(0)
  }
})

test('more cameras than there is room for are gone through in their row; the page stays as wide as its window (FACE-06)', async ({
  openBrowser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-many-'))
  const hub = new HubProcess({ dataDir, env: { DEFAULT_TIER: 'TEAM' }, startLimitMs: HUB_START_LIMIT_MS })
  await hub.start()
  try {
    const page = await openBrowser()
    await haveSession(page, hub, 'many@example.org')
    const cameras = Array.from({ length: 10 }, (_, index) => ({ name: `Camera ${index + 1}`, location: 'Hall' }))
    await fill(page, { cameras, clips: [], alerts: [], online: [0, 1, 2] })
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${hub.url}/dashboard`)
      const row = page.getByRole('list', { name: 'Your cameras now' })
      await expect(row.getByRole('listitem')).toHaveCount(10)
      expect(await overflow(page), `${width} px`).toBe(0)
    }
  } finally {
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
