import type { CountOfAll } from '../peers/peers'
import type { Clock } from './clock'
import { tooManyRequests } from './errors'

/** Keys that are counted at the same time: whoever comes from more addresses than this pushes out the oldest. */
const MOST_KEYS = 10_000

export interface BrakeLimit {
  /** Of what is counted, at all hubs the same. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

/**
 * How often something may happen in one window of time, for each of many; at all hubs together where they reach each
 * other, else at this one. It is asked before the database is: it is there to spare it.
 */
export class Brake {
  readonly #clock: Clock
  readonly #limit: BrakeLimit
  readonly #countOfAll: CountOfAll
  readonly #counts = new Map<string, number>()
  #windowStartMs = 0

  constructor(clock: Clock, limit: BrakeLimit, countOfAll: CountOfAll = async () => null) {
    this.#clock = clock
    this.#limit = limit
    this.#countOfAll = countOfAll
  }

  /** Counts one, or refuses until the window ends. This hub has counted before it waits for the others. */
  async take(key: string): Promise<void> {
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
    const countOfAll = await this.#countOfAll(this.#sharedKey(key), 1, windowMs)
    if (countOfAll !== null && countOfAll > max) throw tooManyRequests(nowMs, startMs + windowMs)
  }

  /** Takes one back. */
  giveBack(key: string): void {
    const count = this.#counts.get(key)
    if (count === undefined || count === 0) return
    this.#counts.set(key, count - 1)
    void this.#countOfAll(this.#sharedKey(key), -1, this.#limit.windowMs)
  }

  #sharedKey(key: string): string {
    return `brake:${this.#limit.name}:${this.#windowStartMs}:${key}`
  }

  #makeRoom(): void {
    const [oldest] = this.#counts.keys()
    if (this.#counts.size >= MOST_KEYS && oldest !== undefined) this.#counts.delete(oldest)
  }
}
