import { beforeEach, describe, expect, it } from 'vitest'
import { RidingClock } from '../../../src/engine/pacing/riding-clock'
import { manualClock } from '../../support/manual-clock'

/** Of the clock beneath that fired. */
let woken = 0
let manual = manualClock()
let riding = new RidingClock(manual, 300)
let told: number[] = []

beforeEach(() => {
  woken = 0
  manual = manualClock(0)
  const counting = {
    ...manual,
    after: (delayMs: number, callback: () => void) =>
      manual.after(delayMs, () => {
        woken++
        callback()
      }),
  }
  riding = new RidingClock(counting, 300)
  told = []
})

const tell = () => void told.push(manual.monotonicMs())
async function check(moments: number) {
  for (let i = 0; i < moments; i++) {
    await manual.advance(300)
    riding.noteMoment()
  }
}

describe('a timer that rides along with checks (LESS-07)', () => {
  it('is due with the nearest of them, keeps its rate, and wakes nobody by itself', async () => {
    await check(1)
    riding.every(1_000, tell)
    await check(20)
    expect(told).toEqual([1_200, 2_400, 3_300, 4_200, 5_400, 6_300])
    expect(woken).toBe(0)
  })

  it('goes by itself where no checks are made, and when they end', async () => {
    riding.every(1_000, tell)
    await manual.advance(3_000)
    expect(told).toEqual([1_000, 2_000, 3_000])
    await check(4)
    await manual.advance(10_000)
    expect(told.length).toBeGreaterThanOrEqual(12)
    // With the check at 3,900; once as late as two checks, and each second then.
    expect(told.slice(3, 7)).toEqual([3_900, 5_600, 6_100, 7_100])
  })

  it('of one moment is told once, however many checks come, and not after it was cancelled', async () => {
    await check(1)
    riding.after(500, tell)
    const cancel = riding.after(500, tell)
    cancel()
    cancel()
    await check(10)
    expect([told, woken, manual.pending()]).toEqual([[900], 0, []])
  })

  it('that repeats ends, also where it ends itself', async () => {
    const cancel = riding.every(1_000, () => {
      tell()
      cancel()
    })
    await manual.advance(5_000)
    expect([told, manual.pending()]).toEqual([[1_000], []])
  })
})
