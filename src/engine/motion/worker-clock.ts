import { type Cancel, type Clock, pageClock } from '../clock'
import type { ToMotionWorker } from './protocol'

interface Timer {
  /** When a one-shot timer is due. */
  readonly dueAtMs: number
  readonly delayMs: number
  readonly isRepeating: boolean
  readonly callback: () => void
}

/** Whether the page's own timers keep their pace: browsers hold those of hidden pages back. */
export interface PageVisibility {
  isHidden(): boolean
  onChange(changed: () => void): Cancel
}

const alwaysHidden: PageVisibility = { isHidden: () => true, onChange: () => () => undefined }

export const documentVisibility: PageVisibility = {
  isHidden: () => document.visibilityState === 'hidden',
  onChange(changed) {
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  },
}

/**
 * A clock that keeps its pace in hidden pages: there it ticks in the motion worker. While the page is visible its own
 * timers serve, which spares a message for every tick; running timers change places with it. When the worker is lost
 * they go on as page timers, so that a recording still ends.
 */
export class WorkerClock implements Clock {
  readonly #post: (message: ToMotionWorker) => void
  readonly #timers = new Map<number, Timer>()
  readonly #pageTimers = new Map<number, Cancel>()
  readonly #unwatch: Cancel
  #isWorkerLost = false
  #nextTimer = 1
  #ticksOnPage: boolean

  constructor(post: (message: ToMotionWorker) => void, visibility: PageVisibility = alwaysHidden) {
    this.#post = post
    this.#ticksOnPage = !visibility.isHidden()
    this.#unwatch = visibility.onChange(() => this.#moveTo(!visibility.isHidden()))
  }

  nowMs(): number {
    return Date.now()
  }

  monotonicMs(): number {
    return performance.now()
  }

  after(delayMs: number, callback: () => void): Cancel {
    return this.#start({ dueAtMs: this.monotonicMs() + delayMs, delayMs, isRepeating: false, callback })
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
    this.#unwatch()
    if (!this.#ticksOnPage) for (const [id, timer] of this.#timers) this.#startOnPage(id, timer)
    this.#ticksOnPage = true
  }

  #moveTo(page: boolean): void {
    if (this.#isWorkerLost || page === this.#ticksOnPage) return
    for (const id of this.#timers.keys()) this.#stopTicking(id)
    this.#ticksOnPage = page
    for (const [id, timer] of this.#timers) this.#startTicking(id, timer)
  }

  #start(timer: Timer): Cancel {
    const id = this.#nextTimer++
    this.#timers.set(id, timer)
    this.#startTicking(id, timer)
    return () => {
      if (this.#timers.delete(id)) this.#stopTicking(id)
    }
  }

  #startTicking(id: number, timer: Timer): void {
    if (this.#ticksOnPage) return this.#startOnPage(id, timer)
    const { isRepeating } = timer
    const delayMs = isRepeating ? timer.delayMs : this.#leftMs(timer)
    this.#post({ kind: 'start-timer', timer: id, delayMs, isRepeating })
  }

  #startOnPage(id: number, timer: Timer): void {
    const fire = () => this.fire(id)
    const cancel = timer.isRepeating ? pageClock.every(timer.delayMs, fire) : pageClock.after(this.#leftMs(timer), fire)
    this.#pageTimers.set(id, cancel)
  }

  /** What a one-shot timer has waited already counts: a clip must not become longer because its timer moved. */
  #leftMs({ dueAtMs }: Timer): number {
    return Math.max(0, dueAtMs - this.monotonicMs())
  }

  #stopTicking(id: number): void {
    this.#pageTimers.get(id)?.()
    this.#pageTimers.delete(id)
    if (!this.#ticksOnPage) this.#post({ kind: 'stop-timer', timer: id })
  }
}
