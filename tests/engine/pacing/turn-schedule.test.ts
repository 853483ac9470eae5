import { beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/engine/clock'
import { TurnSchedule } from '../../../src/engine/pacing/turn-schedule'
import { type ManualClock, manualClock } from '../../support/manual-clock'

interface TurnTaken {
  readonly who: string
  readonly atMs: number
  readonly dueAtMs: number
  readonly missedTurns: number
}

let clock: ManualClock
let schedule: TurnSchedule
const taken: TurnTaken[] = []

const join = (who: string) =>
  schedule.join(300, (dueAtMs, missedTurns) => taken.push({ who, atMs: clock.monotonicMs(), dueAtMs, missedTurns }))
const timesOf = (who: string) => taken.filter((turn) => turn.who === who).map(({ atMs }) => atMs)
/** The shortest and the longest time between two turns. */
const gapsOf = (who: string) => {
  const gaps = timesOf(who).flatMap((atMs, i, all) => (i === 0 ? [] : [atMs - (all[i - 1] ?? 0)]))
  return [Math.min(...gaps), Math.max(...gaps)] as const
}

beforeEach(() => {
  clock = manualClock(0)
  schedule = new TurnSchedule(clock)
  taken.length = 0
})

describe('the turns of one camera', () => {
  it('cost one timer, not one each', async () => {
    let started = 0
    const counting: Clock = {
      ...clock,
      after: (delayMs, callback) => {
        started++
        return clock.after(delayMs, callback)
      },
      every: (intervalMs, callback) => {
        started++
        return clock.every(intervalMs, callback)
      },
    }
    new TurnSchedule(counting).join(300, () => undefined)
    await clock.advance(30_000)
    // The first turn's, and the repeating one.
    expect(started).toBe(2)
  })

  it('stay on the grid although the repeating timer drifts', async () => {
    const drifting: Clock = { ...clock, every: (intervalMs, callback) => clock.every(intervalMs + 4, callback) }
    schedule = new TurnSchedule(drifting)
    join('a')
    await clock.advance(60_050)
    expect(Math.max(...taken.map(({ atMs, dueAtMs }) => atMs - dueAtMs))).toBeLessThanOrEqual(40)
    expect(taken.filter(({ missedTurns }) => missedTurns > 0)).toEqual([])
    expect(taken.length).toBe(200)
  })

  it('come every interval, the first one an interval after it joined', async () => {
    join('a')
    await clock.advance(900)
    expect(taken.map(({ atMs, dueAtMs, missedTurns }) => [atMs, dueAtMs, missedTurns])).toEqual([
      [300, 300, 0],
      [600, 600, 0],
      [900, 900, 0],
    ])
  })

  it('come no more once it left, also when it leaves during a turn', async () => {
    const seat = schedule.join(300, (dueAtMs, missedTurns) => {
      taken.push({ who: 'a', atMs: clock.monotonicMs(), dueAtMs, missedTurns })
      seat.leave()
    })
    await clock.advance(3_000)
    expect([taken.length, clock.pending()]).toEqual([1, []])
  })

  it('take another interval at once, and no turn comes sooner than half of it', async () => {
    const seat = join('a')
    await clock.advance(650)
    seat.setInterval(1_000)
    await clock.advance(3_000)
    expect(timesOf('a')).toEqual([300, 600, 2_000, 3_000])
    seat.setInterval(300)
    await clock.advance(600)
    expect(timesOf('a').slice(4)).toEqual([3_900, 4_200])
  })

  it('are told how many passed unheard while the page was blocked, and go on on their grid', async () => {
    join('a')
    await clock.advance(300)
    clock.block(1_000)
    await clock.advance(500)
    expect(taken.slice(1).map(({ atMs, dueAtMs, missedTurns }) => [atMs, dueAtMs, missedTurns])).toEqual([
      [1_300, 600, 2],
      [1_500, 1_500, 0],
      [1_800, 1_800, 0],
    ])
  })
})

describe('the turns of several cameras (ENG-10)', () => {
  it('are spread over the interval: camera i of n at i n-ths', async () => {
    for (const who of ['a', 'b', 'c', 'd']) join(who)
    await clock.advance(900)
    taken.length = 0
    await clock.advance(300)
    expect(taken.map(({ who, atMs }) => [who, (atMs - 900) % 300])).toEqual([
      ['b', 75],
      ['c', 150],
      ['d', 225],
      ['a', 0],
    ])
  })

  it('of eight cameras keep the pace of each, and no two fall together', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const who of all) join(who)
    await clock.advance(600)
    taken.length = 0
    await clock.advance(30_000)
    for (const who of all) expect(timesOf(who).length).toBe(100)
    const times = taken.map(({ atMs }) => atMs)
    expect(times.every((atMs, i) => i === 0 || atMs - (times[i - 1] ?? 0) > 30)).toBe(true)
  })

  it('are spread anew when cameras come and go, and never push two of one camera together', async () => {
    const seats = [join('a')]
    for (const who of ['b', 'c', 'd', 'e', 'f', 'g']) {
      await clock.advance(470)
      seats.push(join(who))
    }
    await clock.advance(470)
    for (const seat of [seats[0], seats[3], seats[5]]) {
      seat?.leave()
      await clock.advance(470)
    }
    for (const who of ['b', 'c', 'e', 'g']) {
      const [shortest, longest] = gapsOf(who)
      expect(shortest).toBeGreaterThanOrEqual(150 - 1e-6)
      expect(longest).toBeLessThan(450)
    }
    await clock.advance(300)
    taken.length = 0
    await clock.advance(299)
    const [firstMs = 0] = taken.map(({ atMs }) => atMs)
    expect(taken.map(({ atMs }) => Math.round(atMs - firstMs))).toEqual([0, 75, 150, 225])
  })

  it('are left to the others by one that leaves twice', async () => {
    const seat = join('a')
    join('b')
    seat.leave()
    seat.leave()
    await clock.advance(900)
    expect(timesOf('b').length).toBeGreaterThanOrEqual(2)
    expect(clock.pending().length).toBe(1)
  })
})
