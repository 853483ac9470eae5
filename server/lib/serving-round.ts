interface Serving<Place> {
  /** Places that have something due. */
  readonly list: () => Promise<readonly Place[]>
  /** One name a place. */
  readonly nameOf: (place: Place) => string
  readonly workspaceOf: (place: Place) => string
  /** The one server behind it and others, such as that of all mails; null: its own. */
  readonly serverOf: (place: Place) => string | null
  /** One message; true: there may be another. Never rejects. Ends soon after the signal. */
  readonly serveOne: (place: Place) => Promise<boolean>
  readonly atOnce: number
}

/** One workspace is served at a quarter of what is served at once, or its slow receivers would keep all others waiting. */
const SHARE = 4
/** And one server at half, as it may fall silent with all that lead to it. */
const SERVER_SHARE = 2
/** Nobody says during a round that another hub wrote something, or that the wait of what failed is over. */
const LOOK_AGAIN_MS = 1_000

/**
 * A round of sending: places side by side, each by itself, so that one that hangs keeps no other waiting. After each
 * message a place goes behind the others, as there is no end of what may be due at one.
 */
export class ServingRound<Place> {
  readonly #serving: Serving<Place>
  readonly #signal: AbortSignal
  /** Who is next comes first. */
  readonly #queued = new Map<string, Place>()
  readonly #served = new Map<string, { readonly place: Place; readonly isDone: Promise<void> }>()
  #isOver = false
  #isLooking = false

  constructor(serving: Serving<Place>, signal: AbortSignal) {
    this.#serving = serving
    this.#signal = signal
  }

  /** Serves every place that has something due; ends early with the signal. */
  async run(): Promise<void> {
    await this.join()
    const looking = setInterval(() => void this.#lookAgain(), LOOK_AGAIN_MS)
    try {
      while (this.#served.size > 0) await Promise.race([...this.#served.values()].map(({ isDone }) => isDone))
    } finally {
      this.#isOver = true
      clearInterval(looking)
    }
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

  async #lookAgain(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    // Where the list cannot be read the next look, or the next round, reads it.
    await this.join().catch(() => undefined)
    this.#isLooking = false
  }

  #begin(): void {
    for (const [name, place] of this.#queued) {
      if (this.#served.size >= this.#serving.atOnce || this.#signal.aborted) return
      if (!this.#hasShare(place)) continue
      this.#queued.delete(name)
      this.#served.set(name, { place, isDone: this.#serve(name, place) })
    }
  }

  #hasShare(place: Place): boolean {
    const { atOnce, workspaceOf, serverOf } = this.#serving
    const served = [...this.#served.values()]
    const own = served.filter((other) => workspaceOf(other.place) === workspaceOf(place))
    const server = serverOf(place)
    const alike = server === null ? [] : served.filter((other) => serverOf(other.place) === server)
    return own.length < atOnce / SHARE && alike.length < atOnce / SERVER_SHARE
  }

  async #serve(name: string, place: Place): Promise<void> {
    const hasMore = await this.#serving.serveOne(place)
    this.#served.delete(name)
    if (hasMore) this.#queued.set(name, place)
    this.#begin()
  }
}
