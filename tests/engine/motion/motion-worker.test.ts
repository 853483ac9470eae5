import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MotionWorker, type MotionWorkerState } from '../../../src/engine/motion/motion-worker'
import { fakeVideoFrame } from '../../support/fake-frames'
import { FakeWorker } from '../../support/fake-worker'

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
const ANSWER_LIMIT_MS = 10_000

let worker = new FakeWorker()
let states: MotionWorkerState[] = []
let motion = new MotionWorker(worker.asWorker, () => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  worker = new FakeWorker()
  states = []
  motion = new MotionWorker(worker.asWorker, (state) => states.push(state))
})
afterEach(() => void vi.useRealTimers())

const checkOf = (cameraId = 'front') => motion.check(cameraId, { kind: 'frame', frame: fakeVideoFrame().frame })
const jpegOf = () => motion.encodeJpeg(fakeVideoFrame().frame, 640, 0.5)
const lastCheck = () => worker.postedOf('check-frame').at(-1)?.check ?? Number.NaN
const lastJob = () => worker.postedOf('encode-jpeg').at(-1)?.job ?? Number.NaN

describe('the motion worker (design 4)', () => {
  it('reports when it measures and on which memory', () => {
    worker.say({ kind: 'ready', memory: 'shared' })
    expect(states).toEqual([{ phase: 'ready', memory: 'shared' }])
  })

  it('reports that it cannot measure in this browser, and why', () => {
    worker.say({ kind: 'unusable', message: 'no SIMD' })
    expect(states).toEqual([{ phase: 'unusable', message: 'no SIMD' }])
  })

  it('gives and takes back the slots of cameras', () => {
    motion.open('front')
    motion.close('front')
    expect(worker.posted).toEqual([
      { kind: 'open', cameraId: 'front' },
      { kind: 'close', cameraId: 'front' },
    ])
  })

  it('transfers a frame and does not close it here: that is the worker’s to do', () => {
    const fake = fakeVideoFrame()
    void motion.check('front', { kind: 'frame', frame: fake.frame })
    expect(worker.postedOf('check-frame')).toMatchObject([{ cameraId: 'front', frame: fake.frame }])
    expect(worker.transferred).toEqual([fake.frame])
    expect(fake.isClosed).toBe(false)
  })

  it('transfers the pixels of a canvas', () => {
    const pixels = new ArrayBuffer(16)
    void motion.check('front', { kind: 'pixels', width: 2, height: 2, pixels })
    expect(worker.postedOf('check-pixels')).toMatchObject([{ cameraId: 'front', width: 2, height: 2, pixels }])
    expect(worker.transferred).toEqual([pixels])
  })

  it('passes the size and quality of a JPEG on, with its frame', () => {
    const fake = fakeVideoFrame()
    void motion.encodeJpeg(fake.frame, 1280, 0.5)
    expect(worker.postedOf('encode-jpeg')).toMatchObject([{ frame: fake.frame, maxWidth: 1280, quality: 0.5 }])
    expect(worker.transferred).toEqual([fake.frame])
  })

  it('runs its timers in the worker', () => {
    const callback = vi.fn<() => void>()
    motion.clock.after(300, callback)
    expect(worker.postedOf('start-timer')).toMatchObject([{ delayMs: 300, isRepeating: false }])
    vi.advanceTimersByTime(300)
    expect(callback).toHaveBeenCalledTimes(1)
  })
})

describe('every question to the motion worker is settled', () => {
  it('with its own answer, in whatever order answers come', async () => {
    const front = checkOf('front')
    const frontCheck = lastCheck()
    const back = checkOf('back')
    worker.say({ kind: 'checked', cameraId: 'back', check: lastCheck(), difference: 0.25 })
    worker.say({ kind: 'checked', cameraId: 'front', check: frontCheck, difference: 0 })
    expect(await Promise.all([front, back])).toEqual([0, 0.25])
  })

  it('with null where the worker had nothing to compare with or could not encode', async () => {
    const [difference, picture] = [checkOf(), jpegOf()]
    worker.say({ kind: 'checked', cameraId: 'front', check: lastCheck(), difference: null })
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg: null })
    expect(await Promise.all([difference, picture])).toEqual([null, null])
  })

  it('with the JPEG that the worker made', async () => {
    const picture = jpegOf()
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg })
    expect(await picture).toBe(jpeg)
  })

  it('with null 10 s later when its answer was lost, and not before', async () => {
    const answers: unknown[] = []
    void checkOf().then((difference) => answers.push(difference))
    void jpegOf().then((picture) => answers.push(picture))
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS - 1)
    expect(answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(answers).toEqual([null, null])
  })

  it.fails('with null also when the worker hangs, and with it every timer that ticks there', async () => {
    const answers: unknown[] = []
    worker.isSilent = true
    void checkOf().then((difference) => answers.push(difference))
    await vi.advanceTimersByTimeAsync(6 * ANSWER_LIMIT_MS)
    expect(answers).toEqual([null])
  })

  it('once: an answer after the limit changes nothing and disturbs no later question', async () => {
    const first = checkOf()
    const firstCheck = lastCheck()
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS)
    const second = checkOf()
    worker.say({ kind: 'checked', cameraId: 'front', check: firstCheck, difference: 1 })
    worker.say({ kind: 'checked', cameraId: 'front', check: lastCheck(), difference: 0.5 })
    expect(await Promise.all([first, second])).toEqual([null, 0.5])
  })

  it('and leaves no timer behind once it is answered', async () => {
    const [difference, picture] = [checkOf(), jpegOf()]
    worker.say({ kind: 'checked', cameraId: 'front', check: lastCheck(), difference: 0 })
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg })
    await Promise.all([difference, picture])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.fails('with null, and its frame closed, when the frame cannot be handed over', async () => {
    worker.postError = new DOMException('The frame was closed.', 'DataCloneError')
    const [checked, encoded] = [fakeVideoFrame(), fakeVideoFrame()]
    const answers = Promise.allSettled([
      motion.check('front', { kind: 'frame', frame: checked.frame }),
      motion.encodeJpeg(encoded.frame, 640, 0.5),
    ])
    expect(await answers).toEqual([
      { status: 'fulfilled', value: null },
      { status: 'fulfilled', value: null },
    ])
    expect([checked.isClosed, encoded.isClosed]).toEqual([true, true])
  })
})

describe.each([
  ['the worker fails', () => worker.crash('The script did not load.')],
  ['a message cannot be read', () => worker.dispatchEvent(new Event('messageerror'))],
  ['the worker is ended', () => motion.terminate()],
])('when %s', (_, lose) => {
  it('open questions settle with null', async () => {
    const open = [checkOf('front'), checkOf('back'), jpegOf()]
    lose()
    expect(await Promise.all(open)).toEqual([null, null, null])
  })

  it('later questions settle with null at once, their frames closed and not sent', async () => {
    lose()
    const postedBefore = worker.posted.length
    const [checked, encoded] = [fakeVideoFrame(), fakeVideoFrame()]
    const answers = [
      motion.check('front', { kind: 'frame', frame: checked.frame }),
      motion.check('front', { kind: 'pixels', width: 1, height: 1, pixels: new ArrayBuffer(4) }),
      motion.encodeJpeg(encoded.frame, 640, 0.5),
    ]
    expect(await Promise.all(answers)).toEqual([null, null, null])
    expect([checked.isClosed, encoded.isClosed]).toEqual([true, true])
    expect(worker.posted.length).toBe(postedBefore)
  })

  it('slots are asked for no more', () => {
    lose()
    motion.open('front')
    motion.close('front')
    expect(worker.posted).toEqual([])
  })
})

describe('a motion worker that is lost', () => {
  it('is reported once, with what the browser said', () => {
    worker.crash('The script did not load.')
    worker.crash('And again.')
    expect(states).toEqual([{ phase: 'unusable', message: 'The script did not load.' }])
  })

  it('lets running timers go on', () => {
    const callback = vi.fn<() => void>()
    motion.clock.after(15_000, callback)
    worker.isSilent = true
    worker.crash('The script did not load.')
    vi.advanceTimersByTime(15_000)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it.fails('ticks no more when it lives on in truth: each timer runs once an interval, not twice', () => {
    const callback = vi.fn<() => void>()
    motion.clock.every(300, callback)
    worker.dispatchEvent(new Event('messageerror'))
    vi.advanceTimersByTime(900)
    expect(callback).toHaveBeenCalledTimes(3)
  })

  it('is ended for good by terminate', () => {
    motion.terminate()
    expect(worker.isTerminated).toBe(true)
    expect(states).toEqual([])
  })
})
