import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faults } from '../../bench/figures/blocks/faults'
import { Runs } from '../../bench/figures/runs'
import { addToFile } from './counts'
import { skippedKind, sumOf } from './report'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const round = { what: 'killed', acknowledged: 5, lost: 0, doubled: 0, problems: [], seed: 1 }

test('runs of a kind add up in one file, beside those of others (OPS-13, BENCH-01)', () => {
  const file = join(folder, 'counts.json')
  addToFile(file, sumOf('clock', [round, round]))
  addToFile(file, sumOf('disk', [{ ...round, lost: 2, problems: ['2 lost'] }]))
  addToFile(file, sumOf('clock', [{ ...round, doubled: 1 }]))
  addToFile(file, skippedKind('live', 'there is no network'))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ machine: { cores: expect.any(Number) } })
  const [, , ...lines] = faults(Runs.read(folder, '.')).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '| `disk` | 1 | 5 | 2 | 0 | 1 |',
    '| `clock` | 3 | 15 | 0 | 1 | 0 |',
    '| **all** | 4 | 20 | 2 | 1 | 1 |',
    '',
  ])
})
