import { describe, expect, it } from 'vitest'
import { nextTurnMs, passedTurns } from '../../../src/engine/pacing/turn-schedule'
import { seededRandom } from '../../support/random'

const grid = { epochMs: 1_000, intervalMs: 300, share: 0 }

describe('turns on a grid', () => {
  it('follow each other by the interval', () => {
    expect(nextTurnMs(grid, 1_300)).toBe(1_600)
    expect(nextTurnMs(grid, 1_600)).toBe(1_900)
  })

  it('of member i of n come i n-ths of an interval later', () => {
    expect([0, 1, 2, 3].map((i) => nextTurnMs({ ...grid, share: i / 4 }, 1_300) % 300)).toEqual([100, 175, 250, 25])
  })

  it('go back to their grid after one that was late', () => {
    expect(nextTurnMs(grid, 1_340)).toBe(1_600)
  })

  it('are half to one and a half intervals apart when the grid changes, whatever it was and becomes', () => {
    const random = seededRandom(3)
    for (let i = 0; i < 10_000; i++) {
      const intervalMs = random.between(100, 1_000)
      const changed = { epochMs: random.between(0, 5_000), intervalMs, share: random.between(0, 99) / 100 }
      const lastMs = random.between(0, 100_000)
      const gapMs = nextTurnMs(changed, lastMs) - lastMs
      expect(gapMs).toBeGreaterThanOrEqual(intervalMs / 2 - 1e-6)
      expect(gapMs).toBeLessThan(intervalMs * 1.5 + 1e-6)
    }
  })

  it('count as passed from the moment they are due', () => {
    expect([1_599, 1_600, 1_899, 1_900, 2_500].map((nowMs) => passedTurns(300, 1_600, nowMs))).toEqual([0, 1, 1, 2, 4])
  })
})
