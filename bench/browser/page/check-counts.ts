import { GAP_STEP_MS, type PageFigures } from '../harness/page-figures'

/** Gaps beyond this all count as the longest step. */
const GAP_STEPS = 500

/** Counts the checks of one camera without keeping anything that grows. */
export class CheckCounts {
  readonly #gaps = new Uint32Array(GAP_STEPS)
  #checks = 0
  #found = 0
  #longestGapMs = 0
  #lastMs = performance.now()

  count(): void {
    const nowMs = performance.now()
    const gapMs = nowMs - this.#lastMs
    const step = Math.min(GAP_STEPS - 1, Math.floor(gapMs / GAP_STEP_MS))
    this.#gaps[step] = (this.#gaps[step] ?? 0) + 1
    this.#longestGapMs = Math.max(this.#longestGapMs, gapMs)
    this.#lastMs = nowMs
    this.#checks++
  }

  reset(): void {
    this.#gaps.fill(0)
    this.#checks = 0
    this.#longestGapMs = 0
  }

  /** Takes what a check found, for nobody to read. */
  keep(found: number): void {
    this.#found = found
  }

  get found(): number {
    return this.#found
  }

  get figures(): PageFigures['cameras'][number] {
    const longestGapMs = Math.max(this.#longestGapMs, performance.now() - this.#lastMs)
    return { checks: this.#checks, longestGapMs, gaps: [...this.#gaps] }
  }
}
