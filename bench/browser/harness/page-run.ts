import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserPage } from './browser-page'
import type { Chromium } from './chromium'
import { type Mode, type PageFigures, pageFiguresShape } from './page-figures'
import { type BrowserTimes, timesBetween, timesOf } from './thread-times'

/** One measured stretch of one mode. */
export interface PageRun {
  readonly mode: Mode
  readonly cameras: number
  readonly seconds: number
  /** CPU of the browser meanwhile, by whose work it is. */
  readonly cpu: BrowserTimes
  /** The part of the page's main thread that is scripts, with all that they call. */
  readonly scriptMs: number
  readonly page: PageFigures
  /** Growth of live JavaScript over the stretch, in bytes. */
  readonly heapGrowth: { readonly page: number; readonly worker: number }
}

/** Players, workers and compilers settle. */
const WARM_UP_MS = 3_000

/** Opens the bench's page in a tab of its own with one mode running on so many cameras. */
export async function openMode(chromium: Chromium, url: string, mode: Mode, cameras: number): Promise<BrowserPage> {
  const page = await chromium.openPage(url)
  await page.waitFor('window.bench')
  await page.evaluate(`window.bench.start(${JSON.stringify(mode)}, ${cameras})`)
  await delay(WARM_UP_MS)
  return page
}

/** Runs a mode in a fresh tab for so long, and closes the tab. */
export async function runMode(
  chromium: Chromium,
  url: string,
  wanted: { readonly mode: Mode; readonly cameras: number; readonly seconds: number },
): Promise<PageRun> {
  const page = await openMode(chromium, url, wanted.mode, wanted.cameras)
  const run = await measurePage(chromium, page, wanted)
  await page.close()
  return run
}

export async function measurePage(
  chromium: Chromium,
  page: BrowserPage,
  wanted: { readonly mode: Mode; readonly cameras: number; readonly seconds: number },
): Promise<PageRun> {
  const heapBefore = await page.liveHeapBytes()
  await page.evaluate('window.bench.begin()')
  const scriptBefore = await page.scriptMs()
  const before = timesOf(chromium.pid)
  await delay(wanted.seconds * 1000)
  const cpu = timesBetween(before, timesOf(chromium.pid))
  const scriptMs = (await page.scriptMs()) - scriptBefore
  const figures = pageFiguresShape.parse(await page.evaluate('window.bench.figures()'))
  const heapAfter = await page.liveHeapBytes()
  const heapGrowth = { page: heapAfter.page - heapBefore.page, worker: heapAfter.worker - heapBefore.worker }
  return { ...wanted, seconds: figures.elapsedMs / 1000, cpu, scriptMs, page: figures, heapGrowth }
}
