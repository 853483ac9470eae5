import type { Clock } from '../clock'

/** So much of one core is for looks (PERSON-01). */
const CORE_SHARE = 0.25
/** A machine on which that is not one look a second takes so much at most for one. */
const MOST_SHARE = 0.5
/** Parts of a frame that are looked at together where there is time: what moved and the whole. */
const MOST_LOOKS = 2
/** Saved up for the beginning of a motion, so that what comes is named soon. */
const BURST_MS = 400
/** How far the latest look moves what is expected of the next. */
const NEWEST_SHARE = 0.5

/** What the looks of a tab may cost in CPU time: some is saved up while nobody looks, and spent when something comes. */
export class LookBudget {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #savedMs = BURST_MS
  #savedAtMs: number
  /** Of one look; 0: nobody has looked yet. */
  #expectedMs = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
    this.#savedAtMs = clock.monotonicMs()
  }

  /** How many looks may be taken now: 0 to 2. */
  get affordable(): number {
    this.#save()
    if (this.#expectedMs === 0) return 1
    return Math.min(MOST_LOOKS, Math.floor(this.#savedMs / this.#expectedMs))
  }

  spend(tookMs: number, looks: number): void {
    this.#save()
    this.#savedMs -= tookMs
    const each = tookMs / Math.max(1, looks)
    this.#expectedMs += (this.#expectedMs === 0 ? 1 : NEWEST_SHARE) * (each - this.#expectedMs)
  }

  #save(): void {
    const nowMs = this.#clock.monotonicMs()
    const share = Math.max(CORE_SHARE, Math.min(MOST_SHARE, this.#expectedMs / 1000))
    const mostMs = Math.max(BURST_MS, MOST_LOOKS * this.#expectedMs)
    this.#savedMs = Math.min(mostMs, this.#savedMs + share * (nowMs - this.#savedAtMs))
    this.#savedAtMs = nowMs
  }
}
