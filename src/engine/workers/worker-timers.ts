/** Timers that keep their pace in a hidden tab (ENG-02). */
export class WorkerTimers {
  readonly #stops = new Map<number, () => void>()
  readonly #fire: (timer: number) => void

  constructor(fire: (timer: number) => void) {
    this.#fire = fire
  }

  start(timer: number, delayMs: number, isRepeating: boolean): void {
    if (isRepeating) {
      const handle = setInterval(() => this.#fire(timer), delayMs)
      this.#stops.set(timer, () => clearInterval(handle))
      return
    }
    const handle = setTimeout(() => {
      this.#stops.delete(timer)
      this.#fire(timer)
    }, delayMs)
    this.#stops.set(timer, () => clearTimeout(handle))
  }

  stop(timer: number): void {
    this.#stops.get(timer)?.()
    this.#stops.delete(timer)
  }
}
