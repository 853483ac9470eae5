/** How many messages a tab may send: some at once, then so many a second. */
export interface Allowance {
  readonly atOnce: number
  readonly perSecond: number
}

/**
 * A wall of nine pictures sends a hundred or two at its beginning, a camera that fifty viewers find again some hundreds,
 * both next to nothing later.
 */
export const messageAllowance: Allowance = { atOnce: 1_500, perSecond: 100 }
/** Chunks of the relay: ten cameras at 15 pictures a second, twice. */
export const chunkAllowance: Allowance = { atOnce: 1_000, perSecond: 300 }

/** Counts what a tab sends against its allowance, which fills up again with time. */
export class MessageBudget {
  readonly #allowance: Allowance
  #left: number
  #atMs: number

  constructor(allowance: Allowance, nowMs: number) {
    this.#allowance = allowance
    this.#left = allowance.atOnce
    this.#atMs = nowMs
  }

  /** false: it has sent too much. */
  take(nowMs: number): boolean {
    const { atOnce, perSecond } = this.#allowance
    this.#left = Math.min(atOnce, this.#left + ((nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
