import type { RawBuilder } from 'kysely'
import { MINUTE_MS } from '../../src/lib/durations'
import { Batched } from '../db/batched'
import type { Ground } from '../db/ground'
import { relaxed } from '../db/relaxed'
import type { Db } from '../db/schema'

export interface MinuteNotesPorts extends Pick<Ground, 'db' | 'clock' | 'log'> {
  readonly write: (db: Db, ids: readonly string[], atMs: number, condition: RawBuilder<boolean>) => Promise<void>
  /** Said in the log where writing fails. */
  readonly failure: string
}

/** Writes down in which minute each of many was last there: once a minute, however often it is. */
export class MinuteNotes {
  readonly #ports: MinuteNotesPorts
  readonly #batched: Batched<string, null>
  /** Those noted in the minute below. */
  readonly #noted = new Set<string>()
  #minuteMs = 0

  constructor(ports: MinuteNotesPorts) {
    const { db, write } = ports
    this.#ports = ports
    this.#batched = new Batched(db, async (ids) => {
      const atMs = this.#minute()
      await relaxed(db, (connection, condition) => write(connection, ids, atMs, condition))
      return ids.map(() => null)
    })
  }

  /** Never rejects: what is asked for does not depend on a note that somebody was here. */
  async note(id: string): Promise<void> {
    const minuteMs = this.#minute()
    if (minuteMs !== this.#minuteMs) {
      this.#noted.clear()
      this.#minuteMs = minuteMs
    }
    if (this.#noted.has(id)) return
    this.#noted.add(id)
    try {
      await this.#batched.ask(id)
    } catch (problem) {
      this.#noted.delete(id)
      this.#ports.log.warn({ problem: String(problem) }, this.#ports.failure)
    }
  }

  #minute(): number {
    const nowMs = this.#ports.clock.now()
    return nowMs - (nowMs % MINUTE_MS)
  }
}
