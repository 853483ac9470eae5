import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckResult } from '../../../src/engine/motion/motion-port'
import { MotionWorkerClient, type MotionWorkerState } from '../../../src/engine/motion/motion-worker-client'
import { FakeWorker } from '../../support/browser/fake-worker'
import { classic, lost, measured, nothing, unmeasurable } from '../../support/engine/check-results'
import { fakeVideoFrame } from '../../support/engine/fake-frames'

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
const ANSWER_LIMIT_MS = 10_000

let worker = new FakeWorker()
let states: MotionWorkerState[] = []
let motion = new MotionWorkerClient(worker.asWorker, () => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  worker = new FakeWorker()
  states = []
  motion = new MotionWorkerClient(worker.asWorker, (state) => states.push(state))
})
afterEach(() => void vi.useRealTimers())

const checkOf = (cameraId = 'front') => motion.check(cameraId, { kind: 'frame', frame: fakeVideoFrame().frame })
const jpegOf = () => motion.encodeJpeg(fakeVideoFrame().frame, 640, 0.5)
const lastCheck = () => worker.postedOf('check-frame').at(-1)?.check ?? Number.NaN
const lastJob = () => worker.postedOf('encode-jpeg').at(-1)?.job ?? Number.NaN
const answer = (check: number, result: CheckResult) => worker.say({ kind: 'checked', check, result })
/** A question is asked, and none is answered any more. */
const hang = () => {
  worker.isSilent = true
  void checkOf()
  vi.advanceTimersByTime(ANSWER_LIMIT_MS)
}

describe('the motion worker (ENG-01)', () => {
  it('reports when it measures and on which memory', () => {
    worker.say({ kind: 'ready', memory: 'shared' })
    expect(states).toEqual([{ phase: 'ready', memory: 'shared' }])
  })

  it('reports that it cannot measure in this browser, and why; it ticks on and makes pictures', async () => {
    const callback = vi.fn<() => void>()
    motion.clock.every(300, callback)
    worker.say({ kind: 'unusable', reason: 'not-compiled', message: 'no WebAssembly' })
    expect(states).toEqual([{ phase: 'unusable', message: 'no WebAssembly' }])
    const picture = jpegOf()
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg })
    expect(await picture).toBe(jpeg)
    vi.advanceTimersByTime(300)
    expect([callback.mock.calls.length, worker.isTerminated]).toEqual([1, false])
  })

  it('gives the cameras slots, tells how they are measured, and takes the slots back', () => {
    const heated = { ...classic, wantsHeat: true }
    motion.open('front', classic)
    motion.configure('front', heated)
    motion.close('front')
    expect(worker.posted).toEqual([
      { kind: 'open', cameraId: 'front', options: classic },
      { kind: 'configure', cameraId: 'front', options: heated },
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

  it('sends the checks of one moment in one message, and takes one answer for all (LESS-06)', async () => {
    const results: Promise<CheckResult>[] = []
    motion.gather(() => {
      for (const id of ['a', 'b', 'c']) results.push(Promise.resolve().then(() => checkOf(id)))
    })
    await vi.advanceTimersByTimeAsync(0)
    const [sent] = worker.postedOf('checks')
    expect([sent?.checks.map(({ cameraId }) => cameraId), worker.transferred.length]).toEqual([['a', 'b', 'c'], 3])
    const answers = (sent?.checks ?? []).map(({ check }, i) => ({ check, result: measured(i / 10) }))
    worker.say({ kind: 'checks-made', answers })
    expect(await Promise.all(results)).toEqual([measured(0), measured(0.1), measured(0.2)])
    // One that is alone goes as it is.
    motion.gather(() => void checkOf())
    await vi.advanceTimersByTimeAsync(0)
    expect([worker.postedOf('checks').length, worker.postedOf('check-frame').length]).toEqual([1, 1])
  })

  it('closes the frames of a moment that cannot be sent, and loses nothing but that moment (ENG-05)', async () => {
    worker.postError = new DOMException('Not now.', 'DataCloneError')
    const fakes = [fakeVideoFrame(), fakeVideoFrame()]
    const results: Promise<CheckResult>[] = []
    motion.gather(() => {
      for (const { frame } of fakes) results.push(motion.check('front', { kind: 'frame', frame }))
    })
    expect(await Promise.all(results)).toEqual([lost, lost])
    expect(fakes.map(({ isClosed }) => isClosed)).toEqual([true, true])
  })

  it('passes the size and quality of a JPEG on, with its frame', () => {
    const fake = fakeVideoFrame()
    void motion.encodeJpeg(fake.frame, 1280, 0.5)
    expect(worker.postedOf('encode-jpeg')).toMatchObject([{ frame: fake.frame, maxWidth: 1280, quality: 0.5 }])
    expect(worker.transferred).toEqual([fake.frame])
  })

  it('has pictures wait for the checks asked before them, and for each other: detection comes first (ENG-11)', async () => {
    void checkOf()
    const check = lastCheck()
    const [first] = [jpegOf(), jpegOf()]
    expect(worker.postedOf('encode-jpeg').length).toBe(0)
    answer(check, nothing)
    expect(worker.postedOf('encode-jpeg').length).toBe(1)
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg })
    expect(await first).toBe(jpeg)
    await vi.advanceTimersByTimeAsync(0)
    expect(worker.postedOf('encode-jpeg').length).toBe(2)
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
    answer(lastCheck(), measured(0.25))
    answer(frontCheck, measured(0))
    expect(await Promise.all([front, back])).toEqual([measured(0), measured(0.25)])
  })

  it.each([nothing, unmeasurable, lost])('with what the worker found, also where that is $kind', async (result) => {
    const found = checkOf()
    answer(lastCheck(), result)
    expect(await found).toEqual(result)
  })

  it('with null for a JPEG that the worker could not make', async () => {
    const picture = jpegOf()
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg: null })
    expect(await picture).toBe(null)
  })

  it('with the JPEG that the worker made', async () => {
    const picture = jpegOf()
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg })
    expect(await picture).toBe(jpeg)
  })

  it('10 s later when the worker hangs, and with it every timer that ticks there, and not before', async () => {
    const answered = vi.fn()
    worker.isSilent = true
    const answers = Promise.all([checkOf(), jpegOf()]).finally(answered)
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS - 1)
    expect([answered.mock.calls.length, states]).toEqual([0, []])
    await vi.advanceTimersByTimeAsync(1)
    expect(await answers).toEqual([lost, null])
    expect(states).toMatchObject([{ phase: 'lost' }])
  })

  it('once: a second answer changes nothing and disturbs no later question', async () => {
    const first = checkOf()
    const firstCheck = lastCheck()
    answer(firstCheck, measured(0))
    const second = checkOf()
    answer(firstCheck, measured(1))
    answer(lastCheck(), measured(0.5))
    expect(await Promise.all([first, second])).toEqual([measured(0), measured(0.5)])
  })

  it('and leaves no timer behind once it is answered', async () => {
    const [difference, picture] = [checkOf(), jpegOf()]
    answer(lastCheck(), measured(0))
    worker.say({ kind: 'jpeg', job: lastJob(), jpeg })
    await Promise.all([difference, picture])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('with lost or null, and its frame closed, when the frame cannot be handed over; the worker goes on', async () => {
    worker.postError = new DOMException('The frame was closed.', 'DataCloneError')
    const [checked, encoded] = [fakeVideoFrame(), fakeVideoFrame()]
    const answers = Promise.all([
      motion.check('front', { kind: 'frame', frame: checked.frame }),
      motion.encodeJpeg(encoded.frame, 640, 0.5),
    ])
    expect(await answers).toEqual([lost, null])
    expect([checked.isClosed, encoded.isClosed]).toEqual([true, true])
    expect([states, vi.getTimerCount()]).toEqual([[], 0])
    worker.postError = null
    const next = checkOf()
    answer(lastCheck(), measured(0.5))
    expect(await next).toEqual(measured(0.5))
  })
})

describe.each([
  ['the worker fails', () => worker.crash('The script did not load.')],
  ['the kernels do not load', () => worker.say({ kind: 'unusable', reason: 'not-loaded', message: 'Failed to fetch' })],
  ['the worker hangs', hang],
  ['a message cannot be read', () => worker.dispatchEvent(new Event('messageerror'))],
  ['the worker is ended', () => motion.terminate()],
])('when %s', (_, lose) => {
  it('open questions settle', async () => {
    const open = [checkOf('front'), checkOf('back'), jpegOf()]
    lose()
    expect(await Promise.all(open)).toEqual([lost, lost, null])
  })

  it('later questions settle at once, their frames closed and not sent', async () => {
    lose()
    const postedBefore = worker.posted.length
    const [checked, encoded] = [fakeVideoFrame(), fakeVideoFrame()]
    const answers = [
      motion.check('front', { kind: 'frame', frame: checked.frame }),
      motion.check('front', { kind: 'pixels', width: 1, height: 1, pixels: new ArrayBuffer(4) }),
      motion.encodeJpeg(encoded.frame, 640, 0.5),
    ]
    expect(await Promise.all(answers)).toEqual([lost, lost, null])
    expect([checked.isClosed, encoded.isClosed]).toEqual([true, true])
    expect(worker.posted.length).toBe(postedBefore)
  })

  it('pictures that waited for a check settle, too, their frames closed and not sent', async () => {
    worker.isSilent = true
    void checkOf()
    const waiting = [fakeVideoFrame(), fakeVideoFrame()]
    const answers = Promise.all(waiting.map(({ frame }) => motion.encodeJpeg(frame, 640, 0.5)))
    worker.isSilent = false
    lose()
    expect(await answers).toEqual([null, null])
    expect(waiting.map(({ isClosed }) => isClosed)).toEqual([true, true])
    expect(worker.postedOf('encode-jpeg')).toEqual([])
  })

  it('the worker is ended and no timer but those of its clock is left', () => {
    void jpegOf()
    lose()
    expect([worker.isTerminated, vi.getTimerCount()]).toEqual([true, 0])
  })

  it('slots are asked for no more', () => {
    lose()
    motion.open('front', classic)
    motion.configure('front', classic)
    motion.close('front')
    expect([...worker.postedOf('open'), ...worker.postedOf('configure'), ...worker.postedOf('close')]).toEqual([])
  })
})

describe('a motion worker that is lost', () => {
  it('is reported once, with what the browser said', () => {
    worker.crash('The script did not load.')
    worker.crash('And again.')
    expect(states).toEqual([{ phase: 'lost', message: 'The script did not load.' }])
  })

  it('is what a worker counts as whose kernels did not come: another one may do better', () => {
    worker.say({ kind: 'unusable', reason: 'not-loaded', message: 'Failed to fetch' })
    expect(states).toEqual([{ phase: 'lost', message: 'Failed to fetch' }])
  })

  it('says something even when the browser does not: a script that could not be fetched gives no message', () => {
    worker.dispatchEvent(new Event('error'))
    expect(states).toEqual([{ phase: 'lost', message: 'The motion worker did not start.' }])
  })

  it('because it hung lets running timers go on', () => {
    const callback = vi.fn<() => void>()
    motion.clock.every(300, callback)
    hang()
    callback.mockClear()
    vi.advanceTimersByTime(900)
    expect(callback).toHaveBeenCalledTimes(3)
  })

  it('lets running timers go on', () => {
    const callback = vi.fn<() => void>()
    motion.clock.after(15_000, callback)
    worker.isSilent = true
    worker.crash('The script did not load.')
    vi.advanceTimersByTime(15_000)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('ticks no more when it lives on in truth: each timer runs once an interval, not twice', () => {
    const callback = vi.fn<() => void>()
    motion.clock.every(300, callback)
    worker.dispatchEvent(new Event('messageerror'))
    vi.advanceTimersByTime(900)
    expect(callback).toHaveBeenCalledTimes(3)
  })

  it('lets waits on its clock end after terminate: the last clip may still be handed over', () => {
    const callback = vi.fn<() => void>()
    motion.clock.after(5_000, callback)
    vi.advanceTimersByTime(1_000)
    motion.terminate()
    vi.advanceTimersByTime(3_999)
    expect(callback).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('is ended for good by terminate', () => {
    motion.terminate()
    expect(worker.isTerminated).toBe(true)
    expect(states).toEqual([])
  })
})
