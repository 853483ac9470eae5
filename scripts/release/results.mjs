import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'
import { dirname, resolve } from 'node:path'

/** As benches write it (bench/report.ts). @typedef {{ name: string, case: string, metric: string, value: number, unit: string }} Row */

/**
 * @param {string} file
 * @param {readonly Row[]} rows
 */
export function writeResults(file, rows) {
  const [first] = cpus()
  const machine = {
    cpu: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${process.arch}`,
    node: process.versions.node,
  }
  const head = JSON.stringify({ machine, date: new Date().toISOString() }, null, 2).replace(/\n}$/, '')
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(resolve(file), `${head},\n  "rows": [\n${lines}\n  ]\n}\n`)
}
