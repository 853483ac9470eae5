import { describe, expect, it } from 'vitest'
import { lessSteps, preRollShare, recordedRate } from '../../../src/engine/pacing/less'
import { type Load, nextLoad, noLoad } from '../../../src/engine/pacing/load'
import { LoadWatch } from '../../../src/engine/pacing/load-watch'

/** How many steps a machine has taken in each second: '!' is a second behind, '.' one in which it keeps up. */
function takenBy(seconds: string): number[] {
  let load: Load = noLoad(0)
  return [...seconds].map((second, i) => {
    for (let tenth = 1; tenth <= 10; tenth++) load = nextLoad(load, second === '!', 1_000 * i + 100 * tenth)
    return load.taken
  })
}

/** How long each step lasted that was taken again as soon as it had been taken back. */
function waits(trials: number): number[] {
  let load = noLoad(0)
  let nowMs = 0
  const pass = (isBehind: boolean, until: (load: Load) => boolean) => {
    const fromMs = nowMs
    while (!until(load)) {
      nowMs += 100
      load = nextLoad(load, isBehind, nowMs)
    }
    return nowMs - fromMs
  }
  pass(true, ({ taken }) => taken === 1)
  return Array.from({ length: trials }, () => {
    const keptUpMs = pass(false, ({ taken }) => taken === 0)
    pass(true, ({ taken }) => taken === 1)
    return Math.floor(keptUpMs / 1_000)
  })
}

describe('what a machine that does not keep up does with less of (LESS-01)', () => {
  it('is, in this order: rate and size of recordings, looks, snapshots, previews, pre-roll; and nothing of a check', () => {
    expect(lessSteps).toEqual([
      'half-rate',
      'low-rate',
      'smaller-clips',
      'no-looks',
      'few-snapshots',
      'no-previews',
      'short-pre-roll',
      'no-pre-roll',
    ])
    const upTo = (count: number) => (step: (typeof lessSteps)[number]) => lessSteps.slice(0, count).includes(step)
    expect([0, 1, 2, 8].map((count) => recordedRate(upTo(count)))).toEqual([15, 8, 5, 5])
    expect([0, 6, 7, 8].map((count) => preRollShare(upTo(count)))).toEqual([1, 1, 0.4, 0])
  })
})

describe('the load of a machine (LESS-02)', () => {
  it('takes a step every two seconds in which it is behind, until all are taken', () => {
    expect(takenBy('.....!!!!!!!')).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3])
    expect(takenBy('!'.repeat(60)).at(-1)).toBe(lessSteps.length)
  })

  it('is not moved by hiccups', () => {
    expect(Math.max(...takenBy('!...!...!.!.'.repeat(20)))).toBe(0)
  })

  it('takes back the last step after 15 s in which it keeps up, then the one before', () => {
    const taken = takenBy(`!!!!!${'.'.repeat(40)}`)
    expect([taken[4], taken[19], taken[20], taken[34], taken[36]]).toEqual([2, 2, 1, 1, 0])
  })

  it('does not flap: a step taken back too soon is waited for twice as long each time, at most 10 min', () => {
    expect(waits(8)).toEqual([15, 30, 60, 120, 240, 480, 600, 600])
  })

  it('waits 15 s again once what was taken back has lasted 30 s', () => {
    // Twice too soon, then it lasts.
    const early = `!!!${'.'.repeat(16)}!!!${'.'.repeat(31)}!!!`
    const taken = takenBy(`${early}${'.'.repeat(61)}${'.'.repeat(35)}!!!${'.'.repeat(17)}`)
    expect(taken.slice(-18)).toEqual([1, ...new Array<number>(15).fill(1), 0, 0])
  })

  it('takes nothing back for a time in which nothing was heard', () => {
    const behind = nextLoad(nextLoad(noLoad(0), true, 100), true, 2_100)
    const heard = nextLoad(nextLoad(behind, false, 3_000), false, 60_000)
    expect([behind.taken, heard.taken, nextLoad(heard, false, 64_000).taken]).toEqual([1, 1, 1])
  })

  it('takes steps also where a machine is so far behind that it is seldom heard of', () => {
    let load = noLoad(0)
    for (let atMs = 5_000; atMs <= 20_000; atMs += 5_000) load = nextLoad(load, true, atMs)
    expect(load.taken).toBe(3)
  })
})

describe('whether a tab keeps up (LESS-02)', () => {
  const watched = () => {
    let told = 0
    const watch = new LoadWatch(0, () => told++)
    watch.join('a', 0)
    watch.join('b', 0)
    /** Checks each 300 ms until then; `a` and the turns as they are said to be. */
    const run = (fromMs: number, toMs: number, { isLate = false, lagMs = 0, isEncoderBehind = false }) => {
      for (let atMs = fromMs + 300; atMs <= toMs; atMs += 300) {
        watch.noteTurn(lagMs, atMs)
        if (isEncoderBehind) watch.noteEncoderBehind(atMs)
        watch.noteCheck('a', !isLate, atMs)
        watch.noteCheck('b', true, atMs)
      }
    }
    return { watch, run, told: () => told }
  }

  it.each([
    ['checks of one camera are late', { isLate: true }],
    ['the turns of the page come late', { lagMs: 150 }],
    ['frames wait for an encoder', { isEncoderBehind: true }],
  ] as const)('it does not where %s', (_what, trouble) => {
    const { watch, run, told } = watched()
    run(0, 3_000, {})
    expect(watch.isBehind(3_000)).toBe(false)
    run(3_000, 6_300, trouble)
    expect([watch.isBehind(6_300), watch.steps, told()]).toEqual([true, ['half-rate'], 1])
    run(6_300, 12_000, {})
    expect(watch.isBehind(12_000)).toBe(false)
  })

  it('is told by no camera that has paused, and begins anew when all have left', () => {
    const { watch, run } = watched()
    run(0, 5_000, { isLate: true })
    expect(watch.isBehind(5_000 + 4_001)).toBe(false)
    watch.leave('a', 9_100)
    expect(watch.steps).toEqual(['half-rate'])
    watch.leave('b', 9_100)
    expect(watch.steps).toEqual([])
  })
})
