import { beforeEach, describe, expect, it } from 'vitest'
import { startSnapshots } from '../../../src/engine/capture/snapshots'
import { FakeFrames } from '../../support/fake-frames'
import { manualClock, settled } from '../../support/manual-clock'

describe('snapshots', () => {
  let clock = manualClock()
  let frames = new FakeFrames()
  const taken: Blob[] = []
  const start = () => startSnapshots(frames, clock, { intervalMs: 2_500, quality: 0.5 }, (jpeg) => taken.push(jpeg))

  beforeEach(() => {
    clock = manualClock()
    frames = new FakeFrames()
    taken.length = 0
  })

  it('are taken every 2.5 s (spec 9, REC-10)', async () => {
    start()
    await clock.advance(2_499)
    expect(taken.length).toBe(0)
    await clock.advance(1)
    expect(taken).toEqual([frames.picture])
    await clock.advance(7_500)
    expect(taken.length).toBe(4)
  })

  it('are JPEGs of quality 0.5, at most 1280 pixels wide (spec 9, REC-11)', async () => {
    start()
    await clock.advance(2_500)
    expect(frames.stills).toEqual([{ maxWidth: 1280, quality: 0.5 }])
  })

  it('leave out a moment of which no picture could be made, and go on', async () => {
    start()
    const { picture } = frames
    frames.picture = null
    await clock.advance(2_500)
    expect(taken).toEqual([])
    frames.picture = picture
    await clock.advance(2_500)
    expect(taken.length).toBe(1)
  })

  it('are made one at a time: the next waits for its turn while one takes long', async () => {
    start()
    frames.holdStills()
    await clock.advance(10_000)
    expect([frames.stills.length, taken.length]).toEqual([1, 0])
    frames.letStillsGo()
    await clock.advance(2_500)
    expect([frames.stills.length, taken.length]).toEqual([2, 2])
  })

  it('stop when cancelled, and one that was being made is not handed on', async () => {
    const cancel = start()
    await clock.advance(2_500)
    frames.holdStills()
    await clock.advance(2_500)
    cancel()
    frames.letStillsGo()
    await settled()
    await clock.advance(10_000)
    expect([taken.length, frames.stills.length, clock.pending().length]).toEqual([1, 2, 0])
  })
})
