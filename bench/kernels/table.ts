import { aligned, figure } from '../report'
import type { Figures } from './figures'

/** One line per contender: microseconds and, in brackets, times the SIMD difference of the same size. */
export function figureTable(figures: Figures, contenders: readonly string[]): string {
  const head = ['us (x as-simd)', ...figures.cases.map((name) => name.replace('luma-', ''))]
  const body = contenders.map((contender) => [
    contender,
    ...figures.cases.map((caseName) => cellOf(figures.us(caseName, contender), figures.ratio(caseName, contender))),
  ])
  return aligned([head, ...body])
}

function cellOf(us: number | undefined, ratio: number | undefined): string {
  if (us === undefined || ratio === undefined) return '-'
  return `${figure(us)} (${figure(ratio)})`
}
