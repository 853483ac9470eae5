import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkerTimers } from '../../../src/engine/workers/worker-timers'

describe('timers in the worker (ENG-02)', () => {
  const fired: number[] = []
  let timers = new WorkerTimers(() => undefined)

  beforeEach(() => {
    vi.useFakeTimers()
    fired.length = 0
    timers = new WorkerTimers((timer) => fired.push(timer))
  })
  afterEach(() => void vi.useRealTimers())

  it('fire once after their delay', () => {
    timers.start(7, 300, false)
    vi.advanceTimersByTime(299)
    expect(fired).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(fired).toEqual([7])
  })

  it('fire every interval where they repeat', () => {
    timers.start(7, 300, true)
    vi.advanceTimersByTime(900)
    expect(fired).toEqual([7, 7, 7])
  })

  it('fire no more once stopped, each for itself', () => {
    timers.start(1, 300, true)
    timers.start(2, 300, false)
    timers.start(3, 300, true)
    timers.stop(1)
    timers.stop(2)
    timers.stop(99)
    vi.advanceTimersByTime(600)
    expect(fired).toEqual([3, 3])
    timers.stop(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})
