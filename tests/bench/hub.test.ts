import { expect, test } from 'vitest'
import { barsOf, type Figures, rowsOf } from '../../bench/hub/figures'
import { readOptions } from '../../bench/hub/options'
import { barLine } from '../../bench/report'

const times = Array.from({ length: 100 }, (_, index) => index + 1)
const figures: Figures = {
  cameras: 50,
  seconds: 10,
  rows: 1000,
  load: {
    snapshot: { latenciesMs: times, failed: 0, problems: [] },
    clip: { latenciesMs: times.map((time) => 10 * time), failed: 1, problems: ['status 500'] },
  },
  loadRssMb: 200,
  listTimesMs: times.map((time) => time / 10),
  startMs: 900,
  idle: { rssMb: 80, cpuPercent: 0.6 },
}

test('writes rate, spread, failures and memory per case (BENCH-01)', () => {
  const rows = rowsOf(figures)
  expect(new Set(rows.map((row) => row.case))).toEqual(new Set(['cameras-50']))
  const metrics = rows.filter(({ name }) => name === 'snapshot').map(({ metric, value }) => [metric, value])
  expect(metrics).toEqual([
    ...[['rate', 10] as const, ['p50', 50.5] as const, ['p95', 95.05] as const, ['p99', 99.01] as const],
    ...[['failed', 0] as const, ['rss', 200] as const],
  ])
})

test('a bar that is missed says so (BENCH-06)', () => {
  const missed = barsOf(figures).filter((bar) => barLine(bar).endsWith('missed'))
  expect(missed.map(({ what }) => what)).toEqual([
    '50 cameras: uploads that failed',
    "50 cameras: p95 of a clip's acknowledgement, ms",
    'idle hub: % of a core',
  ])
})

test('takes numbers in their limits, and says what is wrong with others', () => {
  expect(readOptions(['--', '--cameras', '7', '--seconds', '3'])).toMatchObject({
    cameras: 7,
    seconds: 3,
    rows: 100_000,
  })
  expect(() => readOptions(['--cameras', '0'])).toThrow(/^--cameras takes whole numbers from 1 to 2500/)
  expect(() => readOptions(['--nonsense'])).toThrow(/--nonsense/)
})
