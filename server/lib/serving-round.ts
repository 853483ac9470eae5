interface Serving<Place> {
  /** Places that have something due. */
  readonly list: () => Promise<readonly Place[]>
  /** One name a place. */
  readonly nameOf: (place: Place) => string
  readonly workspaceOf: (place: Place) => string
  /** One message; true: there may be another. Never rejects. Ends soon after the signal. */
  readonly serveOne: (place: Place) => Promise<boolean>
  readonly atOnce: number
}

/** One workspace is served at a quarter of what is served at once, or its slow receivers would keep all others waiting. */
const SHARE = 4

/**
 * A round of sending: places side by side, each by itself, so that one that hangs keeps no other waiting. After each
 * message a place goes behind the others, as there is no end of what may be due at one.
 */
export class ServingRound<Place> {
  readonly #serving: Serving<Place>
  readonly #signal: AbortSignal
  /** Who is next comes first. */
  readonly #queued = new Map<string, Place>()
  readonly #served = new Map<string, { readonly workspaceId: string; readonly isDone: Promise<void> }>()
  #isOver = false

  constructor(serving: Serving<Place>, signal: AbortSignal) {
    this.#serving = serving
    this.#signal = signal
  }

  /** Serves every place that has something due; ends early with the signal. */
  async run(): Promise<void> {
    await this.join()
    while (this.#served.size > 0) await Promise.race([...this.#served.values()].map(({ isDone }) => isDone))
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
    const { atOnce, workspaceOf } = this.#serving
    for (const [name, place] of this.#queued) {
      if (this.#served.size >= atOnce || this.#signal.aborted) return
      const workspaceId = workspaceOf(place)
      const own = [...this.#served.values()].filter((served) => served.workspaceId === workspaceId)
      if (own.length >= atOnce / SHARE) continue
      this.#queued.delete(name)
      this.#served.set(name, { workspaceId, isDone: this.#serve(name, place) })
    }
  }

  async #serve(name: string, place: Place): Promise<void> {
    const hasMore = await this.#serving.serveOne(place)
    this.#served.delete(name)
    if (hasMore) this.#queued.set(name, place)
    this.#begin()
  }
}
