import { beforeEach, describe, expect, it } from 'vitest'
import { Budget } from '../../../src/engine/pacing/budget'

const INTERVAL_MS = 300
const LOWEST_LEVEL = 5

let budget: Budget
let nowMs: number
let levels: Map<string, number>
/** Moves of a level, as 'a 1 at 10 s'. */
let moves: string[]

/** Lateness of each camera's checks in milliseconds; more than 150 is too late. */
type Lateness = Readonly<Record<string, number>>

/** Checks of all cameras go on for so long. */
function run(seconds: number, lateness: Lateness): void {
  for (const endMs = nowMs + seconds * 1_000; nowMs < endMs; ) {
    nowMs += INTERVAL_MS
    for (const [cameraId, latenessMs] of Object.entries(lateness)) {
      budget.note(cameraId, { isOnTime: latenessMs <= INTERVAL_MS / 2, latenessMs }, nowMs)
    }
  }
}

function join(...cameraIds: string[]): void {
  for (const cameraId of cameraIds) {
    budget.join(cameraId, nowMs)
    levels.set(cameraId, 0)
  }
}

beforeEach(() => {
  nowMs = 0
  moves = []
  levels = new Map()
  budget = new Budget(LOWEST_LEVEL, (cameraId, level) => {
    levels.set(cameraId, level)
    moves.push(`${cameraId} ${level} at ${Math.floor(nowMs / 1_000)} s`)
  })
})

describe('the budget of the checks: going down (ENG-09)', () => {
  it('leaves cameras alone while their checks are on time', () => {
    join('a', 'b')
    run(3_600, { a: 10, b: 150 })
    expect(moves).toEqual([])
  })

  it('takes a camera a step down when its checks were late for 10 s on end', () => {
    join('a')
    run(9.9, { a: 200 })
    expect(moves).toEqual([])
    run(0.6, { a: 200 })
    expect(moves).toEqual(['a 1 at 10 s'])
  })

  it('gives every step 10 s to show before the next', () => {
    join('a')
    run(32, { a: 200 })
    expect(moves).toEqual(['a 1 at 10 s', 'a 2 at 20 s', 'a 3 at 30 s'])
  })

  it('is not moved by hiccups', () => {
    join('a')
    for (let i = 0; i < 100; i++) {
      run(0.6, { a: 1_000 })
      run(3, { a: 10 })
    }
    expect(moves).toEqual([])
  })

  it('goes camera by camera, the one with the latest checks first, all down a step before one goes down two', () => {
    join('a', 'b', 'c')
    run(41.5, { a: 200, b: 900, c: 400 })
    expect(moves).toEqual(['b 1 at 10 s', 'c 1 at 20 s', 'a 1 at 30 s', 'b 2 at 41 s'])
  })

  it('leaves those alone whose checks are on time', () => {
    join('a', 'b')
    run(25, { a: 10, b: 200 })
    expect(levels).toEqual(
      new Map([
        ['a', 0],
        ['b', 2],
      ]),
    )
  })

  it('ends at the lowest step', () => {
    join('a')
    run(600, { a: 5_000 })
    expect(levels.get('a')).toBe(LOWEST_LEVEL)
  })
})

describe('the budget of the checks: going up (ENG-09)', () => {
  it('takes a step back after 30 s on time, one at a time', () => {
    join('a')
    run(21, { a: 200 })
    expect(levels.get('a')).toBe(2)
    moves = []
    run(62, { a: 10 })
    expect(moves).toEqual(['a 1 at 51 s', 'a 0 at 81 s'])
    run(600, { a: 10 })
    expect(levels.get('a')).toBe(0)
  })

  it('begins with the most reduced camera', () => {
    join('a', 'b')
    run(31.5, { a: 200, b: 10 })
    run(11, { a: 10, b: 200 })
    expect(levels).toEqual(
      new Map([
        ['a', 3],
        ['b', 1],
      ]),
    )
    run(70, { a: 10, b: 10 })
    expect(levels).toEqual(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    )
  })

  it('waits until every camera is on time: they share the machine', () => {
    join('a', 'b')
    run(11, { a: 200, b: 10 })
    run(300, { a: 10, b: 200 })
    expect(levels.get('a')).toBe(1)
  })

  it('does not wait for a camera that has no checks: it says nothing about the machine', () => {
    join('a', 'b')
    run(11, { a: 200, b: 200 })
    run(36, { a: 10 })
    expect(Math.max(...levels.values())).toBe(0)
  })

  it('waits twice as long after each step up that had to be taken back within 30 s, at most 10 min', () => {
    join('a')
    const waits: number[] = []
    run(11, { a: 200 })
    for (let trial = 0; trial < 8; trial++) {
      const downAtMs = nowMs
      while (levels.get('a') === 1) run(0.3, { a: 10 })
      waits.push(Math.round((nowMs - downAtMs) / 1_000))
      while (levels.get('a') === 0) run(0.3, { a: 200 })
    }
    expect(waits.map((wait) => Math.round(wait / 30) * 30)).toEqual([30, 60, 120, 240, 480, 600, 600, 600])
  })

  it('waits 30 s again once a step up has held for 30 s', () => {
    join('a')
    run(21, { a: 200 })
    run(31, { a: 10 })
    run(11, { a: 200 })
    expect(levels.get('a')).toBe(2)
    run(31, { a: 10 })
    expect(levels.get('a')).toBe(2)
    run(31, { a: 10 })
    expect(levels.get('a')).toBe(1)
    run(31, { a: 10 })
    expect(levels.get('a')).toBe(0)
  })

  it('waits 30 s again when a camera has left: what failed with it may do without', () => {
    join('a', 'b')
    run(11, { a: 200, b: 10 })
    run(31, { a: 10, b: 10 })
    run(11, { a: 200, b: 10 })
    budget.leave('b')
    run(33, { a: 10 })
    expect(levels.get('a')).toBe(0)
  })
})

describe('late checks', () => {
  it('show at once, from the third in a row until three are on time', () => {
    join('a', 'b')
    run(0.6, { a: 200, b: 10 })
    expect(budget.isLate(nowMs)).toBe(false)
    run(0.3, { a: 200, b: 10 })
    expect(budget.isLate(nowMs)).toBe(true)
    run(0.9, { a: 10, b: 10 })
    expect(budget.isLate(nowMs)).toBe(false)
  })

  it('of a camera that left or paused count no more', () => {
    join('a', 'b')
    run(3, { a: 200, b: 200 })
    budget.leave('a')
    expect(budget.isLate(nowMs)).toBe(true)
    expect(budget.isLate(nowMs + 4_001)).toBe(false)
    budget.note('a', { isOnTime: false, latenessMs: 1_000 }, nowMs)
    run(20, { b: 10 })
    expect(budget.isLate(nowMs)).toBe(false)
  })
})
