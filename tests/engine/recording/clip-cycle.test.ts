import { describe, expect, it } from 'vitest'
import { startTestCycle } from '../../support/engine/clip-cycle'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { settled } from '../../support/manual-clock'

/** A cycle whose first motion was a moment ago. */
async function startRecording(options?: Parameters<typeof startTestCycle>[0]) {
  const test = startTestCycle(options)
  test.cycle.noteMotion()
  await settled()
  return test
}

describe('the cycle of a camera’s clips', () => {
  it('goes from idle to recording to idle with the time recorded (REC-08, REC-09)', async () => {
    const { clock, cycle, told, atMs } = await startRecording()
    expect([told.cycles, cycle.isRecording]).toEqual([[{ phase: 'recording', startedAtMs: atMs(0) }], true])
    await clock.advance(10_000)
    expect(told.cycles.slice(1)).toEqual([{ phase: 'idle', lastEndedAtMs: atMs(10_000) }])
    expect(cycle.isRecording).toBe(false)
  })

  it('reaches back 5 s before the motion (CLIP-02)', async () => {
    const { take, atMs } = await startRecording()
    expect(take().fromMs).toBe(atMs(-5_000))
  })

  it('starts no second clip while one is recorded, though motion goes on (REC-08)', async () => {
    const { moveFor, recorders } = startTestCycle()
    await moveFor(9_900)
    expect(recorders.asked).toBe(1)
  })

  it('starts the next clip no sooner than 5 s after the last one ended (REC-03)', async () => {
    const { clock, cycle, recorders } = await startRecording()
    await clock.advance(14_999)
    cycle.noteMotion()
    expect(recorders.asked).toBe(1)
    await clock.advance(1)
    cycle.noteMotion()
    expect(recorders.asked).toBe(2)
  })

  it('counts the cooldown from a recording that ended before this watch began, too (REC-03, X-41)', async () => {
    const lastEndedAtMs = startTestCycle().atMs(-1_000)
    const { clock, cycle, recorders } = startTestCycle({ lastEndedAtMs })
    await clock.advance(3_999)
    cycle.noteMotion()
    expect(recorders.asked).toBe(0)
    await clock.advance(1)
    cycle.noteMotion()
    expect(recorders.asked).toBe(1)
  })

  it('ends when it is asked to, and the clip until then is handed over (REC-09)', async () => {
    const { clock, cycle, log, take, told, atMs } = await startRecording()
    await clock.advance(4_000)
    cycle.end()
    expect(take().stoppedAt).toEqual([{ atMs: atMs(4_000), hasFrame: true }])
    await settled()
    expect(log.clips).toMatchObject([{ startedAtMs: atMs(-5_000) }])
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(4_000) })
    expect(clock.pending()).toEqual([])
    cycle.end()
    expect(take().stops).toBe(1)
  })

  it('ends when the recording does by itself, and its clip is handed over', async () => {
    const { clock, log, take, told, atMs } = await startRecording()
    await clock.advance(7_000)
    take().end()
    expect([log.clips.length, told.failures]).toEqual([1, 0])
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(7_000) })
    await clock.advance(20_000)
    expect([take().stops, clock.pending()]).toEqual([0, []])
  })

  it('does not wait for the end of a clip that takes long to be handed over', async () => {
    const { clock, cycle, log, recorders } = startTestCycle()
    recorders.isHanging = true
    cycle.noteMotion()
    await clock.advance(15_000)
    cycle.noteMotion()
    await settled()
    expect([recorders.asked, log.openIds]).toEqual([2, ['clip-1', 'clip-2']])
    recorders.started[0]?.end()
    expect([log.clips.length, cycle.isRecording]).toEqual([1, true])
  })
})

describe('what a cycle tells of its clips', () => {
  it('is its beginning with id, time of day and sound, its parts in order, and its end (REC-12)', async () => {
    const { clock, cycle, log, recorders, take, atMs } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    await clock.advance(80)
    take().begin(atMs(-3_000.4), true)
    take().give('one ')
    take().give('two')
    expect([log.openIds, log.clips]).toEqual([['clip-1'], []])
    await clock.advance(15_000)
    expect(log.clips).toMatchObject([
      { id: 'clip-1', startedAtMs: atMs(-3_000), mediaType: 'video/webm', hasAudio: true, content: 'one two' },
    ])
  })

  it('is an id of its own for each (HUB-12)', async () => {
    const { clock, log, moveFor } = startTestCycle()
    await moveFor(20_000)
    await clock.advance(15_000)
    expect(log.clips.map(({ id }) => id)).toEqual(['clip-1', 'clip-2'])
  })

  it('is a picture of the moment of motion, also where that is made before the clip has begun', async () => {
    const { clock, cycle, frames, log, recorders, take, atMs } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    expect(frames.stills).toEqual([{ maxWidth: 640, quality: 0.5 }])
    await clock.advance(500)
    take().begin(atMs(0))
    take().end()
    expect(log.clips[0]?.thumbnail).toBe(frames.picture)
  })

  it('is that picture also where it takes longer than the beginning', async () => {
    const { cycle, frames, log, take } = startTestCycle()
    frames.holdStills()
    cycle.noteMotion()
    await settled()
    frames.letStillsGo()
    await settled()
    take().end()
    expect(log.clips[0]?.thumbnail).toBe(frames.picture)
  })

  it('is a clip without a picture where none could be made', async () => {
    const { clock, cycle, frames, log } = startTestCycle()
    frames.picture = null
    cycle.noteMotion()
    await clock.advance(15_000)
    expect(log.clips).toMatchObject([{ id: 'clip-1', thumbnail: null }])
  })
})

describe('the frames of a clip', () => {
  it('are taken 15 times a second from the moment of motion on, and one at the end (CLIP-05)', async () => {
    const { clock, take, atMs } = await startRecording()
    expect(take().addedAtMs).toEqual([atMs(0)])
    await clock.advance(10_000)
    const { addedAtMs, stoppedAt } = take()
    expect(addedAtMs.length).toBeGreaterThan(145)
    expect(addedAtMs.length).toBeLessThanOrEqual(152)
    expect(stoppedAt).toEqual([{ atMs: atMs(10_000), hasFrame: true }])
  })

  it('are fewer in mid-clip on a busy machine, 8 a second and then 5 (CLIP-05, LESS-03)', async () => {
    const { clock, less, take } = await startRecording()
    const countFor = async (ms: number) => {
      const before = take().addedAtMs.length
      await clock.advance(ms)
      return (take().addedAtMs.length - before) / (ms / 1_000)
    }
    less.add('half-rate')
    expect(Math.round(await countFor(3_000))).toBeOneOf([7, 8])
    less.add('low-rate')
    expect(Math.round(await countFor(3_000))).toBe(5)
    less.clear()
    expect(Math.round(await countFor(2_000))).toBeGreaterThanOrEqual(14)
  })

  it('keep their rate where the page comes to look late, and do not make up for a long pause (LESS-09)', async () => {
    const { clock, less, take } = await startRecording()
    less.add('low-rate')
    const addedIn = async (looks: number, apartMs: number) => {
      const before = take().addedAtMs.length
      for (let i = 0; i < looks; i++) {
        clock.block(apartMs)
        await clock.advance(0)
      }
      return take().addedAtMs.length - before
    }
    expect(await addedIn(40, 130)).toBeOneOf([25, 26, 27])
    expect(await addedIn(1, 2_000)).toBeLessThanOrEqual(2)
    expect(await addedIn(6, 33)).toBeLessThanOrEqual(2)
  })

  it('keep their size to the end of the clip: the next one is smaller (LESS-03)', async () => {
    const { clock, cycle, less, recorders } = await startRecording()
    less.add('smaller-clips')
    await clock.advance(30_000)
    cycle.noteMotion()
    expect(recorders.started.map(({ size }) => size)).toEqual(['whole', 'half'])
  })

  it('are left out while the camera gives no new one', async () => {
    const { clock, frames, take } = await startRecording()
    frames.isDark = true
    await clock.advance(10_000)
    expect([take().addedAtMs.length, take().stoppedAt[0]?.hasFrame]).toEqual([1, false])
  })

  it('are not taken for a recorder that records the stream itself', async () => {
    const { clock, cycle, frames, recorders, take } = startTestCycle()
    frames.isOnCanvas = true
    recorders.wantsFrames = false
    cycle.noteMotion()
    await clock.advance(15_000)
    expect([recorders.started.length, take().addedAtMs, take().stoppedAt[0]?.hasFrame]).toEqual([1, [], false])
  })

  it.each([false, true])(
    'end where they come from a canvas from then on, and the browser records what goes on (CLIP-10), by hand: %s',
    async (isByHand) => {
      const { clock, cycle, frames, log, recorders, atMs } = startTestCycle()
      if (isByHand) cycle.recordNow()
      else cycle.noteMotion()
      await clock.advance(4_000)
      frames.isOnCanvas = true
      recorders.wantsFrames = false
      await clock.advance(33)
      expect([recorders.started.length, recorders.started[0]?.stoppedAt.map(({ hasFrame }) => hasFrame)]).toEqual([
        2,
        [false],
      ])
      await clock.advance(20_000)
      expect(log.clips.map(({ id, isByHand = false }) => [id, isByHand])).toEqual([
        ['clip-1', isByHand],
        ['clip-2', isByHand],
      ])
      expect(recorders.started[1]?.stops).toBe(1)
      expect((log.clips[1]?.startedAtMs ?? 0) - atMs(0)).toBeLessThan(4_100)
    },
  )

  it('go on where the encoders turn out to be unable for other cameras', async () => {
    const { clock, recorders, take } = await startRecording()
    recorders.wantsFrames = false
    await clock.advance(1_000)
    expect([recorders.started.length, take().stops, take().addedAtMs.length > 14]).toEqual([1, 0, true])
  })

  it('are kept before the motion as clones of the checked ones, and not while one is recorded', async () => {
    const { clock, cycle, recorders, atMs } = startTestCycle()
    const keep = () => {
      const checked = fakeVideoFrame()
      cycle.noteFrame(checked.frame)
      return { isClosed: checked.isClosed, clones: checked.clones.map(({ isClosed }) => isClosed) }
    }
    expect(keep()).toEqual({ isClosed: false, clones: [true] })
    cycle.noteMotion()
    expect(keep()).toEqual({ isClosed: false, clones: [] })
    await clock.advance(10_000)
    keep()
    expect(recorders.opened[0]?.keptAtMs).toEqual([atMs(0), atMs(10_000)])
  })

  it('are not kept for a recorder that has no pre-roll, nor where none is wanted', () => {
    const { cycle, recorders } = startTestCycle()
    const cloned = () => {
      const checked = fakeVideoFrame()
      cycle.noteFrame(checked.frame)
      return checked.clones.length
    }
    recorders.wantsFrames = false
    expect(cloned()).toBe(0)
    recorders.wantsFrames = true
    cycle.setPreRoll(0)
    expect(cloned()).toBe(0)
    cycle.setPreRoll(2_000)
    expect([cloned(), recorders.opened[0]?.preRollMs]).toEqual([1, 2_000])
  })

  it('reach back less far where less pre-roll is kept', async () => {
    const { cycle, take, atMs } = startTestCycle()
    cycle.setPreRoll(2_000)
    cycle.noteMotion()
    expect(take().fromMs).toBe(atMs(-2_000))
  })

  it('reach back all the way with a new watch, also where an earlier one had less', () => {
    const { recorders } = startTestCycle()
    expect(recorders.opened[0]?.preRollMs).toBe(5_000)
  })
})

describe('a browser that does not record', () => {
  it('is reported, and asked again only after the cooldown', async () => {
    const { clock, cycle, recorders, told, atMs } = startTestCycle()
    recorders.isUnable = true
    cycle.noteMotion()
    expect([recorders.asked, told.failures, told.cycles]).toEqual([1, 1, [{ phase: 'idle', lastEndedAtMs: atMs(0) }]])
    await clock.advance(4_999)
    cycle.noteMotion()
    expect(recorders.asked).toBe(1)
    recorders.isUnable = false
    await clock.advance(1)
    cycle.noteMotion()
    expect(recorders.started.length).toBe(1)
  })

  it('is reported when a recording fails before it began: there is no clip', async () => {
    const { cycle, log, recorders, take, told } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    take().end('no-frame')
    expect([log.clips, told.failures, cycle.isRecording]).toEqual([[], 1, false])
  })

  it('is followed by one more try where it came to nothing on a busy machine, for the motion that goes on', async () => {
    const { clock, cycle, log, recorders, told } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    await clock.advance(2_000)
    recorders.isBeginning = true
    recorders.started[0]?.end('no-answer')
    await clock.advance(1)
    cycle.end()
    await clock.advance(1)
    expect([recorders.started.length, log.clips.length, told.failures]).toEqual([2, 1, 0])
  })

  it('is tried once more only, and then reported', () => {
    const { cycle, recorders, told } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    recorders.started[0]?.end('no-answer')
    recorders.started[1]?.end('no-answer')
    expect([recorders.started.length, told.failures, cycle.isRecording]).toEqual([2, 1, false])
  })

  it('is reported when a recording breaks off, and what there is is handed over', async () => {
    const { clock, log, take, told, atMs } = await startRecording()
    await clock.advance(3_000)
    take().end('broke-off')
    expect([log.clips.length, told.failures]).toEqual([1, 1])
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(3_000) })
  })

  it('is given up when a recording has not begun after 10 s, and the next motion is recorded', async () => {
    const { clock, cycle, recorders, take } = startTestCycle()
    recorders.isBeginning = false
    cycle.noteMotion()
    await clock.advance(9_999)
    expect(take().stops).toBe(0)
    await clock.advance(1)
    expect([take().stops, cycle.isRecording]).toEqual([1, false])
    await clock.advance(5_000)
    cycle.noteMotion()
    expect(recorders.started.length).toBe(2)
  })

  it('is tried once more at once where nothing began in 10 s since the encoder hangs (CODEC-04)', async () => {
    const { clock, cycle, log, recorders, told } = startTestCycle()
    recorders.isBeginning = false
    recorders.isHanging = true
    cycle.noteMotion()
    await clock.advance(9_999)
    expect(recorders.started.length).toBe(1)
    recorders.isBeginning = true
    await clock.advance(1)
    expect([recorders.started.length, recorders.started[0]?.stops, cycle.isRecording]).toEqual([2, 0, true])
    await clock.advance(1)
    expect([log.openIds, told.failures]).toEqual([['clip-1'], 0])
  })
})
