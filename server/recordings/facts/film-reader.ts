import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../src/lib/durations'
import { InTurn } from '../../../src/lib/in-turn'
import type { FilmReading } from './film-facts'
import workerText from './film-worker.mjs?raw'

/** What a reading may take. */
export interface FilmLimits {
  /** Between two words of the thread: who says nothing for so long hangs. */
  readonly silenceMs: number
  /** Of all ranges that are asked for: more than any clip has, as some are read twice. */
  readonly readBytes: number
  /** Of the thread's heap. */
  readonly heapMb: number
  /** A thread with nothing to read is kept for so long, as its start costs more than most readings. */
  readonly idleMs: number
}

export const filmLimits: FilmLimits = {
  silenceMs: 15_000,
  readBytes: 160 * 1024 * 1024,
  heapMb: 96,
  idleMs: MINUTE_MS,
}

/** A film as it lies in some store. */
export interface StoredFilm {
  readonly sizeBytes: number
  /** From one byte up to and without another. */
  bytes(start: number, end: number): Promise<Uint8Array>
}

/** The thread hung, died or asked for too much: once may be the machine's fault, again and again is the film's. */
export interface BrokenReading {
  readonly kind: 'broke'
  readonly reason: string
}

/** The hub stops: nothing was found out. */
export interface StoppedReading {
  readonly kind: 'stopped'
}

export type Outcome = FilmReading | BrokenReading | StoppedReading

const fact = z.int().check(z.minimum(0))
const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('want'), start: fact, end: fact }),
  z.object({
    kind: z.literal('film'),
    facts: z.object({
      durationMs: fact,
      width: fact,
      height: fact,
      codec: z.nullable(z.string()),
      hasSound: z.boolean(),
      startsOnKeyframe: z.boolean(),
    }),
  }),
  z.object({ kind: z.literal('unplayable'), reason: z.string() }),
])

/**
 * Has films read in a thread of its own, one after the other: nothing that a file does there harms the hub. The thread begins
 * with the first film, and anew after one that broke it. Whoever makes it calls `close`.
 */
export class FilmReader {
  readonly #limits: FilmLimits
  readonly #workerText: string
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | null = null
  #isClosed = false
  readonly #readings = new InTurn()

  /** `text`: what the thread runs, in the place of the real one, by tests. */
  constructor(limits: FilmLimits = filmLimits, text: string = workerText) {
    this.#limits = limits
    this.#workerText = text
  }

  /** Rejects as `film.bytes` does, when the store cannot be read. */
  read(film: StoredFilm): Promise<Outcome> {
    return this.#readings.run(() => this.#read(film))
  }

  /** Ends a reading in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #read(film: StoredFilm): Promise<Outcome> {
    if (this.#isClosed) return { kind: 'stopped' }
    if (this.#idle !== null) clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#begin()
    try {
      const result = await converse(worker, film, this.#limits)
      if (this.#isClosed) return { kind: 'stopped' }
      if (result.kind === 'broke') await this.#end()
      else this.#rest()
      return result
    } catch (problem) {
      // What it waits for will not come.
      await this.#end()
      throw problem
    }
  }

  #begin(): Worker {
    // As text: bundled into one file, a hub has no other to start from. `base` is where packages are found from.
    const code = new URL(`data:text/javascript,${encodeURIComponent(this.#workerText)}`)
    const { heapMb } = this.#limits
    const worker = new Worker(code, {
      name: 'films',
      workerData: { base: import.meta.url },
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
      // It needs nothing of the hub's secrets, and has nothing to say.
      env: {},
      stdout: true,
      stderr: true,
    })
    // One that dies between two readings is not missed; a process may end while it rests.
    worker.on('error', () => this.#forget(worker))
    worker.on('exit', () => this.#forget(worker))
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    this.#worker = worker
    return worker
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null
  }

  #rest(): void {
    this.#idle = setTimeout(() => void this.#end(), this.#limits.idleMs)
    this.#idle.unref()
  }

  async #end(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

/** Gives the thread the bytes that it wants until it says what it found. */
function converse(worker: Worker, film: StoredFilm, limits: FilmLimits): Promise<FilmReading | BrokenReading> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let readBytes = 0
    let silence: NodeJS.Timeout | undefined

    const settle = (end: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(silence)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      worker.unref()
      end()
    }
    const broke = (reason: string) => settle(() => resolve({ kind: 'broke', reason }))
    const tell = (message: object) => {
      if (isOver) return
      silence = setTimeout(() => broke(`it said nothing for ${limits.silenceMs} ms`), limits.silenceMs)
      worker.postMessage(message)
    }
    const onMessage = (message: unknown) => {
      clearTimeout(silence)
      const word = said.safeParse(message)
      if (!word.success) return broke('it said what it never says')
      const { data } = word
      if (data.kind !== 'want') return settle(() => resolve(data))
      readBytes += data.end - data.start
      if (data.start >= data.end || data.end > film.sizeBytes) return broke('it asked for bytes that are not there')
      if (readBytes > limits.readBytes) return broke(`it read more than ${limits.readBytes} bytes`)
      film.bytes(data.start, data.end).then(
        (bytes) => tell({ kind: 'bytes', bytes }),
        (problem: unknown) => settle(() => reject(problem)),
      )
    }
    const onError = (problem: Error) => broke(String(problem))
    const onExit = () => broke('it ended')

    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.ref()
    tell({ kind: 'film', sizeBytes: film.sizeBytes })
  })
}
