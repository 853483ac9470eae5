import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MotionWorkerClient, type MotionWorkerState } from '../../src/engine/motion/motion-worker-client'
import type { PersonModel } from '../../src/engine/naming/naming-protocol'
import { NamingWorkerClient } from '../../src/engine/naming/naming-worker-client'
import { mediaRecorder } from '../../src/engine/recording/media-recorder'
import { takeStills } from '../../src/engine/recording/take-stills'
import { WebCodecsRecorder } from '../../src/engine/recording/webcodecs-recorder'
import { limitAwake } from '../../src/lib/time-limit'
import { FakeStream } from '../support/browser/fake-media'
import { FakeWorker } from '../support/browser/fake-worker'
import { deferred } from '../support/deferred'
import { measured } from '../support/engine/check-results'
import { CountedFrame } from '../support/engine/counted-frames'
import { fakeVideoFrame } from '../support/engine/fake-frames'
import { FakeMediaRecorder, stubMediaRecorder } from '../support/engine/fake-media-recorder'
import { FakeNamingWorker } from '../support/engine/fake-naming-worker'
import { startRecorderChain, TakeLog } from '../support/engine/recorder-chain'
import { manualClock, settled } from '../support/manual-clock'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

describe('a limit for what sleeps along with the machine', () => {
  const start = () => {
    const clock = manualClock()
    const onOver = vi.fn()
    return { clock, onOver, cancel: limitAwake(clock, 10_000, onOver) }
  }

  it('is over on time where it was awake, a page that was busy for a moment included', async () => {
    const { clock, onOver } = start()
    await clock.advance(9_999)
    clock.block(2_500)
    expect(onOver).not.toHaveBeenCalled()
    await clock.advance(0)
    expect(onOver).toHaveBeenCalledTimes(1)
  })

  it('begins anew each time that the machine wakes, however often it slept', async () => {
    const { clock, onOver } = start()
    for (let i = 0; i < 3; i++) {
      await clock.advance(9_000)
      clock.block(HOUR_MS)
    }
    await clock.advance(9_999)
    expect(onOver).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(onOver).toHaveBeenCalledTimes(1)
  })

  it('is over in the end where each timer comes late, as the page is hidden and held back', async () => {
    const { clock, onOver } = start()
    for (let minutes = 0; minutes < 15; minutes++) {
      clock.block(MINUTE_MS)
      await clock.advance(0)
    }
    expect(onOver).toHaveBeenCalledTimes(1)
  })

  it('is called off, also after that', async () => {
    const { clock, onOver, cancel } = start()
    for (let i = 0; i < 2; i++) {
      clock.block(HOUR_MS)
      await clock.advance(0)
    }
    cancel()
    await clock.advance(HOUR_MS)
    expect(onOver).not.toHaveBeenCalled()
  })
})

describe('a machine that sleeps while the person detector looks, as somebody shuts its lid', () => {
  const model: PersonModel = { url: 'https://cam.example.org/m.onnx', inputSize: 640, classIndex: 0 }

  async function load() {
    const clock = manualClock()
    const workers: FakeNamingWorker[] = []
    const troubles: string[] = []
    const tell = (message: string) => void troubles.push(message)
    const startWorker = () => {
      const worker = new FakeNamingWorker()
      workers.push(worker)
      return worker.asWorker
    }
    const events = { onPhase: () => undefined, onUnable: tell, onModelFailed: tell }
    const port = new NamingWorkerClient(startWorker, async () => model, events, clock)
    port.wake()
    await clock.advance(0)
    return { clock, workers, troubles, port }
  }

  it('has the operator’s model looked with again: it did not hang (PERSON-04)', async () => {
    const { clock, workers, troubles, port } = await load()
    workers[0]?.sayReady()
    void port.look(fakeVideoFrame().frame, { moved: [], around: [null], jpegAbove: -1, jpegQuality: 0.7 })
    clock.block(8 * HOUR_MS)
    await clock.advance(300)
    port.wake()
    await clock.advance(0)
    expect([workers.at(-1)?.posted[0], troubles]).toEqual([{ kind: 'load', model }, []])
  })

  it('or while it is loaded gives it the whole time once more', async () => {
    const { clock, workers, troubles, port } = await load()
    clock.block(8 * HOUR_MS)
    await clock.advance(300)
    workers[0]?.sayReady()
    expect([troubles, port.isReady]).toEqual([[], true])
  })
})

describe('a machine that sleeps amid the work of a worker', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  /** What was due meanwhile is due at once, and the time is that of the morning. */
  const sleep = () => {
    const { now } = performance
    const asleepMs = 8 * HOUR_MS
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + asleepMs)
  }

  it('does not have the motion worker taken for one that hangs', async () => {
    const worker = new FakeWorker()
    const states: MotionWorkerState[] = []
    const motion = new MotionWorkerClient(worker.asWorker, (state) => states.push(state))
    const checked = motion.check('front', { kind: 'frame', frame: fakeVideoFrame().frame })
    sleep()
    vi.advanceTimersByTime(10_000)
    worker.say({
      kind: 'checked',
      check: worker.postedOf('check-frame').at(-1)?.check ?? Number.NaN,
      result: measured(0),
    })
    expect([await checked, states]).toEqual([measured(0), []])
  })

  it('does not cost the end of a clip that is being handed over, nor its encoder the trust in it', async () => {
    const chain = startRecorderChain()
    const log = new TakeLog()
    const recorder = new WebCodecsRecorder(chain.recorders, new FakeStream('video').asMediaStream, 5_000)
    const frameAt = (atMs: number) => new CountedFrame(null, { timestamp: atMs * 1_000 }).asVideoFrame
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms)
      await settled()
    }
    const take = recorder.record(0, log)
    for (let i = 0; i < 3; i++) {
      take.add(frameAt(i * 100), i * 100)
      await settled()
    }
    await pass(500)
    const gate = deferred<void>()
    const worker = chain.workers.at(-1) ?? expect.fail('No worker runs.')
    worker.gate = gate.promise
    take.stop(frameAt(400), 400)
    await settled()
    sleep()
    await pass(20_000)
    gate.resolve()
    for (let i = 0; i < 20 && !log.hasEnded; i++) await pass(25)
    expect([log.kinds.at(-1), chain.lost]).toEqual(['stopped', []])
  })
  it('does not cost a clip its last part where the browser records by itself', async () => {
    stubMediaRecorder()
    const log = new TakeLog()
    const take = mediaRecorder(new FakeStream('video').asMediaStream, () => 0).record(0, log)
    const recorder = FakeMediaRecorder.made.at(-1) ?? expect.fail('Nothing is recorded.')
    recorder.give(new Blob(['one']))
    await settled()
    recorder.stop = () => undefined
    take?.stop(null, 5_000)
    sleep()
    vi.advanceTimersByTime(10_000)
    recorder.give(new Blob(['last']))
    recorder.dispatchEvent(new Event('stop'))
    for (let i = 0; i < 3; i++) await settled()
    expect([log.kinds, await log.content.text()]).toEqual([['begun', 'part', 'stopped'], 'onelast'])
  })

  it('has a clip that is handed over by a busy worker waited for as long as without the sleep', async () => {
    const chain = startRecorderChain()
    const log = new TakeLog()
    const recorder = new WebCodecsRecorder(chain.recorders, new FakeStream('video').asMediaStream, 5_000)
    const take = recorder.record(0, log)
    take.add(new CountedFrame(null, { timestamp: 0 }).asVideoFrame, 0)
    vi.advanceTimersByTime(500)
    await settled()
    const gate = deferred<void>()
    const worker = chain.workers.at(-1) ?? expect.fail('No worker runs.')
    worker.gate = gate.promise
    /** It is busy with other cameras. */
    const speak = () => worker.dispatchEvent(new MessageEvent('message', { data: { kind: 'encoded' } }))
    take.stop(null, 400)
    sleep()
    for (let i = 0; i < 4; i++) {
      speak()
      vi.advanceTimersByTime(10_000)
      await settled()
    }
    expect([log.hasEnded, chain.lost]).toEqual([false, []])
    gate.resolve()
    for (let i = 0; i < 20 && !log.hasEnded; i++) {
      vi.advanceTimersByTime(25)
      await settled()
    }
    expect(log.kinds.at(-1)).toBe('stopped')
  })

  it('does not cost a clip the pictures that are taken from it', async () => {
    const gate = deferred<void>()
    vi.doMock('../../src/engine/transcode/film-input', () => ({
      inputOf: () => ({ getPrimaryVideoTrack: async () => track, dispose: () => undefined }),
    }))
    vi.doMock('mediabunny', () => ({ CanvasSink: SlowSink }))
    const track = { displayWidth: 64, displayHeight: 36, getFirstTimestamp: async () => 0 }
    class SlowSink {
      async *canvasesAtTimestamps(timesSec: readonly number[]) {
        await gate.promise
        for (const timestamp of timesSec) yield { timestamp, canvas: { convertToBlob: async () => new Blob(['jpeg']) } }
      }
    }
    const taking = takeStills(new Blob(['clip']), [0, 1_000], { edge: 64, mostBytes: 100 })
    await vi.dynamicImportSettled()
    sleep()
    vi.advanceTimersByTime(20_000)
    gate.resolve()
    expect(await taking).toHaveLength(2)
    vi.doUnmock('mediabunny')
    vi.doUnmock('../../src/engine/transcode/film-input')
  })
})
