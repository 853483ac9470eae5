import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'
import { dirname, resolve } from 'node:path'

/** One figure of a bench (BENCH-01). */
export interface Row {
  readonly name: string
  readonly case: string
  readonly metric: string
  readonly value: number
  readonly unit: string
}

/** The machine that was measured: figures mean nothing without it. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGib: number
  readonly system: string
  readonly node: string
  /** Version of the browser, where one was measured. */
  readonly browser?: string
}

export interface Report {
  readonly machine: Machine
  readonly date: string
  /** What is to be known of it beside its figures. */
  readonly note?: string
  readonly rows: readonly Row[]
}

export function thisMachine(browser?: string): Machine {
  const all = cpus()
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${process.arch}`,
    node: process.versions.node,
    ...(browser === undefined ? {} : { browser }),
  }
}

/** Writes the report where the user asked; the folder is made. */
export function writeReport(file: string, machine: Machine, rows: readonly Row[], note: string | null = null): void {
  const report: Report = { machine, date: new Date().toISOString(), ...(note !== null && { note }), rows }
  const path = resolve(process.cwd(), file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${withRowsByLine(report)}\n`)
}

/** The middle of an unsorted list; NaN of an empty one. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value that `share` of the list does not exceed, between neighbours by linear interpolation; NaN of an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? Number.NaN
  return low + (high - low) * (position - Math.floor(position))
}

/** A figure and what is asked of it. */
export type Bar = { readonly what: string; readonly value: number } & (
  | { readonly least: number }
  | { readonly most: number }
)

/** `bar: what: 0.63 (at least 0.60) ok`. */
export function barLine(bar: Bar): string {
  const isMet = 'least' in bar ? bar.value >= bar.least : bar.value <= bar.most
  const limit = 'least' in bar ? `at least ${figure(bar.least)}` : `at most ${figure(bar.most)}`
  return `bar: ${bar.what}: ${figure(bar.value)} (${limit}) ${isMet ? 'ok' : 'missed'}`
}

/** The same where nothing may have come of it: no bar goes unseen because there was none. */
export function openBarLine(bar: Bar): string {
  return Number.isFinite(bar.value) ? barLine(bar) : `bar: ${bar.what}: not decided, there was none`
}

/** Three digits that mean something; no more are true on a shared machine. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3)
}

/** Lines of cells as a table: the first column to the left, the others to the right. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n')
}

/** One row a line, so that two reports can be compared with any diff. */
function withRowsByLine({ rows, ...head }: Report): string {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')
  return `${JSON.stringify(head).slice(0, -1)},"rows":[\n${lines}\n]}`
}
