import type { CDPSession } from '@playwright/test'
import { z } from 'zod'

const answerShape = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const logShape = z.object({
  method: z.literal('Log.entryAdded'),
  params: z.object({ entry: z.object({ level: z.string(), text: z.string() }) }),
})
const heapShape = z.object({ usedSize: z.number() })
const evaluatedShape = z.object({ result: z.object({ value: z.unknown() }).partial() })

/** A worker that computes does not answer meanwhile. */
const ANSWER_LIMIT_MS = 20_000

/** A dedicated worker of a page. */
export interface SoakWorker {
  readonly url: string
  /** Runs an expression in it. Rejects when the worker ends. */
  evaluate(expression: string): Promise<unknown>
  /** Live JavaScript after a collection. Rejects when the worker ends. */
  heapBytes(): Promise<number>
}

type Settle = (answer: { readonly result: unknown } | { readonly failure: string }) => void

/**
 * The workers of a page from their first moment to their end. Playwright tells of workers, but has no protocol session
 * for them; messages through the page's own one reach them.
 */
export class SoakWorkers {
  readonly #session: CDPSession
  readonly #onLog: (level: string, text: string) => void
  readonly #live = new Map<string, SoakWorker>()
  readonly #pending = new Map<number, { readonly worker: string; readonly settle: Settle }>()
  #nextId = 1

  private constructor(session: CDPSession, onLog: (level: string, text: string) => void) {
    this.#session = session
    this.#onLog = onLog
  }

  /** `script` runs in every worker, before the worker's own where the browser lets it. */
  static async attach(
    session: CDPSession,
    script: string,
    onLog: (level: string, text: string) => void,
  ): Promise<SoakWorkers> {
    const workers = new SoakWorkers(session, onLog)
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') void workers.#begin(sessionId, targetInfo.url, script)
    })
    session.on('Target.receivedMessageFromTarget', ({ message }) => workers.#receive(message))
    session.on('Target.detachedFromTarget', ({ sessionId }) => workers.#end(sessionId))
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
    return workers
  }

  get live(): readonly SoakWorker[] {
    return [...this.#live.values()]
  }

  async #begin(id: string, url: string, script: string): Promise<void> {
    const evaluate = async (expression: string) => {
      const answer = await this.#ask(id, 'Runtime.evaluate', { expression, returnByValue: true })
      return evaluatedShape.parse(answer).result.value
    }
    const heapBytes = async () => {
      await this.#ask(id, 'HeapProfiler.collectGarbage')
      return heapShape.parse(await this.#ask(id, 'Runtime.getHeapUsage')).usedSize
    }
    this.#live.set(id, { url, evaluate, heapBytes })
    // One that ends meanwhile needs none of it.
    const steps = [this.#ask(id, 'Log.enable'), evaluate(script), this.#ask(id, 'Runtime.runIfWaitingForDebugger')]
    await Promise.allSettled(steps)
  }

  #end(id: string): void {
    this.#live.delete(id)
    for (const { worker, settle } of [...this.#pending.values()]) {
      if (worker === id) settle({ failure: 'The worker ended.' })
    }
  }

  #ask(worker: string, method: string, params: object = {}): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => settle({ failure: `A worker did not answer ${method}.` }), ANSWER_LIMIT_MS)
      const settle: Settle = (answer) => {
        clearTimeout(limit)
        this.#pending.delete(id)
        if ('result' in answer) resolve(answer.result)
        else reject(new Error(answer.failure))
      }
      this.#pending.set(id, { worker, settle })
      const message = JSON.stringify({ id, method, params })
      this.#session
        .send('Target.sendMessageToTarget', { sessionId: worker, message })
        .catch(() => settle({ failure: 'The worker is gone.' }))
    })
  }

  #receive(message: string): void {
    const told: unknown = JSON.parse(message)
    const answer = answerShape.safeParse(told)
    if (answer.success) {
      const { id, result, error } = answer.data
      return this.#pending.get(id)?.settle(error === undefined ? { result } : { failure: error.message })
    }
    const log = logShape.safeParse(told)
    if (log.success) this.#onLog(log.data.params.entry.level, log.data.params.entry.text)
  }
}
