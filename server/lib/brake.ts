import type { Clock } from './clock'
import { tooManyRequests } from './errors'

/** Keys that are counted at the same time: whoever comes from more addresses than this pushes out the oldest. */
const MOST_KEYS = 10_000

export interface BrakeLimit {
  readonly max: number
  readonly windowMs: number
}

/**
 * How often something may happen in one window of time, for each of many. Known to this process only, and asked before
 * the database is: it is there to spare it.
 */
export class Brake {
  readonly #clock: Clock
  readonly #limit: BrakeLimit
  readonly #counts = new Map<string, number>()
  #windowStartMs = 0

  constructor(clock: Clock, limit: BrakeLimit) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Counts one, or refuses until the window ends. */
  take(key: string): void {
    const { max, windowMs } = this.#limit
    const nowMs = this.#clock.now()
    const startMs = nowMs - (nowMs % windowMs)
    if (startMs !== this.#windowStartMs) {
      this.#counts.clear()
      this.#windowStartMs = startMs
    }
    const count = this.#counts.get(key) ?? 0
    if (count >= max) throw tooManyRequests(nowMs, startMs + windowMs)
    if (count === 0) this.#makeRoom()
    this.#counts.set(key, count + 1)
  }

  /** Takes one back. */
  giveBack(key: string): void {
    const count = this.#counts.get(key)
    if (count !== undefined && count > 0) this.#counts.set(key, count - 1)
  }

  #makeRoom(): void {
    const [oldest] = this.#counts.keys()
    if (this.#counts.size >= MOST_KEYS && oldest !== undefined) this.#counts.delete(oldest)
  }
}
