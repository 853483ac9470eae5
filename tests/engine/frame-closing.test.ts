import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { motionOff, watching } from '../support/capture'
import { deferred } from '../support/deferred'
import { CountedFrame, CountingCanvas } from '../support/engine/counted-frames'
import { FakeVideoEncoder } from '../support/engine/fake-encoders'
import { startWholeEngine } from '../support/engine/whole-engine'

let whole: Awaited<ReturnType<typeof startWholeEngine>>

const frames = () => ({ open: CountedFrame.open, misused: CountedFrame.misused })
const closed = { open: 0, misused: 0 }
/** Every frame of the fake camera has another brightness: that is motion to this one. */
const mostSensitive = { ...watching, sensitivityPercent: 100 }

beforeEach(async () => {
  whole = await startWholeEngine()
})
afterEach(() => whole.close())

/** Clips and pictures come and go, each with timers of its own: what is left when none is under way. */
async function fewestTimers(): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (let moment = 0; moment < 60; moment++) {
    await whole.pass(900)
    fewest = Math.min(fewest, vi.getTimerCount())
  }
  return fewest
}

describe('every VideoFrame is closed, once (ENG-05)', () => {
  it('over 10,000 checks of four cameras, with their snapshots, and nothing heaps up', async () => {
    // The frames of clips have tests of their own.
    vi.stubGlobal('VideoEncoder', undefined)
    whole.run(['a', 'b', 'c', 'd'], watching)
    await whole.pass(6_000)
    const timersBefore = await fewestTimers()
    await whole.pass(2_500 * 300)
    expect(whole.toldOf('measured')).toBeGreaterThan(10_000)
    expect(whole.toldOf('snapshot')).toBeGreaterThan(1_000)
    expect(CountedFrame.made).toBeGreaterThan(11_000)
    expect(frames()).toEqual(closed)
    // What heaps up comes in hundreds. A test before this one in the same worker may end something of its own late.
    expect(await fewestTimers()).toBeLessThan(timersBefore + 10)
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
    whole.stop()
    await whole.pass(1_000)
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

  it('over ten minutes of clips of two cameras with pre-roll, in which all of them end (ENG-05)', async () => {
    whole.run(['a', 'b'], mostSensitive)
    await whole.pass(600_000)
    expect(whole.toldOf('clip-begun')).toBeGreaterThan(50)
    expect(whole.toldOf('clip-begun') - whole.toldOf('clip-ended')).toBeLessThanOrEqual(2)
    whole.stop()
    await whole.pass(1_000)
    expect(whole.toldOf('clip-ended')).toBe(whole.toldOf('clip-begun'))
    expect(whole.toldOf('warning')).toBe(0)
    expect(frames()).toEqual(closed)
    expect(whole.recorder()?.isTerminated).toBe(true)
  })

  it('when the recorder worker dies while clips are recorded, and after that', async () => {
    whole.run(['a', 'b'], mostSensitive)
    for (let i = 0; i < 6; i++) {
      await whole.pass(7_000)
      whole.recorder()?.crash()
    }
    await whole.pass(30_000)
    whole.stop()
    await whole.pass(1_000)
    expect(whole.toldOf('clip-begun')).toBeGreaterThanOrEqual(6)
    expect(whole.toldOf('clip-ended')).toBe(whole.toldOf('clip-begun'))
    expect(frames()).toEqual(closed)
  })

  it('when cameras are closed while they record', async () => {
    for (let i = 0; i < 10; i++) {
      whole.run(i % 2 === 0 ? ['a', 'b'] : [], mostSensitive)
      await whole.pass(1_000 + i * 150)
    }
    whole.stop()
    await whole.pass(1_000)
    expect(whole.toldOf('clip-ended')).toBe(whole.toldOf('clip-begun'))
    expect(frames()).toEqual(closed)
  })

  it('when the encoder breaks off in the middle of a clip', async () => {
    FakeVideoEncoder.breaksAt = 100
    whole.run(['a'], mostSensitive)
    await whole.pass(30_000)
    whole.stop()
    await whole.pass(1_000)
    expect(whole.toldOf('warning')).toBeGreaterThan(0)
    expect(frames()).toEqual(closed)
  })

  it.each(['drawing', 'encoding'] as const)('when %s a picture fails', async (step) => {
    CountingCanvas.fails = step
    whole.run(['a', 'b'], motionOff)
    await whole.pass(60_000)
    expect([CountedFrame.made > 40, whole.toldOf('snapshot')]).toEqual([true, 0])
    expect(frames()).toEqual(closed)
  })
})
