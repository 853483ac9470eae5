import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { LooksTaken, LookWay, OpenedLooks } from '../harness/look-figures'
import type { ToLooksWorker } from './looks/looks.worker'

/** A runtime that is compiled, or whose threads do not start. */
const OPEN_LIMIT_MS = 90_000
const LOOKS_LIMIT_MS = 90_000

/** One way to run the built-in network, in a worker as the product's. */
export class LooksRun {
  #worker = newWorker()
  /** Held as the product's page holds it (LABEL-15). */
  #runtime: WebAssembly.Module | null = null

  /** Opened twice: the second worker finds the runtime compiled. */
  async open(way: LookWay): Promise<OpenedLooks> {
    const opened = await this.#ask<OpenedLooks>({ kind: 'open', way }, OPEN_LIMIT_MS)
    if (opened.kind === 'failed' || way === 'webgpu') return opened
    this.#runtime = await WebAssembly.compileStreaming(fetch(wasmUrl))
    this.#worker.terminate()
    this.#worker = newWorker()
    const again = await this.#ask<OpenedLooks>({ kind: 'open', way }, OPEN_LIMIT_MS)
    return again.kind === 'failed' ? again : { ...opened, againMs: again.openMs }
  }

  get isCompiled(): boolean {
    return this.#runtime !== null
  }

  look(looks: number): Promise<LooksTaken> {
    return this.#ask({ kind: 'look', looks }, LOOKS_LIMIT_MS)
  }

  /** The worker answers in order; one that does not in time is told as failed. */
  #ask<Answer extends OpenedLooks | LooksTaken>(message: ToLooksWorker, limitMs: number): Promise<Answer> {
    const worker = this.#worker
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        clearTimeout(limit)
        worker.onmessage = worker.onerror = null
        resolve(answer)
      }
      const fail = (text: string) => settle({ kind: 'failed', message: text } as Answer)
      const limit = setTimeout(() => fail(`It did not answer within ${limitMs / 1000} s.`), limitMs)
      worker.onmessage = ({ data }: MessageEvent<Answer>) => settle(data)
      worker.onerror = ({ message: text }) => fail(text === '' ? 'Its worker did not start.' : text)
      worker.postMessage(message)
    })
  }
}

function newWorker(): Worker {
  return new Worker(new URL('./looks/looks.worker.ts', import.meta.url), { type: 'module', name: 'looks' })
}
