import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { motionOff, watching } from '../support/capture'
import { CountedFrame, CountingCanvas } from '../support/counted-frames'
import { deferred } from '../support/deferred'
import { startWholeEngine } from '../support/whole-engine'

let whole: Awaited<ReturnType<typeof startWholeEngine>>

const frames = () => ({ open: CountedFrame.open, misused: CountedFrame.misused })
const closed = { open: 0, misused: 0 }

beforeEach(async () => {
  whole = await startWholeEngine()
})
afterEach(() => whole.close())

describe('every VideoFrame is closed, once (issue 3)', () => {
  it('over 10,000 checks of four cameras, with their snapshots, and nothing heaps up', async () => {
    whole.run(['a', 'b', 'c', 'd'], watching)
    await whole.pass(6_000)
    const timersBefore = vi.getTimerCount()
    await whole.pass(2_500 * 300)
    expect(whole.toldOf('measured')).toBeGreaterThan(10_000)
    expect(whole.toldOf('snapshot')).toBeGreaterThan(1_000)
    expect(CountedFrame.made).toBeGreaterThan(11_000)
    expect(frames()).toEqual(closed)
    expect(vi.getTimerCount()).toBeLessThanOrEqual(timersBefore + 2)
  })

  it('while checks are dropped since the worker is slow', async () => {
    whole.run(['a', 'b'], watching)
    await whole.pass(600)
    for (let i = 0; i < 50; i++) {
      const gate = deferred<void>()
      whole.worker.gate = gate.promise
      await whole.pass(700)
      whole.worker.gate = null
      gate.resolve()
      await whole.pass(10)
    }
    expect(frames()).toEqual(closed)
    expect(whole.toldOf('measured')).toBeGreaterThan(50)
  })

  it('when the camera is closed while its frames are in flight', async () => {
    whole.run(['a', 'b'], watching)
    for (let i = 0; i < 20; i++) {
      const gate = deferred<void>()
      whole.worker.gate = gate.promise
      await whole.pass(1_000)
      whole.run(i % 2 === 0 ? [] : ['a', 'b'], watching)
      whole.worker.gate = null
      gate.resolve()
      await whole.pass(i * 10)
    }
    whole.stop()
    await whole.pass(1_000)
    expect(CountedFrame.made).toBeGreaterThan(20)
    expect(frames()).toEqual(closed)
  })

  it('when the worker dies with checks and pictures in flight, and after that', async () => {
    whole.run(['a', 'b', 'c'], watching)
    await whole.pass(2_000)
    const gate = deferred<void>()
    whole.worker.gate = gate.promise
    await whole.pass(1_000)
    whole.worker.crash()
    gate.resolve()
    await whole.pass(30_000)
    expect(CountedFrame.made).toBeGreaterThan(100)
    expect(frames()).toEqual(closed)
  })

  it('when the worker hangs until it is given up', async () => {
    whole.run(['a', 'b'], watching)
    await whole.pass(2_000)
    const gate = deferred<void>()
    whole.worker.gate = gate.promise
    await whole.pass(12_000)
    gate.resolve()
    await whole.pass(1_000)
    expect(whole.worker.isTerminated).toBe(true)
    expect(frames()).toEqual(closed)
  })

  it('when frames cannot be handed over', async () => {
    whole.run(['a', 'b'], watching)
    whole.worker.isRefusingFrames = true
    await whole.pass(30_000)
    expect(CountedFrame.made).toBeGreaterThan(100)
    expect(frames()).toEqual(closed)
  })

  it('when frames cannot be copied, and the canvas takes over', async () => {
    CountedFrame.isUnreadable = true
    whole.run(['a', 'b'], watching)
    await whole.pass(30_000)
    expect(CountedFrame.made).toBeGreaterThanOrEqual(2)
    expect(frames()).toEqual(closed)
    expect(whole.toldOf('measured')).toBeGreaterThan(100)
  })

  it.each(['drawing', 'encoding'] as const)('when %s a picture fails', async (step) => {
    CountingCanvas.fails = step
    whole.run(['a', 'b'], motionOff)
    await whole.pass(60_000)
    expect([CountedFrame.made > 40, whole.toldOf('snapshot')]).toEqual([true, 0])
    expect(frames()).toEqual(closed)
  })
})
