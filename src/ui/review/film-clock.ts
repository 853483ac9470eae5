/** A recording with links that open. */
export interface LinkedFilm {
  readonly url: string
  readonly pictureUrl: string | null
  readonly startMs: number
}

/** The one clock that all films follow; it waits for those that are not there yet. */
export interface FilmClock {
  /** The moment that shows now, in milliseconds since the epoch. */
  nowAtMs(): number
  /** Tells of each other moment; the returned function ends that. */
  watch(onMove: () => void): () => void
  readonly isRunning: boolean
  readonly speed: number
  /** A film says whether its picture of the moment is there; the returned function ends that it is asked. */
  follow(isReady: () => boolean): () => void
}

/** Nobody waits longer than this for one film: the others go on without it. */
const PATIENCE_MS = 4_000

/** After a pause of the page, as in a hidden tab, the clock does not leap. */
const LONGEST_TICK_MS = 250

/** Ticks while it runs; stands still while a film has nothing to show, but not for ever. */
export class WaitingClock {
  readonly #films = new Set<() => boolean>()
  #lastMs: number | null = null
  #waitingSinceMs: number | null = null

  follow(isReady: () => boolean): () => void {
    this.#films.add(isReady)
    return () => this.#films.delete(isReady)
  }

  /** How much time passes with this frame, at the page's own clock. */
  frame(nowMs: number): number {
    const passedMs = this.#lastMs === null ? 0 : Math.min(LONGEST_TICK_MS, nowMs - this.#lastMs)
    this.#lastMs = nowMs
    const isHeld = [...this.#films].some((isReady) => !isReady())
    if (!isHeld) {
      this.#waitingSinceMs = null
      return passedMs
    }
    this.#waitingSinceMs ??= nowMs
    return nowMs - this.#waitingSinceMs > PATIENCE_MS ? passedMs : 0
  }

  stop(): void {
    this.#lastMs = null
    this.#waitingSinceMs = null
  }
}
