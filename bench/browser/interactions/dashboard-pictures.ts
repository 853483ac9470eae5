import type { Page } from '@playwright/test'
import { type Bar, median, type Row } from '../../report'

const ROUNDS = 5

/** The hub's first answer to "is all well?" (FACE-06). */
const BAR_MS = 1_000

/** Milliseconds until the dashboard's row has a picture of each camera, one of each round. */
export interface DashboardTimes {
  /** From the beginning of a navigation of its own, with an empty cache. */
  readonly coldMs: readonly number[]
  /** From the press that leads there from another screen. */
  readonly warmMs: readonly number[]
}

/** In a tab of its own, where the cameras are shown by their snapshots, as somebody sees them who looks after a house. */
export async function measureDashboard(beside: Page, cameras: number): Promise<DashboardTimes> {
  const page = await beside.context().newPage()
  const { origin } = new URL(beside.url())
  await page.addInitScript(tellWhenShown)
  const coldMs: number[] = []
  const warmMs: number[] = []
  const devTools = await page.context().newCDPSession(page)
  for (let round = 0; round < ROUNDS; round++) {
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(`${origin}/dashboard`, { waitUntil: 'commit' })
    coldMs.push(await page.evaluate<number>(`picturesShown(${cameras})`))
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: false })
    await page.goto(`${origin}/events`, { waitUntil: 'networkidle' })
    const link = page.getByRole('link', { name: 'Dashboard', exact: true })
    await link.waitFor()
    const fromMs = await link.evaluate((element: HTMLElement) => {
      const nowMs = performance.now()
      element.click()
      return nowMs
    })
    warmMs.push((await page.evaluate<number>(`picturesShown(${cameras})`)) - fromMs)
  }
  await page.close()
  return { coldMs, warmMs }
}

/** Gives the page a promise of the moment at which so many tiles of the row have been painted with a picture. */
function tellWhenShown(): void {
  const hasCome = (picture: Element) =>
    picture instanceof HTMLImageElement
      ? picture.complete && picture.naturalWidth > 0
      : picture instanceof HTMLVideoElement && picture.videoWidth > 0
  const shown = () =>
    [...document.querySelectorAll('ul[aria-label="Your cameras now"] > li')].filter((tile) =>
      [...tile.querySelectorAll('img, video')].some(hasCome),
    ).length
  const picturesShown = (count: number) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (shown() < count) requestAnimationFrame(look)
        // The frame that shows them has passed when the next task runs.
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      }
      look()
    })
  Object.assign(window, { picturesShown })
}

export function dashboardBars({ coldMs, warmMs }: DashboardTimes, cameras: number): Bar[] {
  const title = `${cameras} cameras: until the dashboard shows a picture of each`
  return [
    { what: `${title}, opened anew, ms`, value: median(coldMs), most: BAR_MS },
    { what: `${title}, from another screen, ms`, value: median(warmMs), most: BAR_MS },
  ]
}

/** The rows of a result (BENCH-01). */
export function dashboardRows({ coldMs, warmMs }: DashboardTimes, title: string): Row[] {
  const row = (metric: string, values: readonly number[]): Row => {
    return { name: 'interactions', case: title, metric, value: Math.round(median(values)), unit: 'ms' }
  }
  return [row('dashboard-cold', coldMs), row('dashboard-warm', warmMs)]
}
