import { expect, test } from 'vitest'
import { accountOf, reportOf } from './account-of-takes'
import type { Verdict } from './verdict'

const verdicts: Verdict[] = [
  { kind: 'whole' },
  { kind: 'saved', lostMs: 1_900 },
  { kind: 'too-young' },
  { kind: 'lost' },
  { kind: 'cut', lostMs: 370 },
  { kind: 'broken' },
  { kind: 'doubled' },
]

test('what is cut short or starts on no key is lost, in the report of the kind as in its account (OPS-13)', () => {
  const report = reportOf('browser', { rounds: 10, seed: 11 }, verdicts)
  expect(report).toMatchObject({ acknowledged: 2, lost: 3, doubled: 1, failed: [{ seed: 11, rounds: 10 }] })
  expect(report.failed[0]?.problems).toHaveLength(4)
  const lines = accountOf(verdicts, 0).split('\n')
  expect(lines.find((line) => line.startsWith('lost'))).toMatch(/ 3$/)
  expect(lines.filter((line) => line.includes('missing at most')).map((line) => line.slice(-4))).toEqual([
    '1.90',
    '0.37',
  ])
})
