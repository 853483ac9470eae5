import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToMotionWorker } from '../../../src/engine/motion/protocol'
import { WorkerClock } from '../../../src/engine/motion/worker-clock'

describe('the clock that ticks in the worker (ENG-02)', () => {
  let posted: ToMotionWorker[] = []
  let clock = new WorkerClock(() => undefined)
  const callback = vi.fn<() => void>()

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
    callback.mockClear()
    posted = []
    clock = new WorkerClock((message) => posted.push(message))
  })
  afterEach(() => void vi.useRealTimers())

  it('tells the time of the page', () => {
    expect(clock.nowMs()).toBe(1_000_000)
  })

  it('has the worker count a delay, with a number of its own for each timer', () => {
    clock.after(15_000, callback)
    clock.every(300, callback)
    expect(posted).toEqual([
      { kind: 'start-timer', timer: 1, delayMs: 15_000, isRepeating: false },
      { kind: 'start-timer', timer: 2, delayMs: 300, isRepeating: true },
    ])
  })

  it('leaves the ticking to the worker: page timers, slow in a hidden tab, start nothing', () => {
    clock.after(300, callback)
    clock.every(300, callback)
    vi.advanceTimersByTime(60_000)
    expect(callback).not.toHaveBeenCalled()
  })

  it('runs a one-shot timer once', () => {
    clock.after(300, callback)
    clock.fire(1)
    clock.fire(1)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('runs a repeating timer each time the worker says so', () => {
    clock.every(300, callback)
    for (let i = 0; i < 3; i++) clock.fire(1)
    expect(callback).toHaveBeenCalledTimes(3)
  })

  it('runs the timer that is due and no other', () => {
    const other = vi.fn<() => void>()
    clock.after(300, other)
    clock.after(300, callback)
    clock.fire(2)
    expect([other, callback].map((spy) => spy.mock.calls.length)).toEqual([0, 1])
  })

  it('runs nothing after a cancel, even if the worker fired already, and stops the worker timer once', () => {
    const cancel = clock.every(300, callback)
    cancel()
    cancel()
    clock.fire(1)
    expect(callback).not.toHaveBeenCalled()
    expect(posted.filter(({ kind }) => kind === 'stop-timer')).toEqual([{ kind: 'stop-timer', timer: 1 }])
  })

  it('stops nothing in the worker when a timer is cancelled after it ran', () => {
    const cancel = clock.after(300, callback)
    clock.fire(1)
    cancel()
    expect(posted.map(({ kind }) => kind)).toEqual(['start-timer'])
  })

  it('lets a timer cancel itself while it runs', () => {
    const cancel = clock.every(300, () => {
      callback()
      cancel()
    })
    clock.fire(1)
    clock.fire(1)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  describe('when the worker is lost', () => {
    it('goes on with a repeating timer as a page timer', () => {
      clock.every(300, callback)
      clock.loseWorker()
      vi.advanceTimersByTime(900)
      expect(callback).toHaveBeenCalledTimes(3)
    })

    it('still runs a one-shot timer, once, so that a recording ends', () => {
      clock.after(15_000, callback)
      clock.loseWorker()
      vi.advanceTimersByTime(60_000)
      expect(callback).toHaveBeenCalledTimes(1)
    })

    it('runs a one-shot timer when it was due anyway, so that a clip stays 15 s long (REC-04)', () => {
      clock.after(15_000, callback)
      vi.advanceTimersByTime(14_000)
      clock.loseWorker()
      vi.advanceTimersByTime(999)
      expect(callback).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(callback).toHaveBeenCalledTimes(1)
    })

    it('runs a one-shot timer at once that was due before, as when the worker hung', () => {
      clock.after(300, callback)
      vi.advanceTimersByTime(10_000)
      clock.loseWorker()
      vi.advanceTimersByTime(0)
      expect(callback).toHaveBeenCalledTimes(1)
      expect(vi.getTimerCount()).toBe(0)
    })

    it('runs no timer that was cancelled before or is cancelled after', () => {
      clock.every(300, callback)()
      const cancel = clock.every(300, callback)
      const cancelOnce = clock.after(300, callback)
      clock.loseWorker()
      cancel()
      cancelOnce()
      expect(vi.getTimerCount()).toBe(0)
      vi.advanceTimersByTime(60_000)
      expect(callback).not.toHaveBeenCalled()
    })

    it('starts later timers on the page and asks the worker nothing any more', () => {
      clock.loseWorker()
      clock.after(300, callback)
      const cancel = clock.every(300, callback)
      vi.advanceTimersByTime(600)
      cancel()
      vi.advanceTimersByTime(600)
      expect(callback).toHaveBeenCalledTimes(3)
      expect(posted).toEqual([])
    })

    it('does not double its timers when it is told so twice', () => {
      clock.every(300, callback)
      clock.loseWorker()
      clock.loseWorker()
      vi.advanceTimersByTime(300)
      expect(callback).toHaveBeenCalledTimes(1)
    })
  })
})
