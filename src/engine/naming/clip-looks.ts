import { SAME_THING_MS } from './track'

/** With fewer looks than these a clip in which nothing was found tells nothing. */
const LEAST_LOOKS = 3
/** Nor does one of which a larger share of what moved was not looked at: somebody may have come and gone meanwhile. */
const MOST_MISSED_SHARE = 0.1

interface ClipLook {
  readonly atMs: number
  readonly hasSeen: boolean
}

/** Which moments of a clip moved, and which of these were looked at: what was not seen there is not in it, or nobody knows (LABEL-09). */
export class ClipLooks {
  readonly #movedAtMs: number[] = []
  readonly #looks: ClipLook[] = []

  /** A frame of this moment moved. Times are of one clock, in milliseconds. */
  noteMoved(atMs: number): void {
    this.#movedAtMs.push(atMs)
  }

  /** The frame of this moment was looked at, later than the one before; `hasSeen`: something moved in it that may have a name. */
  noteLooked(atMs: number, hasSeen: boolean): void {
    this.#looks.push({ atMs, hasSeen })
  }

  /** Whether whoever moved would have a name. */
  get areEnough(): boolean {
    const missed = this.#movedAtMs.filter((atMs) => !this.#isLookedAt(atMs))
    return this.#looks.length >= LEAST_LOOKS && missed.length <= MOST_MISSED_SHARE * this.#movedAtMs.length
  }

  /**
   * Two looks that make a name are near it. One alone says only that there was nothing in its own frame: what it sees
   * another would have to confirm.
   */
  #isLookedAt(movedAtMs: number): boolean {
    return this.#looks.some(({ atMs, hasSeen }, i) =>
      this.#isAlone(i) ? atMs === movedAtMs && !hasSeen : Math.abs(atMs - movedAtMs) <= SAME_THING_MS,
    )
  }

  #isAlone(look: number): boolean {
    return Math.min(this.#gapAfterMs(look - 1), this.#gapAfterMs(look)) > SAME_THING_MS
  }

  /** Infinite before the first look and after the last. */
  #gapAfterMs(look: number): number {
    const [at, next] = [this.#looks[look], this.#looks[look + 1]]
    return at === undefined || next === undefined ? Number.POSITIVE_INFINITY : next.atMs - at.atMs
  }
}
