import type { Row } from '../report'
import type { FrameSize } from './frame-pair'

/** Median microseconds by case and contender. */
export class Figures {
  readonly #byCase = new Map<string, ReadonlyMap<string, number>>()

  add(size: FrameSize, timesUs: ReadonlyMap<string, number>): void {
    this.#byCase.set(caseOf(size), timesUs)
  }

  get cases(): string[] {
    return [...this.#byCase.keys()]
  }

  /** undefined where it was not measured. */
  us(caseName: string, contender: string): number | undefined {
    return this.#byCase.get(caseName)?.get(contender)
  }

  /** How many times the time of our kernel with SIMD a contender takes. */
  ratio(caseName: string, contender: string): number | undefined {
    const [a, b] = [this.us(caseName, contender), this.us(caseName, 'as-simd')]
    return a === undefined || b === undefined ? undefined : a / b
  }

  /** The rows of a result (BENCH-01). */
  rows(): Row[] {
    return [...this.#byCase].flatMap(([caseName, timesUs]) =>
      [...timesUs].map(([name, us]) => {
        return { name, case: caseName, metric: 'time', value: Math.round(us * 1000) / 1000, unit: 'us' }
      }),
    )
  }
}

export function caseOf({ width, height }: FrameSize): string {
  return `luma-${width}x${height}`
}
