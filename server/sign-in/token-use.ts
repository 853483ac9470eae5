import { Batched } from '../db/batched'
import type { Ground } from '../db/ground'
import { relaxed } from '../db/relaxed'
import { noteTokensUsed } from './api-token-rows'

const MINUTE_MS = 60_000

/** Writes down in which minute tokens were last used: once a minute for each, however often one is. */
export class TokenUse {
  readonly #services: Pick<Ground, 'db' | 'clock' | 'log'>
  readonly #notedMs = new Map<string, number>()
  readonly #batched: Batched<string, null>

  constructor(services: Pick<Ground, 'db' | 'clock' | 'log'>) {
    this.#services = services
    this.#batched = new Batched(services.db, async (ids) => {
      const atMs = this.#minute()
      await relaxed(services.db, (connection, condition) => noteTokensUsed(connection, ids, atMs, condition))
      return ids.map(() => null)
    })
  }

  /** Never rejects: what a program reads does not depend on a note that it was here. */
  async note(tokenId: string): Promise<void> {
    const minuteMs = this.#minute()
    if (this.#notedMs.get(tokenId) === minuteMs) return
    this.#notedMs.set(tokenId, minuteMs)
    try {
      await this.#batched.ask(tokenId)
    } catch (problem) {
      this.#notedMs.delete(tokenId)
      this.#services.log.warn({ problem: String(problem) }, 'the last use of an API token could not be noted')
    }
  }

  forget(tokenId: string): void {
    this.#notedMs.delete(tokenId)
  }

  #minute(): number {
    const nowMs = this.#services.clock.now()
    return nowMs - (nowMs % MINUTE_MS)
  }
}
