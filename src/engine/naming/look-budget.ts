import type { Clock } from '../clock'
import { SAME_THING_MS } from './track'

/** The share of one core that looks may take: a quarter with what the worker does around them (PERSON-01). */
const CORE_SHARE = 0.24
/** The most that a machine on which that is not one look a second takes for one. */
const MOST_SHARE = 0.5
/** Parts of a frame that are looked at together where there is time: what moved and the whole. */
const MOST_LOOKS = 2
/**
 * How many looks are saved up for the beginning of a motion, so that what comes is named soon; in time never less or more
 * than these two, but always what makes a name.
 */
const BURST_LOOKS = 4
const LEAST_BURST_MS = 400
const MOST_BURST_MS = 1_000
/** How many looks tell what the next one costs, the cheapest of them: a busy machine makes some seem dear. */
const KNOWN_LOOKS = 3
/** Nor does a look count for more where others are cheaper: the machine slept, or was busy with something else. */
const DEAREST_MS = 1_000
/** Two moments make a name (PERSON-05). */
const LOOKS_OF_NAME = 2

/** What the looks of a tab may cost in CPU time: some is saved up while nobody looks, and spent when something comes. */
export class LookBudget {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #savedMs = MOST_BURST_MS
  #savedAtMs: number
  /** What the latest looks cost, newest first. */
  #costsMs: readonly number[] = []

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
    this.#savedAtMs = clock.monotonicMs()
  }

  /** How many looks may be taken now: 0 to 2. */
  get affordable(): number {
    this.#save()
    const expectedMs = this.#expectedMs
    if (expectedMs === 0) return 1
    const looks = Math.max(0, Math.floor(this.#savedMs / expectedMs))
    // The second part of a frame only where the next frame has its look, too: two moments make a name (PERSON-05).
    return looks <= 1 ? looks : Math.min(MOST_LOOKS, looks - 1)
  }

  spend(tookMs: number, looks: number): void {
    this.#save()
    const costMs = tookMs / Math.max(1, looks)
    this.#costsMs = [costMs, ...this.#costsMs].slice(0, KNOWN_LOOKS)
    this.#savedMs -= looks * Math.min(costMs, Math.max(DEAREST_MS, this.#expectedMs))
  }

  /** What the next look should cost; 0: nobody has looked yet. */
  get #expectedMs(): number {
    if (this.#costsMs.length === 0) return 0
    const leastMs = Math.min(...this.#costsMs)
    // With nothing to compare it with, one is not known to be dear by itself.
    return this.#costsMs.length === 1 ? Math.min(DEAREST_MS, leastMs) : leastMs
  }

  get #mostSavedMs(): number {
    const expectedMs = this.#expectedMs
    if (expectedMs === 0) return MOST_BURST_MS
    const burstMs = Math.min(MOST_BURST_MS, Math.max(LEAST_BURST_MS, BURST_LOOKS * expectedMs))
    const isNaming = expectedMs < SAME_THING_MS
    return Math.max(burstMs, (isNaming ? LOOKS_OF_NAME : 1) * expectedMs)
  }

  #save(): void {
    const nowMs = this.#clock.monotonicMs()
    const share = Math.max(CORE_SHARE, Math.min(MOST_SHARE, this.#expectedMs / 1000))
    this.#savedMs = Math.min(this.#mostSavedMs, this.#savedMs + share * (nowMs - this.#savedAtMs))
    this.#savedAtMs = nowMs
  }
}
