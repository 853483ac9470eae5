/** A picture that repeats for so long is frozen; with the checks around it told well within 10 s (TAMP-01). */
const FROZEN_MS = 7_500

/** A source must have had a sensor's noise for so long: a test picture or a shared screen is no frozen camera. */
const LIVELY_MS = 10_000

/** What repeats now and then loses its liveliness sooner than it gained it. */
const REPEATS_WEIGH = 3

/** Follows whether a live picture stands still. */
export class Repeats {
  /** For how long the picture changed, less what it stood still meanwhile; not of the repeats of now. */
  #livelyMs = 0
  #changedAtMs: number | null = null
  #checkedAtMs: number | null = null

  /** Whether it does by now. */
  note(isRepeat: boolean, nowMs: number): boolean {
    const sinceMs = nowMs - (this.#checkedAtMs ?? nowMs)
    const stoodMs = (this.#checkedAtMs ?? nowMs) - (this.#changedAtMs ?? nowMs)
    this.#checkedAtMs = nowMs
    if (!isRepeat) {
      this.#changedAtMs = nowMs
      this.#livelyMs = Math.min(2 * LIVELY_MS, Math.max(0, this.#livelyMs + sinceMs - REPEATS_WEIGH * stoodMs))
      return false
    }
    this.#changedAtMs ??= nowMs
    return this.#livelyMs >= LIVELY_MS && nowMs - this.#changedAtMs >= FROZEN_MS
  }

  /** No check was made for a while. */
  forget(): void {
    this.#livelyMs = 0
    this.#changedAtMs = null
    this.#checkedAtMs = null
  }
}
