import { expect, test } from 'vitest'
import { hasFailed, paceOf, skippedKind, sumOf, tableOf } from './report'
import { runStories } from './rounds'

const well = { what: 'killed', acknowledged: 5, lost: 0, doubled: 0, problems: [], seed: 4 }

test('the table sums the rounds of a kind, and names how to see a failed one again (OPS-13)', () => {
  const report = sumOf('disk', [well, { ...well, seed: 5, lost: 2, problems: ['2 lost'] }])
  expect(report).toMatchObject({ rounds: 2, acknowledged: 10, lost: 2, doubled: 0 })
  expect(hasFailed(report)).toBe(true)
  expect(tableOf([report])).toContain('npm run test:faults -- --only disk --rounds 1 --seed 5\n  2 lost')
})

test('what a machine lacks is said, and is no failure (OPS-13)', () => {
  const report = skippedKind('postgres', 'there is none')
  expect(hasFailed(report)).toBe(false)
  expect(tableOf([report])).toContain('postgres: left out: there is none')
})

test('the pace of a kind says how long a hundred rounds would take (OPS-13)', () => {
  const pace = paceOf(sumOf('clock', [well, well]), 13_000)
  expect(pace).toBe('clock: 6.5 s a round; 100 rounds take about 11 minutes')
})

test('rounds that are judged together are ten at most, and one that breaks off costs no others (OPS-13)', async () => {
  const told: object[] = []
  const report = await runStories('browser', { rounds: 23, seed: 5 }, async (story) => {
    told.push(story)
    if (story.seed === 15) throw new Error('Chromium did not start.')
    return { ...sumOf('browser', [{ ...well, seed: story.seed }]), rounds: story.rounds }
  })
  expect(told).toEqual([
    { rounds: 10, seed: 5 },
    { rounds: 10, seed: 15 },
    { rounds: 3, seed: 25 },
  ])
  expect(report).toMatchObject({ rounds: 13, acknowledged: 10 })
  expect(tableOf([report])).toContain('--only browser --rounds 10 --seed 15\n  Chromium did not start.')
})
