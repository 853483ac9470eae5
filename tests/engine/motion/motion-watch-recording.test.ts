import { describe, expect, it } from 'vitest'
import { recorded } from '../../support/fake-recorder'
import { manualClock, settled } from '../../support/manual-clock'
import { startTestWatch } from '../../support/motion-watch'

/** A watch whose first recording began 600 ms after it did. */
async function startRecording() {
  const test = await startTestWatch()
  await test.clock.advance(300)
  await test.move()
  return test
}

describe('the recording of a motion watch', () => {
  it('goes from idle to recording to idle with the time recorded (spec 4, REC-08, REC-09)', async () => {
    const { clock, told, atMs } = await startRecording()
    expect(told.cycles).toEqual([{ phase: 'recording', startedAtMs: atMs(600) }])
    await clock.advance(15_000)
    expect(told.cycles.slice(1)).toEqual([{ phase: 'idle', lastEndedAtMs: atMs(15_600) }])
  })

  it('takes 15 s (spec 9, REC-04)', async () => {
    const { clock, recorders } = await startRecording()
    await clock.advance(14_999)
    expect(recorders.started[0]?.stops).toBe(0)
    await clock.advance(1)
    expect(recorders.started[0]?.stops).toBe(1)
  })

  it('records the stream of its camera', async () => {
    const { recorders, stream } = await startRecording()
    expect(recorders.started[0]?.stream).toBe(stream)
  })

  it('starts no second clip while one is recorded, though motion goes on (spec 4, REC-08)', async () => {
    const { clock, frames, recorders } = await startRecording()
    frames.flicker = 100
    await clock.advance(14_900)
    expect(recorders.asked).toBe(1)
  })

  it('starts the next clip no sooner than 5 s after the last one ended, and then at once if motion goes on (REC-03)', async () => {
    const { clock, frames, recorders, told, atMs } = await startRecording()
    frames.flicker = 100
    await clock.advance(15_000)
    expect(told.clips.length).toBe(1)
    await clock.advance(4_999)
    expect(recorders.asked).toBe(1)
    await clock.advance(300)
    expect(told.cycles.at(-1)).toEqual({ phase: 'recording', startedAtMs: atMs(20_700) })
  })

  it('counts the cooldown from the end of a clip that ended late, too (X-41)', async () => {
    const { clock, frames, recorders } = await startRecording()
    frames.flicker = 100
    recorders.isHanging = true
    await clock.advance(18_000)
    recorders.started[0]?.finish(recorded)
    await settled()
    await clock.advance(4_999)
    expect(recorders.asked).toBe(1)
    await clock.advance(300)
    expect(recorders.asked).toBe(2)
  })

  it('counts the cooldown from a recording that ended before this watch began, too (REC-03, X-41)', async () => {
    const lastEndedAtMs = manualClock().nowMs() - 1_000
    const { clock, frames, recorders, told, atMs } = await startTestWatch(50, lastEndedAtMs)
    frames.flicker = 100
    await clock.advance(3_900)
    expect([recorders.asked, told.differences.length > 10]).toEqual([0, true])
    await clock.advance(300)
    expect(told.cycles).toEqual([{ phase: 'recording', startedAtMs: atMs(4_200) }])
  })

  it('starts nothing after the cooldown while nothing moves', async () => {
    const { clock, recorders } = await startRecording()
    await clock.advance(60_000)
    expect(recorders.asked).toBe(1)
  })

  it('yields a clip with its own id, start, sound and a thumbnail of the moment of motion (spec 4, REC-12)', async () => {
    const { clock, frames, told, atMs } = await startRecording()
    expect(frames.stills).toEqual([{ maxWidth: 640, quality: 0.5 }])
    await clock.advance(15_000)
    expect(told.clips).toEqual([
      {
        id: 'clip-1',
        content: recorded.content,
        mediaType: 'video/webm',
        hasAudio: false,
        startedAtMs: atMs(600),
        thumbnail: frames.picture,
      },
    ])
    expect(told.clips[0]?.content).toBe(recorded.content)
    expect(told.failures).toBe(0)
  })

  it('gives each clip an id of its own (design 3)', async () => {
    const { clock, frames, told } = await startRecording()
    frames.flicker = 100
    await clock.advance(36_000)
    expect(told.clips.map(({ id }) => id)).toEqual(['clip-1', 'clip-2'])
  })

  it('delivers a clip without a thumbnail where none could be made', async () => {
    const test = await startTestWatch()
    test.frames.picture = null
    await test.clock.advance(300)
    await test.move()
    await test.clock.advance(15_000)
    expect(test.told.clips).toMatchObject([{ id: 'clip-1', thumbnail: null, content: recorded.content }])
  })

  it('ends when it is stopped, and the clip until then is delivered (spec 4)', async () => {
    const { clock, recorders, told, watch, atMs } = await startRecording()
    await clock.advance(4_000)
    watch.stop()
    await settled()
    expect(recorders.started[0]?.stops).toBe(1)
    expect(told.clips).toMatchObject([{ startedAtMs: atMs(600) }])
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(4_600) })
    expect(clock.pending()).toEqual([])
  })

  it('ends when the stream does, and the clip until then is delivered', async () => {
    const { clock, recorders, told, atMs } = await startRecording()
    await clock.advance(7_000)
    recorders.started[0]?.finish({ ...recorded, hasAudio: true })
    await settled()
    expect(told.clips).toMatchObject([{ hasAudio: true }])
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(7_600) })
    await clock.advance(20_000)
    expect(recorders.started[0]?.stops).toBe(0)
  })
})

describe('a browser that does not record', () => {
  it('is reported, asked again only after the cooldown, and motion is still watched', async () => {
    const test = await startTestWatch()
    test.recorders.isUnable = true
    test.frames.flicker = 100
    await test.clock.advance(600)
    expect([test.recorders.asked, test.told.failures]).toEqual([1, 1])
    expect(test.told.cycles).toEqual([{ phase: 'idle', lastEndedAtMs: test.atMs(600) }])
    await test.clock.advance(4_999)
    expect(test.recorders.asked).toBe(1)
    expect(test.told.differences.length).toBeGreaterThan(10)
    test.recorders.isUnable = false
    await test.clock.advance(300)
    expect(test.recorders.started.length).toBe(1)
  })

  it('is reported when a recording yields nothing, and the next motion is recorded', async () => {
    const { clock, frames, recorders, told } = await startRecording()
    recorders.started[0]?.finish(null)
    await settled()
    expect([told.clips.length, told.failures]).toEqual([0, 1])
    frames.flicker = 100
    await clock.advance(5_300)
    expect(recorders.started.length).toBe(2)
  })

  it('is given up 5 s after the clip should have come, and the next motion is recorded', async () => {
    const test = await startTestWatch()
    test.recorders.isHanging = true
    await test.clock.advance(300)
    await test.move()
    await test.clock.advance(19_999)
    expect(test.told.failures).toBe(0)
    await test.clock.advance(1)
    expect([test.told.failures, test.told.clips.length]).toEqual([1, 0])
    expect(test.told.cycles.at(-1)?.phase).toBe('idle')
    test.recorders.isHanging = false
    test.frames.flicker = 100
    await test.clock.advance(5_300)
    expect(test.recorders.started.length).toBe(2)
  })
})
