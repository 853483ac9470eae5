import type { Cancel, Clock } from './clock'

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

/**
 * Limits the wait for what sleeps along with the machine, a worker. Where the monotonic clock goes on meanwhile, the limit is over
 * the moment that both wake, which says nothing of the worker: it has the same time once more, after each sleep.
 */
export function limitAwake(clock: Pick<Clock, 'after' | 'monotonicMs'>, limitMs: number, onOver: () => void): Cancel {
  const wait = (): Cancel => {
    const dueAtMs = clock.monotonicMs() + limitMs
    return clock.after(limitMs, () => {
      if (clock.monotonicMs() - dueAtMs <= SLEPT_MS) onOver()
      else cancel = wait()
    })
  }
  let cancel = wait()
  return () => cancel()
}
