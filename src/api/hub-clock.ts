/** One question to the hub and its answer, by this machine's clock but for the hub's own time. */
export interface TimeExchange {
  readonly sentAtMs: number
  readonly hubMs: number
  readonly receivedAtMs: number
}

interface Sample {
  readonly wayMs: number
  readonly aheadMs: number
}

/** Clocks drift apart: what was asked long ago says less than how long the way took. */
const KEPT = 8
/** So far beyond what their ways explain, two answers come of a clock that was set between them. */
const SET_BY_MS = 250

/**
 * How far the hub's clock is ahead of this machine's: an answer was given in the middle of its way, and the quickest of the
 * last ones is nearest to that.
 */
export class HubClock {
  #samples: readonly Sample[] = []

  /** null: it has not been asked yet. Negative: it is behind. */
  get aheadMs(): number | null {
    return this.#quickest?.aheadMs ?? null
  }

  note({ sentAtMs, hubMs, receivedAtMs }: TimeExchange): void {
    const wayMs = receivedAtMs - sentAtMs
    // This clock was set back meanwhile.
    if (wayMs < 0) return this.forget()
    const sample = { wayMs, aheadMs: hubMs - (sentAtMs + wayMs / 2) }
    const quickest = this.#quickest
    const apartMs = quickest === null ? 0 : Math.abs(sample.aheadMs - quickest.aheadMs)
    if (quickest !== null && apartMs > (wayMs + quickest.wayMs) / 2 + SET_BY_MS) this.forget()
    this.#samples = [...this.#samples, sample].slice(-KEPT)
  }

  forget(): void {
    this.#samples = []
  }

  get #quickest(): Sample | null {
    return this.#samples.reduce<Sample | null>((best, each) => (best && best.wayMs <= each.wayMs ? best : each), null)
  }
}
