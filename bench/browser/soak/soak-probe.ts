import type { CDPSession, Page } from '@playwright/test'
import { clipCounts } from './soak-clips'
import type { ClipCounts, SoakSample } from './soak-growth'
import { residentBytes } from './soak-memory'
import {
  type EngineCounts,
  engineCountsShape,
  type RealmCounts,
  readEngine,
  readRealm,
  realmCountsShape,
  realmWatches,
  takeEngine,
  watchEngine,
} from './soak-realm'
import { SoakWorkers } from './soak-workers'

/** Every 15 minutes an answer says that the token has expired, and the app fetches a new one (HUB-07). */
const expiredToken = /status of 401/

/** Chromium says so of some frames, as an error; it has a bar of its own. */
const unclosedFrame = /VideoFrame was garbage collected/

/** Counts everything that a soak looks at in one page, from its first moment on. */
export class SoakProbe {
  readonly #page: Page
  readonly #session: CDPSession
  readonly #workers: SoakWorkers
  /** What the console said, by text: how often. */
  readonly #errors: Map<string, number>
  readonly #notes: Map<string, number>
  #startMs = performance.now()
  #before: EngineCounts = { checks: 0, longestGapMs: 0, clipsBegun: 0 }

  private constructor(page: Page, session: CDPSession, workers: SoakWorkers, console: ConsoleLog) {
    this.#page = page
    this.#session = session
    this.#workers = workers
    this.#errors = console.errors
    this.#notes = console.notes
  }

  /** To be called before the page is opened. */
  static async attach(page: Page): Promise<SoakProbe> {
    const log: ConsoleLog = { errors: new Map(), notes: new Map() }
    const note = (level: string, text: string) => {
      const isError = level === 'error' && !expiredToken.test(text) && !unclosedFrame.test(text)
      const lines = isError ? log.errors : log.notes
      if (level === 'error' || level === 'warning') lines.set(text, (lines.get(text) ?? 0) + 1)
    }
    page.on('console', (message) => note(message.type(), message.text()))
    page.on('pageerror', (error) => note('error', error.message))
    // One script: the order of several is not promised.
    const watches = realmWatches.map((watch) => `(${watch})();`).join('')
    await page.addInitScript({ content: `${watches}(${watchEngine})();` })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    return new SoakProbe(page, session, await SoakWorkers.attach(session, watches, note), log)
  }

  /** Names of the workers that live, such as `motion`. */
  get workers(): readonly string[] {
    return this.#workers.live.map(({ url }) => /([^/]*)\.worker/.exec(url)?.[1] ?? url)
  }

  get errors(): ReadonlyMap<string, number> {
    return this.#errors
  }

  /** Warnings, such as the app's own about what it does without. */
  get notes(): ReadonlyMap<string, number> {
    return this.#notes
  }

  get frameWarnings(): number {
    return [...this.#notes].reduce((sum, [text, count]) => sum + (unclosedFrame.test(text) ? count : 0), 0)
  }

  /** The soak begins now: what was counted before does not count. */
  async begin(): Promise<void> {
    this.#before = await this.#engineCounts(takeEngine)
    this.#startMs = performance.now()
    this.#errors.clear()
    this.#notes.clear()
  }

  async sample(): Promise<SoakSample> {
    const engine = await this.#engineCounts(takeEngine)
    const atMs = performance.now() - this.#startMs
    const browser = this.#page.context().browser()
    if (browser === null) throw new Error('The page has no browser.')
    const resident = await residentBytes(browser)
    const { heapBytes: workerHeapBytes, counts } = await this.#workerCounts()
    const own = realmCountsShape.parse(await this.#page.evaluate(readRealm))
    const all = [own, ...counts]
    const total = (of: (realm: RealmCounts) => number) => all.reduce((sum, realm) => sum + of(realm), 0)
    return {
      atMs,
      ...(await this.#pageMetrics()),
      workerHeapBytes,
      browserRssBytes: resident.browser,
      hubRssBytes: resident.hub,
      objectUrls: total(({ objectUrls }) => objectUrls),
      openFrames: total(({ openFrames }) => openFrames),
      lostFrames: total(({ lostFrames }) => lostFrames),
      workers: counts.length,
      checks: engine.checks - this.#before.checks,
      longestGapMs: engine.longestGapMs,
      clips: await clipCounts(this.#page, engine.clipsBegun),
    }
  }

  /** Of all clips since the page was opened. */
  async clips(): Promise<ClipCounts> {
    return clipCounts(this.#page, (await this.#engineCounts(readEngine)).clipsBegun)
  }

  async #engineCounts(expression: string): Promise<EngineCounts> {
    return engineCountsShape.parse(await this.#page.evaluate(expression))
  }

  async #pageMetrics() {
    await this.#session.send('HeapProfiler.collectGarbage')
    const { metrics } = await this.#session.send('Performance.getMetrics')
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    return {
      pageHeapBytes: of('JSHeapUsedSize'),
      listeners: of('JSEventListeners'),
      nodes: of('Nodes'),
      documents: of('Documents'),
    }
  }

  /** Of the workers that live; one that ends meanwhile is left out, with all that it held. */
  async #workerCounts(): Promise<{ heapBytes: number; counts: RealmCounts[] }> {
    const asked = this.#workers.live.map(async (worker) => ({
      heapBytes: await worker.heapBytes(),
      counts: realmCountsShape.parse(await worker.evaluate(readRealm)),
    }))
    const answers = (await Promise.allSettled(asked)).flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    return {
      heapBytes: answers.reduce((sum, { heapBytes }) => sum + heapBytes, 0),
      counts: answers.map(({ counts }) => counts),
    }
  }
}

interface ConsoleLog {
  readonly errors: Map<string, number>
  readonly notes: Map<string, number>
}
