import type { Page } from '@playwright/test'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { openTabbedBrowser } from '../support/tabbed-browser'
import { expect, test } from '../support/test'

const HIDDEN_MS = 15_000

/** Has the page note when the motion worker answers a check with a measurement. */
function noteChecks(page: Page) {
  return page.addInitScript(() => {
    const times: number[] = []
    Object.assign(window, { checkTimes: times })
    const NativeWorker = window.Worker
    window.Worker = class extends NativeWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        this.addEventListener('message', ({ data }) => {
          if (data.kind === 'checked' && data.result.kind === 'measured') times.push(performance.now())
        })
      }
    }
  })
}

/** Milliseconds between the checks since the last call. */
async function gapsSince(page: Page): Promise<number[]> {
  const times = await page.evaluate(() => {
    const { checkTimes } = window as unknown as { checkTimes: number[] }
    return checkTimes.splice(0)
  })
  return times.flatMap((atMs, i) => (i === 0 ? [] : [atMs - (times[i - 1] ?? 0)]))
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('a camera in a hidden tab is checked every 300 ms as in a visible one (ENG-02)', async ({
  hub,
  launchOptions,
}) => {
  const browser = await openTabbedBrowser(launchOptions)
  try {
    const [page] = browser.context.pages()
    if (page === undefined) throw new Error('Chromium has no tab.')
    await noteChecks(page)
    await signIn(page, hub, 'hidden@example.org', '/cameras')
    await addCamera(page, { name: 'Porch', location: 'Front' })
    await turnMotionOn(page, 'Porch')
    // The detector has learnt its background.
    await expect.poll(() => gapsSince(page).then(({ length }) => length)).toBeGreaterThan(0)

    const front = await browser.context.newPage()
    await front.bringToFront()
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden')
    // What a busy machine leaves out is over at another time; what a browser does to hidden pages is not.
    await expect(async () => {
      await gapsSince(page)
      await front.waitForTimeout(HIDDEN_MS)
      const gaps = await gapsSince(page)
      expect(await page.evaluate(() => document.visibilityState)).toBe('hidden')
      expect(gaps.length).toBeGreaterThan(0.9 * (HIDDEN_MS / 300))
      expect(meanOf(gaps)).toBeLessThan(330)
      // A hidden page's own timers come once a second, or once a minute; one late check is the busy machine's.
      const [, second = 0] = gaps.toSorted((a, b) => b - a)
      expect(second).toBeLessThan(1_000)
    }).toPass({ timeout: 4 * HIDDEN_MS, intervals: [0] })

    await page.bringToFront()
    await expect(async () => {
      await gapsSince(page)
      await page.waitForTimeout(3_000)
      expect(meanOf(await gapsSince(page))).toBeLessThan(330)
    }).toPass({ timeout: 15_000, intervals: [0] })
  } finally {
    await browser.close()
  }
})
