import { KeptApp } from '../../../src/service-worker/kept-app'
import type { AppFiles } from '../../../src/service-worker/versions'
import { manualClock } from '../../support/manual-clock'
import { CacheMemory } from './cache-memory'

export const origin = 'http://hub.test'

/** A build: its page, an asset that all builds have, one of its own, an icon, and a large file. */
export function build(version: string, more: Partial<AppFiles> = {}): AppFiles {
  const files = ['/assets/react-1.js', `/assets/main-${version}.js`, '/icon.svg']
  return { version, files, lateFiles: ['/assets/model-1.onnx'], ...more }
}

/** A hub that serves one build, and a browser that keeps what its workers put into its cache. */
export class Site {
  readonly cache = new CacheMemory()
  served: AppFiles
  isAway = false
  /** Paths that the hub was asked for. */
  asked: string[] = []
  openPages: string[] = []
  nowMs = 1_000_000
  /** By which the disk is waited for. */
  readonly clock = manualClock()
  #turn: Promise<unknown> = Promise.resolve()
  policy = "default-src 'self'"
  /** A file for which the hub takes its time. */
  held: { readonly path: string; readonly until: Promise<void> } | null = null
  /** What another worker does first. */
  beforeTurn: Promise<void> = Promise.resolve()

  constructor(served: AppFiles) {
    this.served = served
  }

  /** The worker that the build brings. */
  worker(app: AppFiles = this.served): KeptApp {
    return new KeptApp({
      caches: this.cache.storage,
      app,
      nowMs: () => this.nowMs,
      after: this.clock.after,
      fetch: async (input) => {
        const address = input instanceof Request ? input.url : String(input)
        if (this.held?.path === address) await this.held.until
        return this.#answer(address)
      },
      openPages: async () => this.openPages,
      inTurn: (work) => {
        const begin = () => this.beforeTurn.then(work)
        const done = this.#turn.then(begin, begin)
        this.#turn = done.catch(() => undefined)
        return done
      },
    })
  }

  /** Puts a build onto the hub; this browser takes it. */
  async deploy(app: AppFiles): Promise<KeptApp> {
    this.served = app
    const worker = this.worker()
    await worker.install()
    await worker.activate()
    return worker
  }

  /** What can go on without the hub has gone on. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  }

  /** Opens a page; resolves to its text. */
  async open(worker: KeptApp, pageId: string): Promise<string> {
    const { response } = await worker.answerPage(new Request(`${origin}/cameras`), pageId)
    return response.text()
  }

  async file(worker: KeptApp, path: string): Promise<string> {
    return (await worker.answerFile(new Request(`${origin}${path}`))).text()
  }

  #answer(address: string): Response {
    const { pathname } = new URL(address, origin)
    if (this.isAway) throw new TypeError('Failed to fetch')
    this.asked.push(pathname)
    const { version, files, lateFiles } = this.served
    const headers = {
      'content-security-policy': this.policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'nightjar-extensions': 'polling, modes',
    }
    if ([...files, ...lateFiles].includes(pathname)) return new Response(`${pathname} of ${version}`, { headers })
    if (pathname.startsWith('/assets/')) return new Response('', { status: 404 })
    return new Response(`page <meta name="nightjar-version" content="${version}" />`, { headers })
  }
}
