import type { FastifyBaseLogger } from 'fastify'
import { HubError } from '../../lib/errors'
import type { BlobKey } from '../blobs'
import type { UncertainKeys } from './uncertain-keys'

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
      this.#log.warn({ problem: String(problem) }, 'the object store failed a request')
      throw new HubError(503, 'unavailable', "The hub's store for recordings does not answer. Try again in a moment.")
    }
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
