import { describe, expect, it } from 'vitest'
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

describe('the pace of a watched camera (ENG-09)', () => {
  it('is the full one at first, with nothing dropped', async () => {
    const { clock, start } = checkLoops()
    const { loop, paces } = start()
    await clock.advance(60_000)
    expect(loop.pace).toEqual({
      intervalMs: 300,
      analysisWidth: 480,
      preRollShare: 1,
      droppedChecks: 0,
      isReduced: false,
    })
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

  it('goes down a step after 10 s of late checks: less pre-roll is kept, and it is told at once (ENG-09)', async () => {
    const { clock, motion, start } = checkLoops()
    const { paces } = start()
    motion.takesMs = 160
    await clock.advance(11_000)
    const full = { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, isReduced: false }
    expect(paces).toEqual([{ ...full, preRollShare: 0.4 }])
    await clock.advance(10_200)
    expect(paces.slice(1)).toEqual([{ ...full, preRollShare: 0 }])
  })

  it('goes down to fewer columns only when no pre-roll is left to give up (ENG-09)', async () => {
    const { clock, motion, start } = checkLoops()
    const { paces } = start()
    motion.takesMs = 160
    await clock.advance(32_000)
    expect(paces.at(-1)).toMatchObject({ intervalMs: 300, analysisWidth: 160, preRollShare: 0 })
    expect(motion.options.get('front')?.analysisWidth).toBe(160)
  })

  it('goes on down to checks every second, and back up to the full pace when the machine has room', async () => {
    const { clock, motion, start } = checkLoops()
    const { loop } = start()
    motion.takesMs = 5_000
    await clock.advance(300_000)
    expect(loop.pace).toMatchObject({ intervalMs: 1_000, analysisWidth: 160 })
    motion.takesMs = 0
    await clock.advance(10_000)
    const checksBefore = motion.checks
    await clock.advance(10_000)
    expect(motion.checks - checksBefore).toBe(10)
    await clock.advance(7 * 31_000)
    expect(loop.pace).toMatchObject({ intervalMs: 300, analysisWidth: 480, isReduced: false })
    expect(motion.options.get('front')?.analysisWidth).toBe(480)
  })

  it('keeps its step when the settings change', async () => {
    const { clock, loop, motion } = await reduced()
    loop.setDetection({ method: 'adaptive', ignoredZones: [3], wantsHeat: true })
    expect(motion.options.get('front')).toEqual({
      method: 'adaptive',
      ignoredZones: [3],
      wantsHeat: true,
      analysisWidth: 160,
    })
    await clock.advance(300)
    expect(loop.pace.analysisWidth).toBe(160)
  })

  it('does not blame the machine for a camera that gives few frames in the dark', async () => {
    const { clock, frames, loop } = startSlowCamera(240)
    await clock.advance(60_000)
    expect([loop.pace.isReduced, frames.grabs > 190]).toEqual([false, true])
  })

  it('does not blame the machine for a camera that gives no frames at all', async () => {
    const { clock, frames, loop } = startSlowCamera(1_000)
    frames.isDark = true
    await clock.advance(60_000)
    expect([loop.pace.isReduced, loop.pace.droppedChecks > 100]).toEqual([false, true])
  })

  it('tells counts every 5 s at most', async () => {
    const { clock, motion, start } = checkLoops()
    const { paces } = start()
    motion.takesMs = 310
    await clock.advance(9_900)
    expect(paces.length).toBeGreaterThan(0)
    expect(paces.length).toBeLessThanOrEqual(2)
  })
})

describe('the budget of several cameras (ENG-09)', () => {
  it('takes one camera at a time down a step', async () => {
    const { clock, motion, start } = checkLoops()
    const loops = ['a', 'b', 'c'].map((id) => start(id).loop)
    motion.takesMs = 200
    await clock.advance(11_000)
    expect(loops.filter(({ pace }) => pace.preRollShare < 1).length).toBe(1)
    await clock.advance(22_000)
    expect(loops.map(({ pace }) => pace.preRollShare)).toEqual([0.4, 0.4, 0.4])
  })

  it('says at once that checks are late, so that less important work can wait', async () => {
    const { clock, motion, pacer, start } = checkLoops()
    start()
    await clock.advance(3_000)
    expect(pacer.isLate).toBe(false)
    motion.takesMs = 200
    await clock.advance(1_500)
    expect(pacer.isLate).toBe(true)
  })

  it('takes turns for the worker: the checks of eight cameras are spread over the interval', async () => {
    const { clock, motion, start } = checkLoops()
    for (let i = 0; i < 8; i++) start(`camera-${i}`)
    await clock.advance(900)
    const counts: number[] = []
    for (let eighth = 0; eighth < 8; eighth++) {
      const before = motion.checks
      await clock.advance(37.5)
      counts.push(motion.checks - before)
    }
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
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

/** A loop three steps down. */
async function reduced() {
  const test = checkLoops()
  const { loop } = test.start()
  test.motion.takesMs = 160
  await test.clock.advance(32_000)
  return { ...test, loop }
}

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
