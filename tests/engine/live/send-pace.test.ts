import { describe, expect, it } from 'vitest'
import { PaceKeeper } from '../../../src/engine/live/send-pace'

/** A keeper that is told each second, for so many seconds. */
function keeper() {
  let nowMs = 50_000
  const kept = new PaceKeeper(nowMs)
  return {
    get rate() {
      return kept.pace.framesPerSec
    },
    setBack(ms: number): void {
      nowMs -= ms
    },
    pass(seconds: number, isLate: boolean): number[] {
      const rates: number[] = []
      for (let second = 0; second < seconds; second++) {
        nowMs += 1_000
        if (kept.note(isLate, nowMs)) rates.push(kept.pace.framesPerSec)
      }
      return rates
    },
  }
}

describe('viewers come after detection and recording (LIVE-54)', () => {
  it('gives all of it while checks are on time', () => {
    const kept = keeper()
    expect([kept.rate, kept.pass(60, false)]).toEqual([15, []])
  })

  it('goes down a step for each two seconds of late checks, to the least, and never to nothing', () => {
    const kept = keeper()
    expect(kept.pass(2, true)).toEqual([])
    expect(kept.pass(1, true)).toEqual([10])
    expect(kept.pass(60, true)).toEqual([7, 4])
  })

  it('does not mind a second of late checks', () => {
    const kept = keeper()
    for (let i = 0; i < 10; i++) {
      kept.pass(2, true)
      kept.pass(1, false)
    }
    expect(kept.rate).toBe(15)
  })

  it('goes up a step after ten seconds on time', () => {
    const kept = keeper()
    kept.pass(3, true)
    expect(kept.pass(9, false)).toEqual([])
    expect(kept.pass(1, false)).toEqual([15])
  })

  it('goes up, and down, as soon by a clock that was set back', () => {
    const kept = keeper()
    kept.pass(6, true)
    kept.setBack(40_000)
    expect(kept.pass(30, false)).toEqual([10, 15])
    kept.pass(2, true)
    kept.setBack(30_000)
    expect(kept.pass(3, true)).toEqual([10])
  })

  it('waits twice as long after a step up that had to be taken back', () => {
    const kept = keeper()
    kept.pass(3, true)
    kept.pass(10, false)
    expect(kept.pass(3, true)).toEqual([10])
    expect(kept.pass(19, false)).toEqual([])
    expect(kept.pass(1, false)).toEqual([15])
  })
})
