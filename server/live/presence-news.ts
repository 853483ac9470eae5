/** Least time between two tellings: a wall that opens nine pictures is one change to all others. */
const SPACING_MS = 100

/** Tells of a change at once, and of those that follow soon after together. */
export class PresenceNews {
  readonly #tell: () => void
  #toldAtMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null

  constructor(tell: () => void) {
    this.#tell = tell
  }

  noteChange(): void {
    if (this.#timer !== null) return
    const restMs = this.#toldAtMs + SPACING_MS - performance.now()
    if (restMs <= 0) this.#tellNow()
    else this.#timer = setTimeout(() => this.#tellNow(), restMs).unref()
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #tellNow(): void {
    this.#timer = null
    this.#toldAtMs = performance.now()
    this.#tell()
  }
}
