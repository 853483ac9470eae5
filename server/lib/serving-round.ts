interface Serving<Place> {
  /** Places that have something due. */
  readonly list: () => Promise<readonly Place[]>
  /** One name a place. */
  readonly nameOf: (place: Place) => string
  /** Until nothing is left there; never rejects. Ends soon after the signal. */
  readonly serve: (place: Place) => Promise<void>
  readonly atOnce: number
}

/** A round of sending: places side by side, each by itself, so that one that hangs keeps no other waiting. */
export class ServingRound<Place> {
  readonly #serving: Serving<Place>
  readonly #signal: AbortSignal
  readonly #queued = new Map<string, Place>()
  readonly #served = new Map<string, Promise<void>>()
  #isOver = false

  constructor(serving: Serving<Place>, signal: AbortSignal) {
    this.#serving = serving
    this.#signal = signal
  }

  /** Serves every place that has something due; ends early with the signal. */
  async run(): Promise<void> {
    await this.join()
    while (this.#served.size > 0) await Promise.race(this.#served.values())
    this.#isOver = true
  }

  /** Begins with what has become due since, at places that are not served: nobody waits for one that hangs. */
  async join(): Promise<void> {
    const due = await this.#serving.list()
    if (this.#isOver) return
    for (const place of due) {
      const name = this.#serving.nameOf(place)
      if (!this.#served.has(name)) this.#queued.set(name, place)
    }
    this.#begin()
  }

  #begin(): void {
    for (const [name, place] of this.#queued) {
      if (this.#served.size >= this.#serving.atOnce || this.#signal.aborted) return
      this.#queued.delete(name)
      const served = this.#serving.serve(place).finally(() => {
        this.#served.delete(name)
        this.#begin()
      })
      this.#served.set(name, served)
    }
  }
}
