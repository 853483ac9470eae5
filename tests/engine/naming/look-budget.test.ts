import { describe, expect, it } from 'vitest'
import { LookBudget } from '../../../src/engine/naming/look-budget'

/** Looks of a camera that is checked every 300 ms, on a machine where one takes so long. */
function looksOf(lookMs: number, seconds = 60) {
  let nowMs = 0
  const budget = new LookBudget({ monotonicMs: () => nowMs })
  let looks = 0
  let firstSecond = 0
  for (; nowMs < seconds * 1_000; nowMs += 300) {
    const now = budget.affordable
    if (now > 0) budget.spend(now * lookMs, now)
    looks += now
    if (nowMs < 1_000) firstSecond += now
  }
  return { perSec: looks / seconds, coreShare: (looks * lookMs) / (seconds * 1_000), firstSecond }
}

describe('what looks may cost (PERSON-01)', () => {
  it.each([20, 40, 60, 110, 200])('is a quarter of a core where one takes %i ms', (lookMs) => {
    // And what was saved up before: a second at most, of sixty.
    expect(looksOf(lookMs).coreShare).toBeLessThanOrEqual(0.25 + 1 / 60)
  })

  it('is at least four looks a second on a fast machine', () => {
    expect(looksOf(55).perSec).toBeGreaterThanOrEqual(4)
  })

  it('is one a second on a slow one, for half a core at most', () => {
    expect(looksOf(350).perSec).toBeGreaterThan(0.9)
    expect(looksOf(900).coreShare).toBeLessThanOrEqual(0.52)
  })

  it.each([1_500, 5_000])('is half a core at most also where one takes %i ms', (lookMs) => {
    const minutes = 10
    expect(looksOf(lookMs, minutes * 60).coreShare).toBeLessThanOrEqual(0.52)
  })

  it.each([
    [1_500, 2],
    [2_000, 2],
    [5_000, 1],
  ])('is two looks at once after a calm hour, of %i ms each, where these can make a name', (lookMs, most) => {
    let nowMs = 0
    const budget = new LookBudget({ monotonicMs: () => nowMs })
    for (let i = 0; i < 3; i++) budget.spend(lookMs, 1)
    nowMs = 3_600_000
    const looks = [1, 2, 3].map(() => {
      const now = budget.affordable
      if (now > 0) budget.spend(now * lookMs, now)
      return now
    })
    expect(looks.reduce((sum, now) => sum + now, 0)).toBe(most)
  })

  it('is not used up by one look that took long because the machine was busy', () => {
    let nowMs = 0
    const budget = new LookBudget({ monotonicMs: () => nowMs })
    budget.spend(20_000, 1)
    nowMs = 5_000
    expect(budget.affordable).toBeGreaterThan(0)
    budget.spend(100, 1)
    nowMs = 6_000
    budget.spend(3_000, 1)
    nowMs = 9_000
    expect(budget.affordable).toBeGreaterThan(0)
  })

  it('allows for some looks at once when something begins to move: whoever comes is named soon (LABEL-14)', () => {
    expect(looksOf(110).firstSecond).toBeGreaterThanOrEqual(4)
    // Each at a frame of its own, on a slower one.
    expect(looksOf(220).firstSecond).toBeGreaterThanOrEqual(4)
  })

  it('is two parts of a frame only where the next frame has its look, too: two moments make a name', () => {
    const budget = new LookBudget({ monotonicMs: () => 0 })
    budget.spend(200, 1)
    const parts = [1, 2, 3, 4].map(() => {
      const now = budget.affordable
      if (now > 0) budget.spend(now * 200, now)
      return now
    })
    expect(parts).toEqual([2, 1, 1, 0])
  })

  it('saves up no more than a second of the processor, however dear a look is', () => {
    const firstSeconds = (lookMs: number) => looksOf(lookMs, 4).coreShare * 4_000
    for (const lookMs of [110, 220, 400, 900])
      expect(firstSeconds(lookMs)).toBeLessThanOrEqual(1_000 + 0.5 * 4_000 + lookMs)
    expect(looksOf(110, 4).coreShare).toBeLessThan(0.36)
  })
})
