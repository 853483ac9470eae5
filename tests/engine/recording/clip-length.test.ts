import { describe, expect, it } from 'vitest'
import { countClips, extendedEndMs, firstEndMs } from '../../../src/engine/recording/clip-length'
import { startTestCycle } from '../../support/engine/clip-cycle'
import { specTimings } from '../../support/timings'

/** A clip of a camera that never stood still before, which ends this long after its motion. */
async function postRollMs(motionMs: number, { longestClipMs = 15_000, preRollMs = 5_000 } = {}) {
  const { clock, cycle, moveFor, recorders, take, atMs } = startTestCycle({ longestClipMs })
  recorders.isBeginning = false
  cycle.noteMotion()
  await clock.advance(60)
  const first = take()
  first.begin(atMs(-preRollMs))
  if (motionMs > 0) await moveFor(motionMs - 60)
  await clock.advance(120_000)
  return (first.stoppedAt[0]?.atMs ?? 0) - atMs(0)
}

describe('the length of a clip (REC-04, CLIP-02)', () => {
  it('is 15 s with its pre-roll, and is counted from its first frame', () => {
    expect(firstEndMs(100, specTimings)).toBe(15_100)
  })

  it('is 10 s after the motion where there are 5 s before it', async () => {
    expect(await postRollMs(0)).toBe(10_000)
  })

  it('is 15 s after the motion where there is nothing before it', async () => {
    expect(await postRollMs(0, { preRollMs: 0 })).toBe(15_000)
  })

  it('is 13 s after the motion where there are 2 s before it', async () => {
    expect(await postRollMs(0, { preRollMs: 2_000 })).toBe(13_000)
  })

  it.each([0, 5_000])('stays 15 s with %i ms of pre-roll, however long motion lasts', async (preRollMs) => {
    expect((await postRollMs(40_000, { preRollMs })) + preRollMs).toBe(15_000)
  })
})

describe('a clip that may be longer (CLIP-04)', () => {
  it('goes on for 10 s after the last motion', async () => {
    expect(await postRollMs(8_000, { longestClipMs: 60_000 })).toBe(18_000)
  })

  it('is 15 s all the same where motion does not last', async () => {
    expect(await postRollMs(0, { longestClipMs: 60_000 })).toBe(10_000)
  })

  it.each([30_000, 60_000])('ends at %i ms, its pre-roll included, though motion lasts', async (longestClipMs) => {
    expect((await postRollMs(90_000, { longestClipMs })) + 5_000).toBe(longestClipMs)
  })

  it('is never cut by motion: an end that was set stays', () => {
    const clip = { startedAtMs: 0, endsAtMs: 30_000 }
    expect(extendedEndMs(clip, 5_000, 60_000, specTimings)).toBe(30_000)
    expect(extendedEndMs(clip, 29_000, 20_000, specTimings)).toBe(30_000)
  })

  it('goes on for 10 s after the last motion also where its beginning is told late, on a busy machine', async () => {
    const { clock, moveFor, recorders, take, atMs } = startTestCycle({ longestClipMs: 60_000 })
    recorders.isBeginning = false
    await moveFor(8_500)
    await clock.advance(500)
    take().begin(atMs(-5_000))
    await clock.advance(60_000)
    expect(take().stoppedAt[0]?.atMs).toBe(atMs(18_500))
  })

  it('follows the setting when the user changes it meanwhile', async () => {
    const { cycle, moveFor, recorders, atMs } = startTestCycle({ longestClipMs: 60_000 })
    await moveFor(3_000)
    cycle.setLongestClip(15_000)
    await moveFor(20_000)
    expect(recorders.started[0]?.stoppedAt[0]?.atMs).toBe(atMs(13_000))
  })
})

describe('how many clips motion begins (REC-03)', () => {
  const steady = Array.from({ length: 200 }, (_, check) => 300 * check)

  it.each([
    ['steady motion', steady, 15_000],
    ['steady motion and clips of up to 30 s', steady, 30_000],
    ['steady motion and clips of up to a minute', steady, 60_000],
    ['somebody who comes again as the cooldown ends', [0, 14_900, 15_000, 25_000, 30_000], 15_000],
    ['pauses that a longer clip bridges', [0, 9_000, 18_000, 40_000], 60_000],
  ])('is what the camera itself makes of %s', async (_, movedAtMs, longestClipMs) => {
    const { clock, cycle, recorders, atMs } = startTestCycle({ longestClipMs })
    for (const moment of movedAtMs) {
      await clock.advance(atMs(moment) - clock.monotonicMs())
      cycle.noteMotion()
    }
    expect(countClips(movedAtMs, longestClipMs, specTimings)).toBe(recorders.started.length)
  })
})
