/** Looked at so often while requests come, and not at all while none do: an idle hub is not woken for it. */
const EVERY_MS = 100
const IDLE_ROUNDS = 10
/** A stall counts by how much of the last second or so it took: one of the collector's is no overload. */
const MEMORY_MS = 1_000
/** A machine that slept was not late for hours. */
const LONGEST_MS = 10_000

/** How late the process comes to what is due, as a running mean: what every request waits, before any of its own. */
export class LoopLag {
  readonly #nowMs: () => number
  #timer: NodeJS.Timeout | null = null
  #roundsLeft = 0
  #meanMs = 0
  #looks = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get meanMs(): number {
    return this.#meanMs
  }

  /** How often it was looked at, about each 100 ms. */
  get looks(): number {
    return this.#looks
  }

  /** A request came. */
  watch(): void {
    this.#roundsLeft = IDLE_ROUNDS
    if (this.#timer === null) this.#look()
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #look(): void {
    const atMs = this.#nowMs()
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#looks += 1
      this.#note(this.#nowMs() - atMs)
      this.#roundsLeft -= 1
      if (this.#roundsLeft > 0) this.#look()
      else this.#meanMs = 0
    }, EVERY_MS).unref()
  }

  #note(passedMs: number): void {
    const weight = 1 - Math.exp(-passedMs / MEMORY_MS)
    this.#meanMs += (Math.min(LONGEST_MS, Math.max(0, passedMs - EVERY_MS)) - this.#meanMs) * weight
  }
}
