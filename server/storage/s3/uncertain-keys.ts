import type { FastifyBaseLogger } from 'fastify'
import { HubError } from '../../lib/errors'
import type { BlobKey, UncertainBlobs } from '../blobs'
import { saysFull } from './missing'

/** What is beyond waits for the next start, which compares everything. */
const MOST_KEYS = 10_000

/** Of one process; what it forgets the next start finds. */
export class UncertainKeys implements UncertainBlobs {
  #young = new Set<BlobKey>()
  #old = new Set<BlobKey>()

  note(key: BlobKey): void {
    if (this.#young.size + this.#old.size < MOST_KEYS) this.#young.add(key)
  }

  settle(key: BlobKey): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  ripe(): BlobKey[] {
    const ripe = [...this.#old]
    for (const key of this.#young) this.#old.add(key)
    this.#young = new Set()
    return ripe
  }

  has(key: BlobKey): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }
}

/** Turns the store's failures into what a client is told, and tells the person who runs the hub why. */
export class Asked {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
  }

  async of<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (problem) {
      throw this.#refusal(problem)
    }
  }

  /** The same of what comes in parts. */
  async *ofEach<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    try {
      yield* parts
    } catch (problem) {
      throw this.#refusal(problem)
    }
  }

  #refusal(problem: unknown): HubError {
    this.#log.warn({ problem: String(problem) }, 'the object store failed a request')
    const sentence = saysFull(problem) ? 'is full. Free some space in it.' : 'does not answer. Try again in a moment.'
    return new HubError(503, 'unavailable', `The hub's store for recordings ${sentence}`)
  }
}

/** Writes down the key while nobody knows what became of the work. */
export async function settled<Result>(
  uncertain: UncertainKeys,
  key: BlobKey,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work()
    uncertain.settle(key)
    return result
  } catch (problem) {
    uncertain.note(key)
    throw problem
  }
}
