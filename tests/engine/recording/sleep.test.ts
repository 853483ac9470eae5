import { describe, expect, it } from 'vitest'
import type { ClipCycle } from '../../../src/engine/recording/clip-cycle'
import { startTestCycle } from '../../support/engine/clip-cycle'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { settled } from '../../support/manual-clock'

describe('a machine that sleeps', () => {
  it('in mid-clip ends the clip where it was, without the picture of hours later (CLIP-08)', async () => {
    const { clock, cycle, take, told, atMs } = startTestCycle()
    cycle.noteMotion()
    await settled()
    await clock.advance(3_000)
    clock.block(3_600_000)
    await clock.advance(0)
    const [stop] = take().stoppedAt
    expect([take().stops, stop?.hasFrame]).toEqual([1, false])
    expect(stop?.atMs).toBeGreaterThan(atMs(2_900))
    expect(stop?.atMs).toBeLessThanOrEqual(atMs(3_000))
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(3_603_000) })
  })

  it.each([
    ['a check', (cycle: ClipCycle) => cycle.noteFrame(fakeVideoFrame().frame)],
    ['the end', (cycle: ClipCycle) => cycle.end()],
    ['a look for a frame', () => undefined],
  ])('in mid-clip ends it likewise where its clock stood still, though %s comes first', async (_, comeFirst) => {
    const { clock, cycle, take, wakeLater, atMs } = startTestCycle()
    cycle.noteMotion()
    await settled()
    await clock.advance(3_000)
    wakeLater(3_600_000)
    comeFirst(cycle)
    await clock.advance(1_000)
    const [stop] = take().stoppedAt
    expect([take().stops, stop?.hasFrame]).toEqual([1, false])
    expect(stop?.atMs).toBeGreaterThan(atMs(2_900))
    expect(stop?.atMs).toBeLessThanOrEqual(atMs(3_000))
    expect(take().addedAtMs.filter((addedAtMs) => addedAtMs > atMs(3_000))).toEqual([])
  })

  it('before the clip that shows who shut it was begun has that clip dated by when it was filmed (CLIP-08)', async () => {
    const { clock, cycle, recorders, take, log, wakeLater, atMs } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    await settled()
    await clock.advance(800)
    wakeLater(8 * 3_600_000)
    take().begin(atMs(-5_000))
    await clock.advance(20_000)
    expect(log.clips[0]?.startedAtMs).toBe(atMs(-5_000))
  })

  it('is no page that was busy for a moment', async () => {
    const { clock, cycle, take } = startTestCycle()
    cycle.noteMotion()
    await settled()
    await clock.advance(3_000)
    clock.block(2_500)
    await clock.advance(100)
    expect(take().stops).toBe(0)
  })

  it('keeps nothing from before for the next clip where its clock stood still', async () => {
    const { clock, cycle, recorders, wakeLater } = startTestCycle()
    cycle.noteFrame(fakeVideoFrame().frame)
    const [recorder] = recorders.opened
    const before = recorder?.forgotten
    await clock.advance(300)
    wakeLater(3_600_000)
    cycle.noteFrame(fakeVideoFrame().frame)
    expect([before, recorder?.forgotten, recorder?.preRollMs]).toEqual([0, 1, 5_000])
    cycle.noteFrame(fakeVideoFrame().frame)
    expect(recorder?.forgotten).toBe(1)
  })
  it('is no motion, whatever the light is when it wakes: the next check tells (CLIP-08)', async () => {
    const { clock, cycle, recorders, wakeLater } = startTestCycle()
    cycle.noteFrame(fakeVideoFrame().frame)
    await clock.advance(300)
    wakeLater(8 * 3_600_000)
    cycle.noteFrame(fakeVideoFrame().frame)
    cycle.noteMotion()
    expect(recorders.started).toEqual([])
    cycle.noteFrame(fakeVideoFrame().frame)
    cycle.noteMotion()
    expect(recorders.started).toHaveLength(1)
  })
})
