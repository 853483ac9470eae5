import { type Cancel, type Clock, pageClock } from '../clock'
import type { ToMotionWorker } from './protocol'

interface Timer {
  /** When a one-shot timer is due. */
  readonly dueAtMs: number
  readonly delayMs: number
  readonly isRepeating: boolean
  readonly callback: () => void
}

/**
 * A clock that ticks in the motion worker. When the worker is lost its running timers go on as page timers, so that
 * a recording still ends.
 */
export class WorkerClock implements Clock {
  readonly #post: (message: ToMotionWorker) => void
  readonly #timers = new Map<number, Timer>()
  readonly #pageTimers = new Map<number, Cancel>()
  #isWorkerLost = false
  #nextTimer = 1

  constructor(post: (message: ToMotionWorker) => void) {
    this.#post = post
  }

  nowMs(): number {
    return Date.now()
  }

  monotonicMs(): number {
    return performance.now()
  }

  after(delayMs: number, callback: () => void): Cancel {
    return this.#start({ dueAtMs: this.nowMs() + delayMs, delayMs, isRepeating: false, callback })
  }

  every(intervalMs: number, callback: () => void): Cancel {
    return this.#start({ dueAtMs: 0, delayMs: intervalMs, isRepeating: true, callback })
  }

  /** Called when the worker says that a timer is due. */
  fire(id: number): void {
    const timer = this.#timers.get(id)
    if (timer === undefined) return
    if (!timer.isRepeating) {
      this.#timers.delete(id)
      this.#pageTimers.delete(id)
    }
    timer.callback()
  }

  /** Called when the worker is gone. */
  loseWorker(): void {
    if (this.#isWorkerLost) return
    this.#isWorkerLost = true
    for (const [id, timer] of this.#timers) this.#startOnPage(id, timer)
  }

  #start(timer: Timer): Cancel {
    const id = this.#nextTimer++
    this.#timers.set(id, timer)
    if (this.#isWorkerLost) this.#startOnPage(id, timer)
    else this.#post({ kind: 'start-timer', timer: id, delayMs: timer.delayMs, isRepeating: timer.isRepeating })
    return () => this.#stop(id)
  }

  #startOnPage(id: number, timer: Timer): void {
    const fire = () => this.fire(id)
    // What a one-shot timer has waited already counts: a clip must not become longer because the worker died.
    const leftMs = Math.max(0, timer.dueAtMs - this.nowMs())
    this.#pageTimers.set(id, timer.isRepeating ? pageClock.every(timer.delayMs, fire) : pageClock.after(leftMs, fire))
  }

  #stop(id: number): void {
    if (!this.#timers.delete(id)) return
    this.#pageTimers.get(id)?.()
    this.#pageTimers.delete(id)
    if (!this.#isWorkerLost) this.#post({ kind: 'stop-timer', timer: id })
  }
}
