import type { Clock } from '../clock'

/** So long without a look, or so far apart the two clocks: the machine slept, or the page was stopped. */
export const SLEPT_MS = 3_000

/** Notices that the machine slept by its two clocks: the monotonic one stands still in some sleeping machines. */
export class SleepWatch {
  readonly #clock: Clock
  #apartMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#apartMs = apartOf(clock)
  }

  /** Whether they went apart since last asked. */
  hasSlept(): boolean {
    const before = this.#apartMs
    this.#apartMs = apartOf(this.#clock)
    return Math.abs(this.#apartMs - before) > SLEPT_MS
  }
}

function apartOf(clock: Clock): number {
  return clock.nowMs() - clock.monotonicMs()
}
