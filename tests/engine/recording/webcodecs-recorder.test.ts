import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamRecorder, Take } from '../../../src/engine/recording/recorder-port'
import { WebCodecsRecorder } from '../../../src/engine/recording/webcodecs-recorder'
import { HOUR_MS } from '../../../src/lib/durations'
import { FakeStream } from '../../support/browser/fake-media'
import { deferred } from '../../support/deferred'
import { CountedFrame } from '../../support/engine/counted-frames'
import { FakeVideoEncoder } from '../../support/engine/fake-encoders'
import { startRecorderChain, TakeLog } from '../../support/engine/recorder-chain'
import { settled } from '../../support/manual-clock'
import { readClip } from '../../support/read-clip'

const stream = new FakeStream('video').asMediaStream
const FRAME_MS = 1_000 / 15

let chain = startRecorderChain()
let recorder: StreamRecorder
let log = new TakeLog()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  chain = startRecorderChain()
  recorder = new WebCodecsRecorder(chain.recorders, stream, 5_000)
  log = new TakeLog()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const frameAt = (atMs: number) => new CountedFrame(null, { timestamp: Math.round(atMs * 1_000) }).asVideoFrame
const frames = () => ({ open: CountedFrame.open, misused: CountedFrame.misused })
const closed = { open: 0, misused: 0 }

/** Frames of checks, one each 300 ms. */
async function keep(fromMs: number, toMs: number) {
  for (let atMs = fromMs; atMs <= toMs; atMs += 300) {
    recorder.keep(frameAt(atMs), atMs)
    await pass(300)
  }
}

async function film(take: Take | null, fromMs: number, toMs: number) {
  for (let atMs = fromMs; atMs <= toMs; atMs += FRAME_MS) {
    take?.add(frameAt(atMs), atMs)
    await pass(FRAME_MS)
  }
}

async function pass(ms: number) {
  vi.advanceTimersByTime(ms)
  await settled()
}

/** Ended, and its last frames closed: a container waits a moment for errors of its encoder. */
async function ended(of = log) {
  for (let i = 0; i < 20 && !of.hasEnded; i++) await pass(25)
}

const timesOf = async ({ content }: TakeLog) =>
  (await readClip(content)).video.map(({ atSec }) => Math.round(atSec * 1_000))

describe('a recording in the recorder worker', () => {
  it('tells its beginning, its parts and its end, in this order and each once (CLIP-07)', async () => {
    const take = recorder.record(0, log)
    await film(take, 10_000, 13_000)
    expect(log.kinds).toEqual(['begun', 'part'])
    take?.stop(frameAt(13_050), 13_050)
    await ended()
    expect(log.kinds).toEqual(['begun', 'part', 'stopped'])
    expect(log).toMatchObject({ startedAtMs: 10_000, mediaType: 'video/webm', hasAudio: false })
  })

  it('begins with the kept frames that reach back as far as asked, and goes on with those that come', async () => {
    await keep(1_000, 10_000)
    const take = recorder.record(5_000, log)
    await film(take, 10_050, 12_000)
    take?.stop(null, 12_050)
    await ended()
    expect(log.startedAtMs).toBe(4_900)
    const times = await timesOf(log)
    expect(times.slice(0, 4)).toEqual([0, 300, 600, 900])
    expect(times.slice(17, 21)).toEqual([5_100, 5_150, 5_217, 5_283])
    expect(frames()).toEqual(closed)
  })

  it('has each frame once, in the order of their times: one that is no newer than the last is left out', async () => {
    // The first one goes while the worker starts.
    await keep(9_400, 9_450)
    await keep(9_700, 10_000)
    const take = recorder.record(9_000, log)
    for (const atMs of [10_000, 10_067, 10_050, 10_133]) {
      take?.add(frameAt(atMs), atMs)
      await settled()
    }
    take?.stop(null, 10_200)
    await ended()
    expect(await timesOf(log)).toEqual([0, 300, 367, 433])
    expect(frames()).toEqual(closed)
  })

  it('has a keyframe at its start and one each 2 s', async () => {
    const take = recorder.record(0, log)
    await film(take, 0, 7_000)
    take?.stop(null, 7_000)
    await ended()
    const { video } = await readClip(log.content)
    const keysSec = video.flatMap(({ type, atSec }) => (type === 'key' ? Math.floor(atSec) : []))
    expect(keysSec).toEqual([0, 2, 4, 6])
  })

  it('leaves its last frame for the next one to begin with: no moment falls between two clips', async () => {
    const take = recorder.record(0, log)
    await film(take, 10_000, 11_000)
    take?.stop(frameAt(11_040), 11_040)
    await keep(11_200, 16_100)
    const next = new TakeLog()
    recorder.record(11_050, next)?.stop(null, 16_100)
    await ended(next)
    expect(next.startedAtMs).toBe(11_040)
    expect(frames()).toEqual(closed)
  })

  it('fails when it is stopped before its first frame', async () => {
    const take = recorder.record(0, log)
    take?.stop(null, 10)
    await ended()
    expect(log.kinds).toEqual(['failed'])
  })

  it('goes on when the camera is closed, until it is stopped', async () => {
    const take = recorder.record(0, log)
    await film(take, 0, 1_000)
    recorder.close()
    await film(take, 1_067, 2_000)
    take?.stop(frameAt(2_050), 2_050)
    await ended()
    expect(log.kinds.at(-1)).toBe('stopped')
    expect((await timesOf(log)).length).toBe(31)
    expect(frames()).toEqual(closed)
  })

  it('takes no frame after its end, and closes what comes', async () => {
    const take = recorder.record(0, log)
    await film(take, 0, 500)
    take?.stop(null, 500)
    take?.add(frameAt(600), 600)
    await ended()
    take?.add(frameAt(700), 700)
    take?.stop(frameAt(800), 800)
    await settled()
    expect(log.kinds.filter((kind) => kind === 'stopped').length).toBe(1)
    expect((await timesOf(log)).length).toBe(8)
    expect(frames()).toEqual(closed)
  })

  it('fails with what there is when the encoder breaks off', async () => {
    const take = recorder.record(0, log)
    FakeVideoEncoder.breaksAt = 30
    await film(take, 0, 4_000)
    take?.stop(frameAt(4_050), 4_050)
    await ended()
    expect(log.kinds.at(-1)).toBe('failed')
    expect((await timesOf(log)).length).toBeGreaterThanOrEqual(29)
    expect(frames()).toEqual(closed)
  })
})

describe('the parts of a recording', () => {
  it('come so often that a tab that dies loses less than 1 s of it (CLIP-07)', async () => {
    const take = recorder.record(0, log)
    const partsAtMs: number[] = []
    for (let atMs = 0; atMs < 10_000; atMs += FRAME_MS) {
      await film(take, atMs, atMs)
      while (partsAtMs.length < log.parts.length) partsAtMs.push(atMs)
    }
    const lossesMs: number[] = []
    for (const [i, partAtMs] of partsAtMs.entries()) {
      const { video } = await readClip(new Blob(log.parts.slice(0, i + 1)))
      const diesAtMs = partsAtMs[i + 1] ?? partAtMs
      lossesMs.push(diesAtMs - 1_000 * (video.at(-1)?.atSec ?? 0))
    }
    expect(partsAtMs[0]).toBeLessThan(1_000)
    expect(partsAtMs.length).toBeGreaterThan(15)
    expect(Math.max(...lossesMs)).toBeLessThan(1_000)
  })
})

describe('a recording whose encoder is slower than the camera', () => {
  it('holds at most three of the camera’s own frames; the others wait as copies', async () => {
    const gate = deferred<void>()
    const take = recorder.record(0, log)
    await film(take, 0, 100)
    await pass(25)
    FakeVideoEncoder.gate = gate.promise
    await film(take, 200, 2_000)
    // One more is in the encoder.
    expect(CountedFrame.open).toBeLessThanOrEqual(4)
    expect(CountedFrame.open).toBeGreaterThan(0)
    FakeVideoEncoder.gate = null
    gate.resolve()
    take?.stop(null, 2_000)
    await ended()
    expect((await timesOf(log)).length).toBeGreaterThan(28)
    expect(frames()).toEqual(closed)
  })

  it('loses none of them where the machine falls asleep as the clip ends (CLIP-08)', async () => {
    const gate = deferred<void>()
    const take = recorder.record(0, log)
    await film(take, 0, 100)
    await pass(25)
    FakeVideoEncoder.gate = gate.promise
    await film(take, 200, 2_000)
    take?.stop(null, 2_000)
    await settled()
    const { now } = performance
    const sleeping = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + HOUR_MS)
    await pass(8_000)
    FakeVideoEncoder.gate = null
    gate.resolve()
    await ended()
    sleeping.mockRestore()
    expect((await timesOf(log)).length).toBeGreaterThan(28)
    expect(frames()).toEqual(closed)
  })

  it('closes all that wait when it breaks off', async () => {
    const gate = deferred<void>()
    const take = recorder.record(0, log)
    await film(take, 0, 100)
    await pass(25)
    FakeVideoEncoder.gate = gate.promise
    await film(take, 200, 1_000)
    expect(CountedFrame.open).toBeGreaterThan(1)
    FakeVideoEncoder.breaksAt = FakeVideoEncoder.encodedUs.length
    gate.resolve()
    await ended()
    await pass(25)
    expect(log.kinds.at(-1)).toBe('failed')
    expect(frames()).toEqual(closed)
  })

  it('keeps no more than 3 s of them, and leaves out what comes then', async () => {
    const gate = deferred<void>()
    const take = recorder.record(0, log)
    await film(take, 0, 100)
    await pass(25)
    FakeVideoEncoder.gate = gate.promise
    for (let fromMs = 200; fromMs < 20_000; fromMs += 5_000) {
      await film(take, fromMs, Math.min(20_000, fromMs + 4_900))
      // The encoder is busy with another camera, and does not hang.
      chain.workers[0]?.dispatchEvent(new MessageEvent('message', { data: { kind: 'ready' } }))
    }
    FakeVideoEncoder.gate = null
    gate.resolve()
    await settled()
    take?.stop(null, 20_000)
    await ended()
    const { length } = await timesOf(log)
    expect(length).toBeGreaterThanOrEqual(45)
    expect(length).toBeLessThanOrEqual(49)
    expect(frames()).toEqual(closed)
  })
})

describe('the pre-roll of a camera', () => {
  it('is none where none is wanted: frames are closed at once and not sent', async () => {
    recorder.setPreRoll(0)
    await keep(0, 3_000)
    expect([chain.workers.length, frames()]).toEqual([0, closed])
  })

  it('is shortened in the worker at once, and told again to another worker', async () => {
    await keep(0, 6_000)
    recorder.setPreRoll(2_000)
    recorder.record(0, log)?.stop(null, 6_100)
    await ended()
    expect(log.startedAtMs).toBe(3_900)
    chain.workers[0]?.crash()
    await keep(10_000, 16_000)
    const next = new TakeLog()
    recorder.record(0, next)?.stop(null, 16_100)
    await ended(next)
    expect(next.startedAtMs).toBe(13_900)
  })

  it('is of frames that cannot be read no frame, each closed', async () => {
    CountedFrame.isUnreadable = true
    await keep(0, 3_000)
    expect(frames()).toEqual(closed)
  })

  it('is given up when the camera is closed', async () => {
    await keep(0, 3_000)
    recorder.close()
    await settled()
    recorder.record(0, log)?.stop(null, 3_100)
    await ended()
    expect(log.kinds).toEqual(['failed'])
  })
})
