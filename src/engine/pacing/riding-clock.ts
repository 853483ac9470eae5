import type { Cancel, Clock } from '../clock'

/** How many moments may fail to come before a timer of its own serves. */
const MOMENTS_TO_WAIT = 2

/**
 * A clock whose timers are due at the moment of checks that is nearest: a timer of its own would wake the page between two of
 * them (LESS-07). Where no checks are made it goes by itself, a little later.
 */
export class RidingClock implements Clock {
  readonly #clock: Clock
  readonly #intervalMs: number
  readonly #waiting = new Set<{ readonly dueAtMs: number; readonly fire: () => void }>()
  #hasRidden = false

  /** `intervalMs` is that of the moments. */
  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock
    this.#intervalMs = intervalMs
  }

  /** Checks are made now: whoever is nearer to this moment than to the next is due. */
  noteMoment(): void {
    this.#hasRidden = true
    const untilMs = this.#clock.monotonicMs() + this.#intervalMs / 2
    for (const one of [...this.#waiting]) if (one.dueAtMs <= untilMs && this.#waiting.has(one)) one.fire()
  }

  nowMs(): number {
    return this.#clock.nowMs()
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs()
  }

  after(delayMs: number, callback: () => void): Cancel {
    // While moments come, this is put off by each ride and wakes nobody.
    const guardMs = this.#hasRidden ? delayMs + MOMENTS_TO_WAIT * this.#intervalMs : delayMs
    const cancelGuard = this.#clock.after(guardMs, () => {
      this.#hasRidden = false
      one.fire()
    })
    const leave = () => {
      this.#waiting.delete(one)
      cancelGuard()
    }
    const one = {
      dueAtMs: this.#clock.monotonicMs() + delayMs,
      fire: () => {
        leave()
        callback()
      },
    }
    this.#waiting.add(one)
    return leave
  }

  every(intervalMs: number, callback: () => void): Cancel {
    let dueAtMs = this.#clock.monotonicMs()
    let cancel: Cancel = () => undefined
    let isOver = false
    const next = () => {
      // Counted from when it was due, or it would be later each time; a machine that slept begins anew.
      const nowMs = this.#clock.monotonicMs()
      dueAtMs = Math.max(dueAtMs + intervalMs, nowMs + intervalMs / 2)
      cancel = this.after(dueAtMs - nowMs, () => {
        if (!isOver) next()
        callback()
      })
    }
    next()
    return () => {
      isOver = true
      cancel()
    }
  }
}
