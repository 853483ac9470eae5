import { MINUTE_MS } from '../../../src/lib/durations'

/** After a death, doubled with each further one soon after a start. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** Who lived so long has no fault of its start. */
const LONG_LIFE_MS = MINUTE_MS

/** When one of the processes is started anew. It knows no process, so that its rules can be tried by themselves. */
export class Restarts {
  #shortLives = 0

  /** Lives in a row that ended soon after their start. */
  get shortLives(): number {
    return this.#shortLives
  }

  /** One has died; after so long another is started. */
  waitMsAfter(livedMs: number): number {
    if (livedMs >= LONG_LIFE_MS) this.#shortLives = 0
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#shortLives)
    this.#shortLives += 1
    return waitMs
  }
}
