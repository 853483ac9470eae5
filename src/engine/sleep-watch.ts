import { SLEPT_MS } from '../lib/time-limit'
import type { Clock } from './clock'

/** Notices that the machine slept by its two clocks: the monotonic one stands still in some sleeping machines. */
export class SleepWatch {
  readonly #clock: Clock
  #apartMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#apartMs = apartOf(clock)
  }

  /** Whether they went apart since last asked; a time of day that is set back counts too. */
  hasSlept(): boolean {
    return Math.abs(this.#goneApartMs()) > SLEPT_MS
  }

  /** For how long the monotonic clock stood still since last asked; 0 where that is less than seconds. */
  sleptMs(): number {
    const apartMs = this.#goneApartMs()
    return apartMs > SLEPT_MS ? apartMs : 0
  }

  #goneApartMs(): number {
    const before = this.#apartMs
    this.#apartMs = apartOf(this.#clock)
    return this.#apartMs - before
  }
}

function apartOf(clock: Clock): number {
  return clock.nowMs() - clock.monotonicMs()
}
