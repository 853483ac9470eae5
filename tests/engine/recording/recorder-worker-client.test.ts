import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClipCodec } from '../../../src/engine/recording/clip-codec'
import { WebCodecsRecorder } from '../../../src/engine/recording/webcodecs-recorder'
import { FakeStream } from '../../support/browser/fake-media'
import { deferred } from '../../support/deferred'
import { CountedFrame } from '../../support/engine/counted-frames'
import { FakeVideoEncoder } from '../../support/engine/fake-encoders'
import { startRecorderChain, TakeLog } from '../../support/engine/recorder-chain'
import { settled } from '../../support/manual-clock'
import { readClip } from '../../support/read-clip'

let chain = startRecorderChain()
let log = new TakeLog()
const open = () => new WebCodecsRecorder(chain.recorders, new FakeStream('video').asMediaStream, 5_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  chain = startRecorderChain()
  log = new TakeLog()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const frameAt = (atMs: number) => new CountedFrame(null, { timestamp: atMs * 1_000 }).asVideoFrame
const closed = { open: 0, misused: 0 }
const frames = () => ({ open: CountedFrame.open, misused: CountedFrame.misused })

async function pass(ms: number) {
  vi.advanceTimersByTime(ms)
  await settled()
}

async function ended(of = log) {
  for (let i = 0; i < 20 && !of.hasEnded; i++) await pass(25)
}

/** A take under way with so many frames. */
async function startTake(of = log, count = 3) {
  const recorder = open()
  const take = recorder.record(0, of)
  for (let i = 0; i < count; i++) {
    take.add(frameAt(i * 100), i * 100)
    await settled()
  }
  await pass(25)
  return { recorder, take }
}

describe('the recorder worker', () => {
  it('is started with the first frame, and serves all cameras', async () => {
    expect(chain.workers.length).toBe(0)
    await startTake()
    await startTake(new TakeLog())
    expect(chain.workers.length).toBe(1)
  })

  it('keeps the takes of several cameras apart', async () => {
    const other = new TakeLog()
    const first = await startTake()
    const second = await startTake(other, 5)
    first.take.stop(null, 300)
    await ended()
    expect([log.hasEnded, other.hasEnded]).toEqual([true, false])
    second.take.stop(null, 500)
    await ended(other)
    expect([log.kinds.at(-1), other.kinds.at(-1)]).toEqual(['stopped', 'stopped'])
  })
})

describe('a recorder worker that dies', () => {
  it('ends its takes as failed, says so once, and is ended', async () => {
    const other = new TakeLog()
    await startTake()
    await startTake(other)
    chain.workers[0]?.crash()
    chain.workers[0]?.crash()
    expect([log.kinds.at(-1), other.kinds.at(-1)]).toEqual(['failed', 'failed'])
    expect([chain.lost, chain.workers[0]?.isTerminated]).toEqual([['It died.'], true])
  })

  it('is followed by another with the next frame, which is told of the stream anew', async () => {
    const { recorder } = await startTake()
    chain.workers[0]?.crash()
    recorder.keep(frameAt(1_000), 1_000)
    await settled()
    // Frames are kept from its first word on.
    expect(chain.workers[1]?.posted).toEqual(['open'])
    recorder.keep(frameAt(1_050), 1_050)
    recorder.keep(frameAt(1_250), 1_250)
    await settled()
    // Two moments are one message (LESS-06).
    expect(chain.workers[1]?.posted).toEqual(['open', 'keep'])
    const next = new TakeLog()
    recorder.record(0, next).stop(frameAt(1_300), 1_300)
    await ended(next)
    expect(next.kinds).toEqual(['begun', 'part', 'stopped'])
    expect(frames()).toEqual(closed)
  })

  it('also where its messages cannot be read', async () => {
    await startTake()
    chain.workers[0]?.dispatchEvent(new Event('messageerror'))
    expect([log.kinds.at(-1), chain.lost.length]).toEqual(['failed', 1])
  })

  it('leaves no frame open that was on its way, nor one that comes for a take it had', async () => {
    const { recorder, take } = await startTake()
    const gate = deferred<void>()
    const [worker] = chain.workers
    if (worker !== undefined) worker.gate = gate.promise
    take.add(frameAt(500), 500)
    recorder.keep(frameAt(600), 600)
    worker?.crash()
    take.add(frameAt(700), 700)
    take.stop(frameAt(800), 800)
    gate.resolve()
    await pass(100)
    expect(frames()).toEqual(closed)
  })
})

describe('a frame that cannot be handed over', () => {
  it('is left out, and the take goes on', async () => {
    const { take } = await startTake()
    const gone = frameAt(400)
    gone.close()
    expect(() => take.add(gone, 400)).not.toThrow()
    take.add(frameAt(500), 500)
    take.stop(null, 600)
    await ended()
    expect([log.kinds.at(-1), CountedFrame.open]).toEqual(['stopped', 0])
  })
})

describe('frames that cannot be handed over', () => {
  it('are closed, kept ones as well as those of a take', async () => {
    const { recorder, take } = await startTake()
    const [worker] = chain.workers
    if (worker !== undefined) worker.isRefusingFrames = true
    recorder.keep(frameAt(400), 400)
    take.add(frameAt(500), 500)
    expect(frames()).toEqual(closed)
  })
})

describe('a browser that encodes no format of the ladder', () => {
  it('takes the next where it does not encode the first', async () => {
    FakeVideoEncoder.unable = ['vp8']
    CountedFrame.width = 36
    const { take } = await startTake()
    take.stop(null, 400)
    await ended()
    expect([log.kinds.at(-1), (await readClip(log.content)).videoCodec]).toEqual(['stopped', 'vp9'])
  })

  it('is found unable by its first take, which fails before it began, and every frame is closed', async () => {
    FakeVideoEncoder.unable = ['vp', 'avc']
    // A size of its own: what a browser encodes is asked once for each.
    CountedFrame.width = 34
    expect(chain.recorders.isAble).toBe(true)
    const { take } = await startTake()
    take.add(frameAt(700), 700)
    take.stop(frameAt(800), 800)
    await pass(25)
    expect([log.kinds, chain.recorders.isAble]).toEqual([['failed'], false])
    expect(frames()).toEqual(closed)
  })
})

describe('a recorder worker that hangs', () => {
  /** A take that was stopped, of which the worker says nothing more until what is returned is called. */
  async function startHanging(of = log) {
    const { recorder, take } = await startTake(of)
    const gate = deferred<void>()
    // Nothing that it has to say is on its way.
    await pass(500)
    const worker = chain.workers.at(-1)
    if (worker !== undefined) worker.gate = gate.promise
    take.stop(frameAt(400), 400)
    await settled()
    return { recorder, letGo: () => gate.resolve() }
  }

  it('ends a take as failed 20 s after it was stopped, once, and is ended itself', async () => {
    const { letGo } = await startHanging()
    await pass(19_999)
    expect(log.hasEnded).toBe(false)
    await pass(1)
    expect([log.kinds.at(-1), chain.lost.length, chain.workers[0]?.isTerminated]).toEqual(['failed', 1, true])
    letGo()
    await pass(100)
    expect(log.kinds.filter((kind) => kind !== 'part')).toEqual(['begun', 'failed'])
    expect(frames()).toEqual(closed)
  })

  /** The worker says something, of whatever camera. */
  const speak = () => chain.workers[0]?.dispatchEvent(new MessageEvent('message', { data: { kind: 'ready' } }))

  it('is not taken for one while it is busy with other cameras', async () => {
    const { letGo } = await startHanging()
    await pass(15_000)
    speak()
    await pass(19_999)
    expect([log.hasEnded, chain.lost]).toEqual([false, []])
    await pass(1)
    expect([log.failure, chain.lost.length]).toEqual(['no-answer', 1])
    letGo()
  })

  it('keeps no take waiting for more than a minute, however much it says', async () => {
    const { letGo } = await startHanging()
    for (let i = 0; i < 5; i++) {
      await pass(10_000)
      speak()
    }
    expect(log.hasEnded).toBe(false)
    await pass(10_000)
    expect(log.failure).toBe('no-answer')
    letGo()
  })

  it('is one too while it tells of nothing but frames that wait', async () => {
    const { letGo } = await startHanging()
    for (let i = 0; i < 20; i++) {
      expect(log.hasEnded).toBe(false)
      chain.workers[0]?.dispatchEvent(new MessageEvent('message', { data: { kind: 'behind' } }))
      await pass(1_000)
    }
    expect(log.failure).toBe('no-answer')
    letGo()
  })

  it('is no reason to end another one that took its place meanwhile', async () => {
    const { recorder, letGo } = await startHanging()
    chain.workers[0]?.crash()
    recorder.keep(frameAt(1_000), 1_000)
    await pass(20_000)
    expect([chain.workers.length, chain.workers[1]?.isTerminated, chain.lost.length]).toEqual([2, false, 1])
    letGo()
  })

  it('is not taken for one when its takes ended in time', async () => {
    const { take } = await startTake()
    take.stop(null, 400)
    await ended()
    await startTake(new TakeLog())
    await pass(10_000)
    expect([chain.lost, chain.workers.length]).toEqual([[], 1])
  })
})

describe('an encoder that hangs (CODEC-04)', () => {
  let hanging = deferred<void>()
  beforeEach(() => {
    hanging = deferred<void>()
  })
  afterEach(async () => {
    hanging.resolve()
    for (let i = 0; i < 10; i++) await settled()
    expect(frames()).toEqual(closed)
  })

  /** A take of which nothing is encoded, though it has a frame for each tenth of a second. */
  async function filmFor(ms: number) {
    FakeVideoEncoder.gate = hanging.promise
    FakeVideoEncoder.isSilent = true
    const take = open().record(0, log)
    for (let atMs = 0; atMs < ms; atMs += 100) {
      take.add(frameAt(atMs), atMs)
      await pass(100)
    }
    return take
  }

  it('is ended with its worker and all takes when one of them is given up', async () => {
    const other = new TakeLog()
    await startTake(other)
    const take = await filmFor(10_000)
    expect(log.kinds).toEqual([])
    expect(take.giveUp()).toBe(true)
    expect([log.failure, other.failure, chain.lost.length]).toEqual(['no-answer', 'no-answer', 1])
    expect([chain.workers[0]?.isTerminated, frames().misused]).toEqual([true, 0])
  })

  it('is none where a take has a frame for less than 8 s', async () => {
    const take = await filmFor(7_900)
    expect([take.giveUp(), chain.lost]).toEqual([false, []])
    await pass(200)
    expect(take.giveUp()).toBe(true)
  })

  it('is none where the camera gave no frame, or none that can be handed over', async () => {
    const take = open().record(0, log)
    const [worker] = chain.workers
    if (worker !== undefined) worker.isRefusingFrames = true
    await settled()
    take.add(frameAt(0), 0)
    await pass(10_000)
    expect([take.giveUp(), chain.lost]).toEqual([false, []])
  })

  it.each([
    ['all is told', 0],
    ['its last frame waits for the next, as in an mp4', 1],
  ])('amid a clip ends it 8 s after the camera goes on, where %s, with what there is', async (_, waiting) => {
    const { take } = await startTake()
    await pass(1_000)
    FakeVideoEncoder.isSilent = true
    for (let i = 0; i < waiting; i++) take.add(frameAt(300), 300)
    // The camera gives nothing for a while.
    await pass(20_000)
    for (let ms = 0; ms < 8_000; ms += 100) {
      take.add(frameAt(400 + ms), 400 + ms)
      await pass(100)
    }
    expect([log.kinds, chain.lost]).toEqual([['begun', 'part'], []])
    take.add(frameAt(9_000), 9_000)
    expect([log.kinds, log.failure, chain.lost.length]).toEqual([['begun', 'part', 'failed'], 'no-answer', 1])
  })

  it('is none while another take goes on', async () => {
    const take = await filmFor(10_000)
    FakeVideoEncoder.gate = null
    FakeVideoEncoder.isSilent = false
    await startTake(new TakeLog(), 10)
    expect([take.giveUp(), chain.lost]).toEqual([false, []])
  })

  /** The worker tells what the clips of a camera are made by. */
  const tellMaking = (streamId: number, codec: ClipCodec) => {
    const making = { by: 'encoder', codec, frameMs: 5, passedOver: [], isHalved: false }
    const data = { kind: 'making', streamId, making }
    chain.workers[0]?.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** Two cameras, and a clip of the first of which nothing is encoded; what the next worker is told first. */
  async function hangWith(first: ClipCodec, second: ClipCodec, isFirstClosed = false) {
    const [recorder, other] = [open(), open()]
    // Theirs are the first ids.
    const take = recorder.record(0, log)
    other.keep(frameAt(0), 0)
    await settled()
    FakeVideoEncoder.gate = hanging.promise
    FakeVideoEncoder.isSilent = true
    take.add(frameAt(0), 0)
    // Nothing that the worker has to say itself is on its way.
    await pass(500)
    tellMaking(1, first)
    tellMaking(2, second)
    if (isFirstClosed) recorder.close()
    await pass(10_000)
    expect(take.giveUp()).toBe(true)
    other.record(0, new TakeLog())
    return chain.workers[1]?.posted[0]
  }

  it('is not waited for again where it is the hardware of the camera that waits, whatever another has', async () => {
    expect(await hangWith('h264-hardware', 'vp8')).toBe('know')
  })

  it('is not waited for again where that camera is closed meanwhile', async () => {
    expect(await hangWith('h264-hardware', 'vp8', true)).toBe('know')
  })

  it('tells nothing of hardware that no clip under way is made by', async () => {
    expect(await hangWith('vp8', 'h264-hardware')).toBe('open')
  })
})

describe('a recorder worker that dies again and again', () => {
  const dieWithTake = async () => {
    await startTake(new TakeLog())
    chain.workers.at(-1)?.crash()
  }

  it('is given up after three times: the browser’s own recorder takes over', async () => {
    await dieWithTake()
    await dieWithTake()
    expect(chain.recorders.isAble).toBe(true)
    await dieWithTake()
    expect(chain.recorders.isAble).toBe(false)
  })

  it('is not given up where a whole recording came in between', async () => {
    await dieWithTake()
    await dieWithTake()
    const { take } = await startTake()
    take.stop(null, 400)
    await ended()
    await dieWithTake()
    await dieWithTake()
    expect(chain.recorders.isAble).toBe(true)
  })
})

describe('takes of a camera that gives no picture', () => {
  /** Somebody has one recorded, and no frame comes. */
  async function recordNothing() {
    const nothing = new TakeLog()
    open().record(0, nothing).stop(null, 10)
    await ended(nothing)
    expect(nothing.failure).toBe('no-frame')
  }

  it('tell nothing of the encoders, which serve all cameras (CLIP-10)', async () => {
    for (let i = 0; i < 3; i++) await recordNothing()
    expect(chain.recorders.isAble).toBe(true)
  })

  it('are no whole recordings either', async () => {
    for (let i = 0; i < 3; i++) {
      await startTake(new TakeLog())
      chain.workers.at(-1)?.crash()
      await recordNothing()
    }
    expect(chain.recorders.isAble).toBe(false)
  })
})

describe('closing the recorder', () => {
  it('waits for the takes under way, and then ends the worker', async () => {
    const { recorder, take } = await startTake()
    take.stop(frameAt(400), 400)
    recorder.close()
    chain.recorders.close()
    expect(chain.workers[0]?.isTerminated).toBe(false)
    await ended()
    expect(log.kinds).toEqual(['begun', 'part', 'stopped'])
    expect([chain.workers[0]?.isTerminated, chain.lost]).toEqual([true, []])
    expect(frames()).toEqual(closed)
  })

  it('ends the worker at once where nothing is recorded', async () => {
    const recorder = open()
    recorder.keep(frameAt(0), 0)
    await settled()
    recorder.close()
    chain.recorders.close()
    expect(chain.workers[0]?.isTerminated).toBe(true)
    await settled()
    expect(frames()).toEqual(closed)
  })
})

describe('a machine that has no time to encode', () => {
  it('begins no recording of which there is no picture, and says why it failed', async () => {
    FakeVideoEncoder.isSilent = true
    await startTake()
    await pass(2_000)
    expect(log.kinds).toEqual([])
    chain.workers[0]?.crash()
    expect([log.kinds, log.failure]).toEqual([['failed'], 'no-answer'])
    expect(frames()).toEqual(closed)
  })

  it('has no recording where the encoder gave no picture until the end', async () => {
    FakeVideoEncoder.isSilent = true
    const { take } = await startTake()
    take.stop(frameAt(400), 400)
    await ended()
    expect([log.kinds, log.failure]).toEqual([['failed'], 'broke-off'])
    expect(frames()).toEqual(closed)
  })

  it('leaves frames out that still wait 8 s after the end, and hands over the others', async () => {
    FakeVideoEncoder.takesMs = 1_000
    const { take } = await startTake(log, 40)
    take.stop(frameAt(4_000), 4_000)
    await settled()
    for (let i = 0; i < 7; i++) await pass(1_000)
    expect(log.hasEnded).toBe(false)
    for (let i = 0; i < 3; i++) await pass(1_000)
    await ended()
    const { video } = await readClip(log.content)
    expect([log.kinds.at(-1), video.length > 4, video.length < 15]).toEqual(['stopped', true, true])
    expect(frames()).toEqual(closed)
  })

  it('still has a picture where the first one took longer than that', async () => {
    const gate = deferred<void>()
    const recorder = open()
    const take = recorder.record(0, log)
    await settled()
    const [worker] = chain.workers
    if (worker !== undefined) worker.gate = gate.promise
    take.add(frameAt(0), 0)
    take.add(frameAt(100), 100)
    take.stop(frameAt(200), 200)
    await pass(9_000)
    gate.resolve()
    await ended()
    expect([log.kinds.at(-1), (await readClip(log.content)).video.length > 0]).toEqual(['stopped', true])
  })
})
