import { describe, expect, it } from 'vitest'
import { DARK_BRIGHTNESS } from '../../../src/engine/motion/detection'
import { lessSteps } from '../../../src/engine/pacing/less'
import { deferred } from '../../support/deferred'
import { checkLoops } from '../../support/engine/check-loop'
import { lost, measured, nothing, unmeasurable } from '../../support/engine/check-results'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { settled } from '../../support/manual-clock'

describe('the sight of a watched camera (ENG-12)', () => {
  it('stays while checks come, and nothing is told', async () => {
    const { clock, start } = checkLoops()
    const { loop, sights } = start()
    await clock.advance(60_000)
    expect([loop.sight.phase, sights]).toEqual(['seeing', []])
  })

  it('is paused within 5 s when the camera gives no frames, and back by itself with the first', async () => {
    const { clock, start } = checkLoops()
    const { frames, loop, sights } = start()
    await clock.advance(3_000)
    frames.isDark = true
    await clock.advance(5_000)
    expect(sights).toEqual([{ phase: 'paused', why: 'no-frames' }])
    await clock.advance(60_000)
    frames.isDark = false
    await clock.advance(300)
    expect([loop.sight.phase, sights.length]).toEqual(['seeing', 2])
  })

  it('is paused within 5 s when a frame is waited for that never comes', async () => {
    const { clock, start } = checkLoops()
    const { frames, sights } = start()
    frames.gate = deferred<void>().promise
    await clock.advance(5_000)
    expect(sights).toEqual([{ phase: 'paused', why: 'no-frames' }])
  })

  it('is paused within 5 s when the clock of the checks stops, which only the page’s own clock can tell', async () => {
    const { clock, start, workerClock } = checkLoops()
    const { loop, sights } = start()
    await clock.advance(3_000)
    workerClock.throttle()
    await clock.advance(5_000)
    expect(sights).toEqual([{ phase: 'paused', why: 'throttled' }])
    workerClock.release()
    await settled()
    expect(loop.sight.phase).toBe('seeing')
  })

  it('is paused within 5 s when the worker does not answer', async () => {
    const { clock, motion, start } = checkLoops()
    const { sights } = start()
    motion.takesMs = 60_000
    await clock.advance(5_000)
    expect(sights).toEqual([{ phase: 'paused', why: 'throttled' }])
  })

  it.each([unmeasurable, lost])('is paused when every check ends $kind', async (answer) => {
    const { clock, motion, start } = checkLoops()
    const { sights } = start()
    motion.answer = answer
    await clock.advance(5_000)
    expect(sights.at(-1)).toEqual({ phase: 'paused', why: 'unmeasurable' })
  })

  it('stays while checks have nothing to compare with: frames come', async () => {
    const { clock, motion, start } = checkLoops()
    const { sights } = start()
    motion.answer = nothing
    await clock.advance(10_000)
    expect(sights).toEqual([])
  })

  it('is not frozen in a dark room, where a sensor may show no noise, until there is light', async () => {
    const { clock, motion, start } = checkLoops()
    const { sights } = start()
    motion.answer = measured(0, true, DARK_BRIGHTNESS - 1)
    await clock.advance(60_000)
    expect(sights).toEqual([])
    motion.answer = measured(0, true, DARK_BRIGHTNESS)
    await clock.advance(10_600)
    expect(sights).toEqual([{ phase: 'frozen' }])
  })

  it('is frozen when the picture repeats for 10 s, and back with the first other one', async () => {
    const { clock, motion, start } = checkLoops()
    const { loop, sights } = start()
    motion.answer = measured(0, true)
    await clock.advance(10_000)
    expect(sights).toEqual([])
    await clock.advance(600)
    expect(sights).toEqual([{ phase: 'frozen' }])
    motion.answer = measured(0.01)
    await clock.advance(300)
    expect(loop.sight).toEqual({ phase: 'seeing' })
  })

  it('of one camera says nothing about another', async () => {
    const { clock, start } = checkLoops()
    const [dark, light] = [start('dark'), start('light')]
    dark.frames.isDark = true
    await clock.advance(6_000)
    expect([dark.loop.sight.phase, light.loop.sight.phase]).toEqual(['paused', 'seeing'])
  })
})

describe('the pace of a watched camera', () => {
  it('is the full one at first, with nothing dropped', async () => {
    const { clock, start } = checkLoops()
    const { loop, paces } = start()
    await clock.advance(60_000)
    expect(loop.pace).toEqual({ intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: [] })
    expect(paces).toEqual([])
  })

  it('counts the checks that come due while one is in flight, and those that a blocked page missed', async () => {
    const { clock, motion, start } = checkLoops()
    const { loop } = start()
    motion.takesMs = 700
    await clock.advance(1_200)
    expect([loop.pace.droppedChecks, motion.checks]).toEqual([2, 2])
    motion.takesMs = 0
    await clock.advance(1_000)
    const before = loop.pace.droppedChecks
    clock.block(1_000)
    await clock.advance(0)
    expect(loop.pace.droppedChecks - before).toBe(2)
  })

  it('stays that of all its checks, whatever the machine does with less of, and tells each step at once (ENG-09)', async () => {
    const { clock, motion, start } = checkLoops()
    const { loop, paces } = start()
    motion.takesMs = 160
    await clock.advance(3_600)
    expect(paces).toEqual([{ intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: ['half-rate'] }])
    await clock.advance(30_000)
    expect(loop.pace).toMatchObject({ intervalMs: 300, analysisWidth: 480, less: lessSteps })
    const before = motion.checks
    await clock.advance(3_000)
    expect([motion.checks - before, motion.options.get('front')?.analysisWidth]).toEqual([10, 480])
    motion.takesMs = 0
    await clock.advance(18_000)
    expect(loop.pace.less).toEqual(lessSteps.slice(0, -1))
    await clock.advance(8 * 15_000)
    expect(loop.pace.less).toEqual([])
  })

  it.each([
    { waitMs: 240, leastGrabs: 190 },
    { waitMs: 600, leastGrabs: 60 },
    { waitMs: 950, leastGrabs: 45 },
  ])(
    'does not blame the machine for a camera whose next frame comes $waitMs ms later (LESS-02)',
    async ({ waitMs, leastGrabs }) => {
      const { clock, frames, loop, pacer, start } = startSlowCamera(waitMs)
      const healthy = start('beside').loop
      await clock.advance(60_000)
      expect([pacer.isBehind, loop.pace.less, healthy.pace.less]).toEqual([false, [], []])
      expect(frames.grabs).toBeGreaterThan(leastGrabs)
    },
  )

  it('blames a machine that is slow itself, however long the camera’s frames are waited for (LESS-02)', async () => {
    const { clock, motion, pacer } = startSlowCamera(600)
    motion.takesMs = 200
    await clock.advance(6_000)
    expect(pacer.isBehind).toBe(true)
  })

  it('does not blame the machine for a camera that gives no frames at all', async () => {
    const { clock, frames, loop } = startSlowCamera(1_000)
    frames.isDark = true
    await clock.advance(60_000)
    expect([loop.pace.less, loop.pace.droppedChecks > 100]).toEqual([[], true])
  })

  it('tells counts every 5 s at most, and steps at once', async () => {
    const { clock, motion, start } = checkLoops()
    const { loop, paces } = start()
    motion.takesMs = 310
    await clock.advance(9_900)
    expect(paces.length).toBeGreaterThan(0)
    expect(paces.length).toBeLessThanOrEqual(2 + loop.pace.less.length)
  })
})

describe('several cameras', () => {
  it('do with less together: they share the machine', async () => {
    const { clock, motion, pacer, start } = checkLoops()
    const loops = ['a', 'b', 'c'].map((id) => start(id).loop)
    await clock.advance(3_000)
    expect(pacer.isBehind).toBe(false)
    motion.takesMs = 200
    await clock.advance(3_900)
    expect([pacer.isBehind, loops.map(({ pace }) => pace.less)]).toEqual([true, loops.map(() => ['half-rate'])])
  })

  it('up to four are checked at one moment, eight at two (ENG-10, LESS-06)', async () => {
    const { clock, motion, start } = checkLoops()
    const countsOf = async () => {
      const counts: number[] = []
      for (let eighth = 0; eighth < 8; eighth++) {
        const before = motion.checks
        await clock.advance(37.5)
        counts.push(motion.checks - before)
      }
      return counts.filter((count) => count > 0)
    }
    for (let i = 0; i < 4; i++) start(`camera-${i}`)
    await clock.advance(900)
    expect(await countsOf()).toEqual([4])
    for (let i = 4; i < 8; i++) start(`camera-${i}`)
    await clock.advance(1_200)
    expect(await countsOf()).toEqual([4, 4])
  })

  it('wake the page by one timer, and by no other while their turns come (LESS-07)', async () => {
    const { clock, start } = checkLoops()
    for (const id of ['a', 'b', 'c', 'd']) start(id)
    await clock.advance(3_000)
    // The next turn, and the look whether turns come at all, which each turn puts off.
    expect(clock.pending()).toEqual([300, 1_000])
  })
})

describe('the frames of a watched camera', () => {
  it('are shown to whoever may keep them before they go to be measured (CLIP-02)', async () => {
    const { clock, start } = checkLoops()
    const { frames, told } = start()
    frames.isOnCanvas = false
    await clock.advance(3_000)
    expect(told.frames).toBe(10)
  })

  it('are not shown where they are pixels of a canvas', async () => {
    const { clock, start } = checkLoops()
    const { told } = start()
    await clock.advance(3_000)
    expect([told.measured, told.frames]).toEqual([10, 0])
  })

  it('go over a canvas at the third in a row that cannot be measured: a camera may stumble (ENG-03)', async () => {
    const { clock, motion, start } = checkLoops()
    const { frames, told } = start()
    frames.isOnCanvas = false
    const answers = [unmeasurable, unmeasurable, measured(0.01), unmeasurable, lost, unmeasurable]
    for (const answer of answers) {
      motion.answer = answer
      await clock.advance(300)
      expect(frames.isOnCanvas).toBe(false)
    }
    motion.answer = unmeasurable
    await clock.advance(300)
    expect([frames.isOnCanvas, told.unmeasurable]).toEqual([true, 0])
  })
})

describe('frames that could not be measured', () => {
  /** A camera on the canvas, whose frames are measured where the test says so. */
  const startOnCanvas = async () => {
    const test = checkLoops(3_000)
    const started = test.start()
    const graphics = { isReadable: false }
    const triedAtMs: number[] = []
    test.motion.check = async (_, grabbed) => {
      if (grabbed.kind === 'pixels') return measured(0.01)
      triedAtMs.push(test.clock.monotonicMs())
      return graphics.isReadable ? measured(0.01) : unmeasurable
    }
    started.frames.isOnCanvas = false
    await test.clock.advance(9_000)
    expect([triedAtMs.length, started.paths.splice(0).at(-1)]).toEqual([3, 'canvas'])
    const [fellAtMs = 0] = triedAtMs.splice(0).slice(-1)
    /** Minutes since it fell back. */
    const tried = () => triedAtMs.map((atMs) => (atMs - fellAtMs) / 60_000)
    return { ...test, ...started, graphics, tried }
  }

  it('are tried again after a minute on the canvas, then after 2, 4, 8 and ever 10, one each time (ENG-03)', async () => {
    const { clock, frames, paths, told, tried } = await startOnCanvas()
    const framesBefore = told.frames
    await clock.advance(36 * 60_000)
    expect(tried()).toEqual([1, 3, 7, 15, 25, 35])
    expect([frames.isOnCanvas, paths, told.frames]).toEqual([true, ['canvas'], framesBefore])
  })

  it('come as before once one is measured, which is told, and are shown again to whoever may keep them (ENG-03)', async () => {
    const { clock, frames, graphics, paths, told, tried } = await startOnCanvas()
    const framesBefore = told.frames
    graphics.isReadable = true
    await clock.advance(60_000 + 30_000)
    expect([tried().length, frames.isOnCanvas, paths]).toEqual([11, false, ['canvas', 'video-frame']])
    expect(told.frames - framesBefore).toBe(10)
    graphics.isReadable = false
    await clock.advance(6_000)
    expect(frames.isOnCanvas).toBe(false)
    await clock.advance(3_000)
    expect(frames.isOnCanvas).toBe(true)
  })

  it('are not tried while a clip is under way, whose frames come from the canvas (CLIP-10)', async () => {
    const { clip, clock, tried } = await startOnCanvas()
    clip.isRecording = true
    await clock.advance(90_000)
    expect(tried()).toEqual([])
    clip.isRecording = false
    await clock.advance(3_000)
    expect(tried()).toEqual([1.55])
  })
})

describe('a check loop that is stopped', () => {
  it('closes a frame that comes only afterwards, and does not send it', async () => {
    const { clock, motion, start } = checkLoops()
    const { frames, loop } = start()
    const late = fakeVideoFrame()
    const gate = deferred<void>()
    frames.grab = async () => {
      await gate.promise
      return { kind: 'frame', frame: late.frame }
    }
    await clock.advance(300)
    loop.stop()
    gate.resolve()
    await settled()
    expect([late.isClosed, motion.checks]).toEqual([true, 0])
  })

  it('leaves no timer, and tells nothing more', async () => {
    const { clock, motion, start } = checkLoops()
    const { loop, paces, sights, told } = start()
    motion.takesMs = 200
    await clock.advance(400)
    loop.stop()
    await clock.advance(60_000)
    expect([clock.pending(), paces, sights, told.measured]).toEqual([[], [], [], 0])
  })
})

/** A camera whose frames come so long after they were asked for. */
function startSlowCamera(waitMs: number) {
  const test = checkLoops()
  const started = test.start()
  const { frames } = started
  const grab = frames.grab.bind(frames)
  frames.grab = async () => {
    await new Promise<void>((resolve) => test.clock.after(waitMs, resolve))
    return grab()
  }
  return { ...test, ...started }
}
