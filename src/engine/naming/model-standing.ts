import { SAME_THING_MS } from './track'

/** The machine may be busy at a few looks. */
const KNOWN_LOOKS = 5

/**
 * `passed-over`: it hung or broke as it was loaded, and the built-in detector is loaded in its place. `on-trial`: since that may
 * have been the network, the next worker is asked for it once more. `given-up`: it failed again, or as it looked.
 */
type Standing = 'wanted' | 'passed-over' | 'on-trial' | 'given-up'

/** How the operator's model fared in this tab (PERSON-04): whether the next worker is asked for it. */
export class ModelStanding {
  #standing: Standing = 'wanted'
  #looks = 0
  #leastLookMs = Number.POSITIVE_INFINITY

  get isWanted(): boolean {
    return this.#standing === 'wanted' || this.#standing === 'on-trial'
  }

  noteFailed(during: 'loading' | 'ready'): void {
    this.#standing = during === 'loading' && this.#standing === 'wanted' ? 'passed-over' : 'given-up'
  }

  /** A detector was loaded, whichever. */
  noteReady(): void {
    if (this.#standing === 'passed-over') this.#standing = 'on-trial'
  }

  /** What a look at one part cost. Answers why it is too slow for this machine; null where it is not. */
  noteLooked(tookMs: number): string | null {
    this.#looks++
    this.#leastLookMs = Math.min(this.#leastLookMs, tookMs)
    if (this.#looks < KNOWN_LOOKS || this.#leastLookMs < SAME_THING_MS) return null
    const [leastSec, withinSec] = [this.#leastLookMs, SAME_THING_MS].map((ms) => (ms / 1_000).toFixed(1))
    return `A look takes ${leastSec} s at least on this machine; two must come within ${withinSec} s to make a name.`
  }
}
