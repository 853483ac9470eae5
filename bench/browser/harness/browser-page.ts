import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { CdpPipe } from './cdp-pipe'

const attachedShape = z.object({ sessionId: z.string() })
const workerShape = z.object({ sessionId: z.string(), targetInfo: z.object({ type: z.string() }) })
const heapShape = z.object({ usedSize: z.number() })
const metricsShape = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })
const evaluatedShape = z.object({
  result: z.object({ value: z.unknown() }).partial(),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string() }).partial().optional() })
    .optional(),
})

const LOAD_LIMIT_MS = 20_000

/** Between two looks of the profiler: checks are too short for its usual millisecond. */
const SAMPLING_INTERVAL_US = 100

/** One tab and its workers. */
export class BrowserPage {
  readonly #cdp: CdpPipe
  readonly #targetId: string
  readonly #sessionId: string
  readonly #workers: string[] = []
  readonly #stopListening: () => void

  private constructor(cdp: CdpPipe, targetId: string, sessionId: string) {
    this.#cdp = cdp
    this.#targetId = targetId
    this.#sessionId = sessionId
    this.#stopListening = cdp.onEvent(({ method, params, sessionId: from }) => {
      if (method !== 'Target.attachedToTarget' || from !== sessionId) return
      const { targetInfo, sessionId: worker } = workerShape.parse(params)
      if (targetInfo.type === 'worker') this.#workers.push(worker)
    })
  }

  static async attach(cdp: CdpPipe, targetId: string): Promise<BrowserPage> {
    const attached = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
    const { sessionId } = attachedShape.parse(attached)
    const page = new BrowserPage(cdp, targetId, sessionId)
    await page.#send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
    await page.#send('Performance.enable', { timeDomain: 'threadTicks' })
    return page
  }

  /** Opens another address in this tab, where `script` runs before all others. */
  async open(url: string, script: string): Promise<void> {
    await this.#send('Page.enable')
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: script })
    await this.#send('Page.navigate', { url })
  }

  /** Runs an expression in the page and waits for its promise; what it throws is thrown here. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    const { result, exceptionDetails } = evaluatedShape.parse(answer)
    if (exceptionDetails === undefined) return result.value
    throw new Error(`The bench's page: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
  }

  /** Waits until an expression is true; a page that still loads has nowhere to evaluate it. */
  async waitFor(expression: string): Promise<void> {
    for (const startedMs = performance.now(); performance.now() - startedMs < LOAD_LIMIT_MS; await delay(50)) {
      if ((await this.evaluate(`Boolean(${expression})`).catch(() => false)) === true) return
    }
    throw new Error(`The bench's page did not load: ${expression} is not there.`)
  }

  /** CPU that the page's scripts have used since it was opened, in milliseconds. */
  async scriptMs(): Promise<number> {
    const { metrics } = metricsShape.parse(await this.#send('Performance.getMetrics'))
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
  }

  /** Bytes of JavaScript values that live after a collection, in the page and in its workers. */
  async liveHeapBytes(): Promise<{ page: number; worker: number }> {
    const page = await this.#heapBytes(this.#sessionId)
    let worker = 0
    for (const session of this.#workers) worker += await this.#heapBytes(session)
    return { page, worker }
  }

  /** Profiles page and workers while `work` goes on; the profiles as Chromium gives them, the page's first. */
  async profile(work: () => Promise<void>): Promise<unknown[]> {
    const sessions = [this.#sessionId, ...this.#workers]
    for (const session of sessions) {
      await this.#cdp.send('Profiler.enable', {}, session)
      await this.#cdp.send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US }, session)
      await this.#cdp.send('Profiler.start', {}, session)
    }
    await work()
    const profiles: unknown[] = []
    for (const session of sessions) profiles.push(await this.#cdp.send('Profiler.stop', {}, session))
    return profiles
  }

  /** Puts this tab in front of the others. */
  async bringToFront(): Promise<void> {
    await this.#cdp.send('Target.activateTarget', { targetId: this.#targetId })
  }

  async close(): Promise<void> {
    this.#stopListening()
    await this.#cdp.send('Target.closeTarget', { targetId: this.#targetId })
  }

  async #heapBytes(session: string): Promise<number> {
    // The second collection takes what only finalizers of the first one let go.
    for (let i = 0; i < 2; i++) await this.#cdp.send('HeapProfiler.collectGarbage', {}, session)
    return heapShape.parse(await this.#cdp.send('Runtime.getHeapUsage', {}, session)).usedSize
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    return this.#cdp.send(method, params, this.#sessionId)
  }
}
