import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wholeChecks } from '../../bench/figures/blocks/kernels'
import { share, spread, table, told, within } from '../../bench/figures/cells'
import { blocksIn, blocksOf, documents, readDocument, withFigures } from '../../bench/figures/documents'
import { Runs } from '../../bench/figures/runs'

const root = resolve(import.meta.dirname, '..', '..')
const results = join(root, 'bench', 'results')
const blocks = blocksOf(root)

describe('the figures of the documents are those of bench/results', () => {
  it.each(documents)('%s is as `npm run figures` writes it', (name) => {
    const text = readDocument(root, name)
    expect(blocksIn(text)).not.toEqual([])
    expect(withFigures(text, blocks)).toBe(text)
  })

  it('every block stands somewhere, and docs/figures.md leads to the runs of every bench that it tells of', () => {
    const stands = documents.flatMap((name) => blocksIn(readDocument(root, name)))
    expect(new Set(stands)).toEqual(new Set(blocks.keys()))
    const text = readDocument(root, 'docs/figures.md')
    const linked = readdirSync(results).filter((bench) => text.includes(`](../bench/results/${bench})`))
    // What ways to a pre-roll cost stands where they are described.
    expect(readdirSync(results).filter((bench) => !linked.includes(bench))).toEqual(['pre-roll'])
  })

  it('README.md tells five of them', () => {
    const rows = (blocks.get('five')?.() ?? '').split('\n').slice(2)
    expect(rows).toHaveLength(5)
  })

  it('docs/installation.md says how much room the archive of the last run takes (`npm run release -- --try --json FILE`)', () => {
    const sizes = Runs.read(results, 'archive').values('archive', 'unpacked', 'size')
    const [, told = ''] = /takes (\d+) MB unpacked/.exec(readDocument(root, 'docs/installation.md')) ?? []
    expect(Number(told)).toBe(Math.round(sizes.at(-1) ?? 0))
  })

  it('a table whose runs were taken out, since their code has changed, says so', () => {
    expect(wholeChecks(new Runs('kernels', []))).toBe('No run of `npm run bench` with whole checks is kept yet.')
    const rows = ['check-classic', 'check-quiet', 'check-adaptive'].flatMap((name) =>
      ['320x180', '1280x720', '1920x1080'].map((size) => ({ name, case: `luma-${size}`, metric: 'time', value: 9 })),
    )
    const runs = [1, 2, 3].map((day) => ({ machine, date: `2026-11-2${day}T08:00:00Z`, rows }))
    expect(wholeChecks(new Runs('kernels', runs))).toContain('| adaptive, somebody walks | 9.0 | 9.0 | 9.0 |')
  })

  it('no block of an unknown name is passed over', () => {
    expect(() => withFigures('<!-- figures: nothing -->\n<!-- /figures -->', blocks)).toThrow(/called nothing/)
  })
})

const machine = { cpu: 'X', cores: 2, node: '20.20.2' }
const runOf = (date: string, rows: readonly (readonly [string, string, number])[], note?: string) => ({
  machine,
  date,
  ...(note === undefined ? {} : { note }),
  rows: rows.map(([name, metric, value]) => ({ name, case: 'c', metric, value })),
})

describe('runs of a bench', () => {
  const runs = new Runs('b', [
    runOf('2026-11-22T08:00:00Z', [
      ['ours', 'time', 30] as const,
      ['theirs', 'time', 90] as const,
      ['ours', 'x', 3] as const,
      ['ours', 'x-low', 2] as const,
      ['ours', 'x-high', 4] as const,
    ]),
    runOf('2026-11-20T08:00:00Z', [['ours', 'time', 10]], 'Quiet.'),
    runOf('2026-11-23T08:00:00Z', [
      ['ours', 'time', 20] as const,
      ['theirs', 'time', 80] as const,
      ['ours', 'x', 5] as const,
      ['ours', 'x-low', 1] as const,
      ['ours', 'x-high', 6] as const,
    ]),
  ])

  it('give the figure of each in their order, and what two of one run are to each other', () => {
    expect(runs.values('ours', 'c', 'time')).toEqual([10, 30, 20])
    expect(runs.ratios(['theirs', 'ours'], 'c', 'time')).toEqual([3, 4])
    expect(runs.sum('ours', 'c', 'time')).toBe(60)
  })

  it('give the median of their intervals, from the lowest bound to the highest', () => {
    expect(runs.interval('ours', 'c', 'x')).toEqual({ value: 4, low: 1, high: 6 })
  })

  it('throw for what none has', () => {
    expect(() => runs.values('nobody', 'c', 'time')).toThrow('No run in bench/results/b has time of nobody in c.')
  })

  it('say how many they are, of which days and machines, and what sets them apart', () => {
    expect(runs.about()).toBe(
      '3 runs of 2026-11-20, 2026-11-22, 2026-11-23 on 2 cores of an X, Node 20.20.2. 2026-11-20 08:00: Quiet.',
    )
  })
})

describe('a cell', () => {
  it('tells the median with the least and the most, of two runs both, of equal ones the value', () => {
    expect(spread([3, 1, 2])).toBe('2.0 (1.0 to 3.0)')
    expect(spread([1, 2])).toBe('1.0 and 2.0')
    expect(spread([5, 5, 5])).toBe('5.0')
  })

  it('tells no number of a single run', () => {
    expect(spread([5])).toBe('one run so far')
  })

  it('says where the interval holds nothing at all', () => {
    expect(within({ value: 0.2, low: 0.15, high: 0.24 })).toBe('0.20 (0.15 to 0.24)')
    expect(within({ value: 0.2, low: -0.1, high: 0.5 })).toBe('less than the noise (-0.10 to 0.50)')
  })

  it('has two digits that mean something, and thousands parted', () => {
    expect([1234.5, 99.6, 1.26, 0.126].map(told)).toEqual(['1,235', '100', '1.3', '0.13'])
    expect(share(1999, 2000)).toBe('1,999 of 2,000')
  })

  it('stands in a table of Markdown', () => {
    expect(table(['a', 'b'], [['1', '']])).toBe('| a | b |\n|---|---|\n| 1 | |')
  })
})
