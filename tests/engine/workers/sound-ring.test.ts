import { describe, expect, it } from 'vitest'
import { SoundRing } from '../../../src/engine/workers/sound-ring'
import { FakeAudioData } from '../../support/engine/fake-audio'

/** A ring with a sound every 10 ms from 0 on. */
function filledRing(sounds: number, reachMs = 5_000) {
  const ring = new SoundRing(reachMs)
  const kept = Array.from({ length: sounds }, () => new FakeAudioData({ timestamp: 0 }))
  for (const [i, { asAudioData }] of kept.entries()) ring.keep({ atMs: i * 10, data: asAudioData })
  return { ring, openAtMs: () => kept.flatMap(({ isClosed }, i) => (isClosed ? [] : i * 10)) }
}

describe('the last seconds of a microphone', () => {
  it('reach as far back as they are wanted; what is older is closed', () => {
    const { openAtMs } = filledRing(1_000)
    expect([openAtMs()[0], openAtMs().length]).toEqual([4_990, 501])
  })

  it('are handed over from the wanted moment on, once, and what is older is closed', () => {
    const { openAtMs, ring } = filledRing(100)
    expect(ring.take(600).map(({ atMs }) => atMs)).toEqual(openAtMs())
    expect([openAtMs()[0], openAtMs().length]).toEqual([600, 40])
    expect([ring.take(0), ring.newestAtMs]).toEqual([[], null])
  })

  it('keep one also where nothing is to be kept: it tells that there is sound', () => {
    const { openAtMs, ring } = filledRing(100, 0)
    expect([openAtMs(), ring.newestAtMs]).toEqual([[990], 990])
  })

  it('take a shorter reach with the next sound', () => {
    const { openAtMs, ring } = filledRing(100)
    ring.setReach(100)
    ring.keep({ atMs: 1_000, data: new FakeAudioData({ timestamp: 0 }).asAudioData })
    expect(openAtMs()[0]).toBe(900)
  })

  it('are closed when the camera is', () => {
    const { openAtMs, ring } = filledRing(100)
    ring.clear()
    expect([openAtMs(), ring.take(0)]).toEqual([[], []])
  })
})
