import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToMotionWorker } from '../../../src/engine/motion/protocol'
import { WorkerClock } from '../../../src/engine/motion/worker-clock'

describe('the clock while the page is shown and hidden (ENG-02)', () => {
  let posted: ToMotionWorker[] = []
  let isHidden = false
  let change: () => void = () => undefined
  let clock = new WorkerClock(() => undefined)
  const callback = vi.fn<() => void>()
  const show = (hidden: boolean) => {
    isHidden = hidden
    change()
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
    callback.mockClear()
    posted = []
    isHidden = false
    const visibility = {
      isHidden: () => isHidden,
      onChange: (changed: () => void) => {
        change = changed
        return () => {
          change = () => undefined
        }
      },
    }
    clock = new WorkerClock((message) => posted.push(message), visibility)
  })
  afterEach(() => void vi.useRealTimers())

  it('ticks on the page while it is visible, and costs no message', () => {
    clock.every(300, callback)
    vi.advanceTimersByTime(3_000)
    expect(callback).toHaveBeenCalledTimes(10)
    expect(posted).toEqual([])
  })

  it('moves running timers to the worker when the page is hidden, a one-shot with what is left of it', () => {
    clock.every(300, callback)
    clock.after(15_000, callback)
    vi.advanceTimersByTime(5_000)
    callback.mockClear()
    show(true)
    expect(posted).toEqual([
      { kind: 'start-timer', timer: 1, delayMs: 300, isRepeating: true },
      { kind: 'start-timer', timer: 2, delayMs: 10_000, isRepeating: false },
    ])
    vi.advanceTimersByTime(60_000)
    expect(callback).not.toHaveBeenCalled()
    clock.fire(1)
    clock.fire(2)
    clock.fire(2)
    expect(callback).toHaveBeenCalledTimes(2)
  })

  it('takes them back when the page shows again', () => {
    show(true)
    clock.every(300, callback)
    posted = []
    show(false)
    expect(posted).toEqual([{ kind: 'stop-timer', timer: 1 }])
    vi.advanceTimersByTime(900)
    expect(callback).toHaveBeenCalledTimes(3)
  })

  it('ends a timer wherever it ticks', () => {
    const cancel = clock.every(300, callback)
    cancel()
    show(true)
    const cancelHidden = clock.every(300, callback)
    cancelHidden()
    cancelHidden()
    vi.advanceTimersByTime(3_000)
    expect(callback).not.toHaveBeenCalled()
    expect(posted.map(({ kind }) => kind)).toEqual(['start-timer', 'stop-timer'])
  })

  it('stays on the page once the worker is lost, whatever the page does', () => {
    clock.every(300, callback)
    clock.loseWorker()
    show(true)
    vi.advanceTimersByTime(900)
    expect(callback).toHaveBeenCalledTimes(3)
    expect(posted).toEqual([])
  })
})
