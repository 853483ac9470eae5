import { median, quantile } from '../report'
import type { Result } from './contenders'

/** What stands in a line of the table. */
export interface TableLine {
  readonly title: string
  readonly results: readonly Result[]
}

const TITLE_WIDTH = 20
const CELL_WIDTH = 14

/** One line per case, found/intervals and false triggers for each contender. */
export function foundTable(lines: readonly TableLine[]): string {
  const contenders = lines[0]?.results.map(({ contender }) => contender) ?? []
  const head = ['', ...contenders.map(shortName)]
  const body = lines.map(({ title, results }) => [title, ...results.map(cellOf)])
  const minutes = lines.map(({ results }) => (results[0]?.score.minutes ?? 0).toFixed(1))
  const all = [[...head, 'minutes'], ...body.map((cells, i) => [...cells, minutes[i] ?? ''])]
  return all.map(alignedLine).join('\n')
}

/** Found and false of one contender: `16/18 +2` where there is something to find, `+2` where all is quiet. */
function cellOf({ score }: Result): string {
  const found = score.intervals === 0 ? '' : `${score.found}/${score.intervals} `
  return `${found}+${score.falseTriggers}`
}

/** Latency, false triggers per hour and cost of each contender. */
export function summaryTable(results: readonly Result[]): string {
  const head = ['', 'found', 'subj. >=1%', 'false', 'per hour', 'p50 s', 'p95 s', 'us/check']
  const body = results.map(({ contender, score, costsUs }) => [
    contender,
    `${score.found}/${score.intervals}`,
    `${score.largeFound}/${score.largeIntervals}`,
    String(score.falseTriggers),
    fixed((score.falseTriggers * 60) / score.minutes, 2),
    fixed(median(score.latenciesSec), 2),
    fixed(quantile(score.latenciesSec, 0.95), 2),
    fixed(median(costsUs), 1),
  ])
  return [head, ...body].map(alignedLine).join('\n')
}

function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '-'
}

function shortName(contender: string): string {
  return contender.replace('classic', 'class').replace('adaptive', 'adapt')
}

function alignedLine(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(TITLE_WIDTH) : cell.padStart(CELL_WIDTH))).join('')
}
