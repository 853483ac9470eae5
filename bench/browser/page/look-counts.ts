import type { FromNamingWorker } from '../../../src/engine/naming/naming-protocol'
import type { PersonCounts } from '../harness/page-figures'

type Looks = Pick<PersonCounts, 'workers' | 'isPersonReady' | 'looks' | 'found'>

/** The looks at people, heard from what the naming worker answers: the engine tells of sightings in clips alone. */
export class LookCounts {
  /** Names of all workers that were started, in order. */
  readonly #workers: string[] = []
  #isPersonReady = false
  #looks: number[] = []
  #found = 0

  /** Make it before the engine starts. */
  constructor() {
    const OwnWorker = window.Worker
    const note = (name: string, worker: Worker) => this.#note(name, worker)
    window.Worker = class extends OwnWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        note(options?.name ?? '', this)
      }
    }
  }

  /** Looks begin anew. */
  take(): Looks {
    const taken = { looks: this.#looks, found: this.#found }
    this.#looks = []
    this.#found = 0
    return { workers: [...this.#workers], isPersonReady: this.#isPersonReady, ...taken }
  }

  #note(name: string, worker: Worker): void {
    this.#workers.push(name)
    if (name !== 'naming') return
    // The product's own worker (src/engine/workers/naming/naming-worker-host.ts) sends nothing else.
    worker.addEventListener('message', ({ data }: MessageEvent<FromNamingWorker>) => {
      if (data.kind === 'ready') this.#isPersonReady = true
      if (data.kind !== 'looked') return
      this.#looks.push(data.seen.tookMs)
      if (data.seen.found.length > 0) this.#found++
    })
  }
}
