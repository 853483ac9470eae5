import { describe, expect, it } from 'vitest'
import { deferred } from '../../support/deferred'
import { classic } from '../../support/engine/check-results'
import { startTestWatch } from '../../support/engine/motion-watch'
import { settled } from '../../support/manual-clock'

describe('a motion watch', () => {
  it('checks every 300 ms (REC-01)', async () => {
    const { clock, frames } = await startTestWatch()
    await clock.advance(299)
    expect(frames.grabs).toBe(0)
    await clock.advance(1)
    expect(frames.grabs).toBe(1)
    await clock.advance(2_700)
    expect(frames.grabs).toBe(10)
  })

  it('tells the difference of every check but the first, which has nothing to compare with (REC-06)', async () => {
    const { clock, frames, told } = await startTestWatch()
    await clock.advance(300)
    expect(told.differences).toEqual([])
    await clock.advance(300)
    frames.changeBy(51)
    await clock.advance(300)
    expect(told.differences).toEqual([0, 51 / 255])
  })

  it('records at a difference above the threshold and not below it: 6 greys against 5 at sensitivity 50 (REC-06)', async () => {
    const { clock, frames, recorders } = await startTestWatch(50)
    await clock.advance(300)
    frames.changeBy(5)
    await clock.advance(300)
    expect(recorders.started.length).toBe(0)
    frames.changeBy(6)
    await clock.advance(300)
    expect(recorders.started.length).toBe(1)
  })

  it('begins no clip by motion where the mode does not record, goes on checking, and records what is asked for (MODE-11)', async () => {
    const { clock, watch, told, recorders, move } = await startTestWatch()
    await clock.advance(300)
    watch.setMotionRecorded(false)
    await move()
    expect([told.differences.length > 0, recorders.started.length]).toEqual([true, 0])
    expect([watch.recordNow(), recorders.started.length]).toEqual([true, 1])
    watch.setMotionRecorded(true)
    await move()
    expect(recorders.started.length).toBe(1)
  })

  it('a clip under way goes on when the mode stops recording (MODE-11)', async () => {
    const { clock, watch, recorders, move } = await startTestWatch()
    await clock.advance(300)
    await move()
    watch.setMotionRecorded(false)
    await move()
    expect([watch.isRecording, recorders.started.length]).toEqual([true, 1])
  })

  it('does not record at a difference that is just the threshold: 51 of 1275 at sensitivity 1 (REC-08)', async () => {
    const { clock, frames, recorders, told } = await startTestWatch(1)
    frames.greys = [10, 20, 30, 40, 50]
    await clock.advance(300)
    frames.greys = [20, 30, 40, 50, 61]
    await clock.advance(300)
    expect(told.differences).toEqual([0.04])
    expect(recorders.started.length).toBe(0)
    frames.greys = [10, 20, 30, 40, 49]
    await clock.advance(300)
    expect(recorders.started.length).toBe(1)
  })

  it('takes a new sensitivity at the next check (REC-06)', async () => {
    const { clock, frames, recorders, watch } = await startTestWatch(0)
    await clock.advance(300)
    frames.changeBy(9)
    await clock.advance(300)
    expect(recorders.started.length).toBe(0)
    watch.setSensitivity(100)
    frames.changeBy(1)
    await clock.advance(300)
    expect(recorders.started.length).toBe(1)
  })

  it('goes on after a check without a frame, comparing with the last frame there was', async () => {
    const { clock, frames, told } = await startTestWatch()
    await clock.advance(300)
    frames.isDark = true
    await clock.advance(300)
    expect(told.differences).toEqual([])
    frames.isDark = false
    frames.changeBy(51)
    await clock.advance(300)
    expect(told.differences).toEqual([51 / 255])
  })

  it('has one check in flight; checks that come due meanwhile are dropped and counted (ENG-04)', async () => {
    const { clock, frames, told, watch } = await startTestWatch()
    const gate = deferred<void>()
    frames.gate = gate.promise
    await clock.advance(1_200)
    expect([frames.grabs, watch.pace.droppedChecks]).toEqual([1, 3])
    frames.gate = null
    gate.resolve()
    await settled()
    await clock.advance(600)
    expect([frames.grabs, watch.pace.droppedChecks]).toEqual([3, 3])
    expect(told.differences).toEqual([0, 0])
  })

  it('has frames that cannot be measured drawn on a canvas, and says nothing: that helps (ENG-03)', async () => {
    const { clock, frames, told } = await startTestWatch()
    frames.isOnCanvas = false
    await clock.advance(899)
    expect(frames.isOnCanvas).toBe(false)
    await clock.advance(1)
    expect([frames.isOnCanvas, told.differences]).toEqual([true, []])
    await clock.advance(300)
    frames.changeBy(51)
    await clock.advance(300)
    expect(told.differences).toEqual([51 / 255])
    expect(told.unmeasurable).toBe(0)
  })

  it('leaves frames on the canvas while a clip is under way (CLIP-10)', async () => {
    const { clock, frames, watch } = await startTestWatch()
    let left = 0
    frames.leaveCanvas = () => void left++
    frames.isOnCanvas = false
    await clock.advance(55_000)
    watch.recordNow()
    await clock.advance(9_000)
    expect([watch.isRecording, left]).toEqual([true, 0])
    await clock.advance(10_000)
    expect([watch.isRecording, left]).toEqual([false, 1])
  })

  it('says once that frames cannot be measured, on the canvas either, and goes on trying (ENG-03)', async () => {
    const { clock, frames, told } = await startTestWatch()
    const { greys } = frames
    frames.isOnCanvas = false
    frames.greys = []
    await clock.advance(900)
    expect(told.unmeasurable).toBe(0)
    await clock.advance(2_400)
    expect([told.unmeasurable, frames.grabs]).toEqual([1, 11])
    frames.greys = greys
    await clock.advance(600)
    expect(told.differences).toEqual([0])
  })

  it('takes a check that the worker did not answer for no frame that cannot be measured', async () => {
    const { clock, frames, motion, told } = await startTestWatch()
    frames.isOnCanvas = false
    motion.isLost = true
    await clock.advance(900)
    expect([frames.isOnCanvas, told.unmeasurable, frames.grabs]).toEqual([false, 0, 3])
  })

  it('lets an answer go that its frame cannot be measured when it was stopped meanwhile', async () => {
    const { clock, frames, motion, told, watch } = await startTestWatch()
    const gate = deferred<void>()
    frames.isOnCanvas = false
    motion.answerGate = gate.promise
    await clock.advance(300)
    watch.stop()
    gate.resolve()
    await settled()
    expect([frames.isOnCanvas, told.unmeasurable]).toEqual([false, 0])
  })

  it('takes its slot while it runs and gives it back when stopped, once (ENG-01)', async () => {
    const { motion, watch } = await startTestWatch()
    expect([...motion.opened]).toEqual(['front'])
    watch.stop()
    expect([...motion.opened]).toEqual([])
    motion.open('front', classic)
    watch.stop()
    expect([...motion.opened]).toEqual(['front'])
  })

  it('checks nothing and records nothing once stopped (REC-14)', async () => {
    const { clock, frames, recorders, watch } = await startTestWatch()
    await clock.advance(600)
    watch.stop()
    frames.flicker = 100
    await clock.advance(60_000)
    expect([frames.grabs, recorders.started.length, clock.pending().length]).toEqual([2, 0, 0])
  })

  it('lets the answer of a check that was in flight when it stopped go: no event, no recording (REC-14)', async () => {
    const { clock, frames, motion, recorders, told, watch } = await startTestWatch()
    const gate = deferred<void>()
    await clock.advance(300)
    frames.changeBy(100)
    motion.answerGate = gate.promise
    await clock.advance(300)
    watch.stop()
    gate.resolve()
    await settled()
    expect([told.differences.length, recorders.asked]).toEqual([0, 0])
  })
})

describe('the clips of a motion watch', () => {
  it('are recorded of the stream of its camera, and end with the watch (REC-09)', async () => {
    const { clock, frames, log, recorders, stream, told, watch, atMs } = await startTestWatch()
    await clock.advance(300)
    frames.changeBy(50)
    await clock.advance(300)
    expect([watch.isRecording, recorders.opened[0]?.stream]).toEqual([true, stream])
    await clock.advance(4_000)
    watch.stop()
    await settled()
    expect(log.clips).toMatchObject([{ id: 'clip-1' }])
    expect(log.clips[0]?.thumbnail).toBe(frames.picture)
    expect(told.cycles.at(-1)).toEqual({ phase: 'idle', lastEndedAtMs: atMs(4_600) })
    expect(clock.pending()).toEqual([])
  })

  it('come one after the other while motion goes on, 5 s after the end of the one before (REC-03)', async () => {
    const { clock, frames, told, atMs } = await startTestWatch()
    frames.flicker = 100
    await clock.advance(16_000)
    expect(told.cycles).toEqual([
      { phase: 'recording', startedAtMs: atMs(600) },
      { phase: 'idle', lastEndedAtMs: atMs(10_600) },
      { phase: 'recording', startedAtMs: atMs(15_600) },
    ])
  })

  it('go on while motion does, where the user chose so, from when that was chosen', async () => {
    const { clock, frames, log, watch } = await startTestWatch()
    frames.flicker = 100
    await clock.advance(900)
    watch.setLongestClip(60_000)
    await clock.advance(50_000)
    expect([log.clips.length, watch.isRecording]).toEqual([0, true])
    await clock.advance(6_000)
    expect(log.clips.length).toBe(1)
  })

  it('may begin with the frames that were checked, and still are (CLIP-02)', async () => {
    const { clock, frames, motion, recorders, atMs } = await startTestWatch()
    frames.isOnCanvas = false
    motion.isLost = true
    await clock.advance(900)
    expect(recorders.opened[0]?.keptAtMs).toEqual([atMs(300), atMs(600), atMs(900)])
  })

  it('reach back less far on a machine that is far behind, and then not at all (LESS-01)', async () => {
    const { clock, frames, motion, recorders, watch } = await startTestWatch()
    frames.flicker = 1
    const slow = () => {
      motion.answerGate = new Promise((resolve) => clock.after(200, () => resolve()))
    }
    const cancel = clock.every(300, slow)
    await clock.advance(14_500)
    expect([watch.pace.less.at(-1), recorders.opened[0]?.preRollMs]).toEqual(['no-previews', 5_000])
    await clock.advance(2_100)
    expect([watch.pace.less.at(-1), recorders.opened[0]?.preRollMs]).toEqual(['short-pre-roll', 2_000])
    await clock.advance(2_100)
    cancel()
    expect([watch.pace.less.at(-1), recorders.opened[0]?.preRollMs]).toEqual(['no-pre-roll', 0])
  })

  it('reach back all the way again with a new watch', async () => {
    const { recorders } = await startTestWatch()
    expect(recorders.opened[0]?.preRollMs).toBe(5_000)
  })
})
