import type { After } from '../lib/time-limit'
import { backoffMs } from './backoff'

/** The one next try of what has failed: ever later while it fails again. */
export class Retry {
  readonly #after: After
  readonly #random: () => number
  #failures = 0
  #cancel: (() => void) | null = null
  #isClosed = false

  constructor(after: After, random: () => number) {
    this.#after = after
    this.#random = random
  }

  /** Whether it has failed, and has not succeeded since. */
  get isFailing(): boolean {
    return this.#failures > 0
  }

  /** It failed once more: tries again after the backoff, or later where it is asked to. */
  noteFailure(tryAgain: () => void, atLeastMs = 0): void {
    this.#failures++
    this.plan(Math.max(atLeastMs, backoffMs(this.#failures, this.#random())), tryAgain)
  }

  noteSuccess(): void {
    this.#failures = 0
  }

  /** Tries after this delay, in place of what was planned before. */
  plan(delayMs: number, tryAgain: () => void): void {
    this.cancel()
    if (!this.#isClosed) this.#cancel = this.#after(delayMs, tryAgain)
  }

  cancel(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  /** Cancels, and plans nothing any more. */
  close(): void {
    this.#isClosed = true
    this.cancel()
  }
}
