import { describe, expect, it } from 'vitest'
import type { CaptureState } from '../../../src/engine/capture/capture-state'
import { FakeMedia } from '../../support/browser/fake-media'
import { motionOff, testCapture, watching } from '../../support/capture'

const fullPace = { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: [] }

async function start(options = watching) {
  const test = await testCapture(new FakeMedia(), options)
  await test.capture.start()
  const [frames] = test.frames
  if (frames === undefined) throw new Error('no frames were made')
  // A live camera: no two frames are the same.
  frames.flicker = 1
  const running = (): Extract<CaptureState, { phase: 'running' }> => {
    if (test.capture.state.phase !== 'running') throw new Error(`It is ${test.capture.state.phase}.`)
    return test.capture.state
  }
  return { ...test, frames, running }
}

describe('the state of a running camera (ENG-12)', () => {
  it('says how its frames come, that it sees, and its pace', async () => {
    const { frames, running } = await start()
    expect(running()).toMatchObject({ path: frames.path, sight: { phase: 'seeing' }, pace: fullPace })
  })

  it('is told when it changes and not with every check', async () => {
    const { clock, told } = await start()
    const before = told.states.length
    await clock.advance(600_000)
    expect(told.states.length).toBe(before)
  })

  it('says why when its frames come from the canvas from now on', async () => {
    const test = await testCapture(new FakeMedia(), watching)
    await test.capture.start()
    if (test.frames[0]) test.frames[0].isOnCanvas = false
    test.told.states.length = 0
    await test.clock.advance(900)
    expect(test.told.states).toMatchObject([{ path: { frames: 'canvas', why: 'Frames come by canvas.' } }])
  })

  it('is paused within 5 s without frames, and back with the next one', async () => {
    const { clock, frames, running } = await start()
    await clock.advance(1_000)
    frames.isDark = true
    await clock.advance(5_000)
    expect(running()).toMatchObject({ sight: { phase: 'paused', why: 'no-frames' }, motion: { phase: 'watching' } })
    frames.isDark = false
    await clock.advance(600)
    expect(running().sight).toEqual({ phase: 'seeing' })
  })

  it('is frozen when one picture repeats for 10 s', async () => {
    const { clock, frames, running } = await start()
    frames.flicker = 0
    await clock.advance(11_000)
    expect(running().sight).toEqual({ phase: 'frozen' })
  })

  it('sees and has its full pace while motion is off: nothing is looked for', async () => {
    const { capture, clock, frames, running } = await start()
    frames.isDark = true
    await clock.advance(6_000)
    capture.update(motionOff)
    expect(running()).toMatchObject({ motion: { phase: 'off' }, sight: { phase: 'seeing' }, pace: fullPace })
    await clock.advance(20_000)
    expect(running().sight).toEqual({ phase: 'seeing' })
  })

  it('counts dropped checks, and is told of them every 5 s at most', async () => {
    const { clock, motion, running, told } = await start()
    const before = told.states.length
    motion.answerGate = new Promise((resolve) => clock.after(1_000, () => resolve()))
    await clock.advance(2_000)
    await clock.advance(5_000)
    expect(running().pace.droppedChecks).toBe(2)
    expect(told.states.length - before).toBeLessThanOrEqual(2)
  })
})

describe('the snapshots of a running camera (ENG-11)', () => {
  it('take a slower pace that the hub asks for, and go back', async () => {
    const { capture, clock, told } = await start({ ...motionOff, snapshotIntervalMs: 10_000 })
    await clock.advance(20_000)
    expect(told.snapshots.length).toBe(2)
    capture.update(motionOff)
    await clock.advance(5_000)
    expect(told.snapshots.length).toBe(4)
  })

  it('are never faster than the specification says (EXT-09)', async () => {
    const { clock, told } = await start({ ...motionOff, snapshotIntervalMs: 100 })
    await clock.advance(10_000)
    expect(told.snapshots.length).toBe(4)
  })
})
