import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Take } from '../../../src/engine/recording/recorder-port'
import { WebCodecsRecorder } from '../../../src/engine/recording/webcodecs-recorder'
import { FakeStream } from '../../support/browser/fake-media'
import { CountedFrame } from '../../support/engine/counted-frames'
import { FakeAudioData } from '../../support/engine/fake-audio'
import { FakeAudioEncoder } from '../../support/engine/fake-encoders'
import { startRecorderChain, TakeLog } from '../../support/engine/recorder-chain'
import { settled } from '../../support/manual-clock'
import { readClip } from '../../support/read-clip'

/** A microphone, as the page's processor of its track gives it. */
class FakeProcessor {
  static microphone: ReadableStreamDefaultController<AudioData> | null = null
  readonly readable = new ReadableStream<AudioData>({
    start: (controller) => {
      FakeProcessor.microphone = controller
    },
  })
}

let chain = startRecorderChain()
let log = new TakeLog()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  chain = startRecorderChain()
  FakeProcessor.microphone = null
  vi.stubGlobal('MediaStreamTrackProcessor', FakeProcessor)
  log = new TakeLog()
  sampleRate = 48_000
})
afterEach(() => {
  // First of all: the clock is put back on whatever stands there for the browser's.
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = () => new WebCodecsRecorder(chain.recorders, new FakeStream('video', 'audio').asMediaStream, 5_000)
const nowMs = () => performance.now()
const frameNow = () => new CountedFrame(null, { timestamp: Math.round(nowMs() * 1_000) }).asVideoFrame

/** What the microphone gives. */
let sampleRate = 48_000

/** Sound of 10 ms each while the time passes, and what `each` does every 100 ms. */
async function passWithSound(ms: number, each: () => void) {
  for (let passedMs = 0; passedMs < ms; passedMs += 10) {
    const timestamp = Math.round(nowMs() * 1_000)
    FakeProcessor.microphone?.enqueue(new FakeAudioData({ timestamp, sampleRate }).asAudioData)
    if (passedMs % 100 === 0) each()
    vi.advanceTimersByTime(10)
    await settled()
  }
}

async function end(take: Take) {
  take.stop(frameNow(), nowMs())
  for (let i = 0; i < 20 && !log.hasEnded; i++) {
    vi.advanceTimersByTime(25)
    await settled()
  }
}

describe('the sound of a recording (CLIP-06, REC-12)', () => {
  it('begins with its first frame, its pre-roll included, and goes on to its end; each is closed', async () => {
    const recorder = open()
    await passWithSound(3_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 2_000, log)
    await passWithSound(3_000, () => take.add(frameNow(), nowMs()))
    await end(take)
    recorder.close()
    await settled()
    const { audio, video } = await readClip(log.content)
    expect([log.kinds, log.hasAudio]).toEqual([['begun', 'part', 'stopped'], true])
    expect([audio[0]?.atSec, video[0]?.atSec]).toEqual([0, 0])
    expect(audio.length).toBeGreaterThan(490)
    expect({ sounds: FakeAudioData.open, frames: CountedFrame.open }).toEqual({ sounds: 0, frames: 0 })
  })

  it('is let go when the camera is closed, and the microphone is read no more', async () => {
    const recorder = open()
    await passWithSound(1_000, () => recorder.keep(frameNow(), nowMs()))
    expect(FakeAudioData.open).toBeGreaterThan(90)
    recorder.close()
    await settled()
    expect(FakeAudioData.open).toBe(0)
    expect(() => FakeProcessor.microphone?.enqueue(new FakeAudioData({ timestamp: 0 }).asAudioData)).toThrow()
  })

  it('lies beside its picture where the worker began after the clock was set, or the machine slept', async () => {
    const recorder = open()
    recorder.keep(frameNow(), nowMs())
    const pageClock = performance
    // In Chromium (156, measured) the origin of a worker is told by the clock as it is when that begins, the page's as it was.
    vi.stubGlobal('performance', { now: () => pageClock.now(), timeOrigin: pageClock.timeOrigin + 3_600_000 })
    await passWithSound(3_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 2_000, log)
    await passWithSound(3_000, () => take.add(frameNow(), nowMs()))
    await end(take)
    const { audio, durationSec } = await readClip(log.content)
    expect([audio[0]?.atSec, Math.round(durationSec)]).toEqual([0, 5])
  })

  it('holds nothing up when the microphone falls silent: the picture goes on', async () => {
    const recorder = open()
    await passWithSound(1_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 500, log)
    await passWithSound(1_000, () => take.add(frameNow(), nowMs()))
    for (let i = 0; i < 60; i++) {
      take.add(frameNow(), nowMs())
      vi.advanceTimersByTime(100)
      await settled()
    }
    const { video } = await readClip(log.content)
    expect(video.length).toBeGreaterThan(35)
    await end(take)
    expect(log.kinds.at(-1)).toBe('stopped')
  })

  it('holds nothing up when the microphone falls silent and frames are further apart than it may be silent', async () => {
    const recorder = open()
    await passWithSound(1_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 500, log)
    await passWithSound(1_000, () => take.add(frameNow(), nowMs()))
    for (let i = 0; i < 10; i++) {
      take.add(frameNow(), nowMs())
      vi.advanceTimersByTime(1_100)
      await settled()
    }
    const { durationSec } = await readClip(log.content)
    expect(durationSec).toBeGreaterThan(8)
    await end(take)
  })

  it('goes on where the machine was held up for more than a second, and a frame comes first after that', async () => {
    const recorder = open()
    await passWithSound(1_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 500, log)
    await passWithSound(1_000, () => take.add(frameNow(), nowMs()))
    vi.advanceTimersByTime(1_200)
    take.add(frameNow(), nowMs())
    await settled()
    await passWithSound(2_000, () => take.add(frameNow(), nowMs()))
    await end(take)
    const { audio } = await readClip(log.content)
    expect(audio.at(-1)?.atSec).toBeGreaterThan(4.5)
  })

  it('goes on where two frames were handled in a row before such a hold-up, and one after it', async () => {
    const recorder = open()
    await passWithSound(1_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 500, log)
    await passWithSound(1_000, () => take.add(frameNow(), nowMs()))
    take.add(frameNow(), nowMs())
    await settled()
    vi.advanceTimersByTime(1_200)
    take.add(frameNow(), nowMs())
    await settled()
    await passWithSound(2_000, () => take.add(frameNow(), nowMs()))
    await end(take)
    const { audio } = await readClip(log.content)
    expect(audio.at(-1)?.atSec).toBeGreaterThan(4.5)
  })

  it('is none where the microphone went before: the clip says so and has its picture', async () => {
    const recorder = open()
    recorder.keep(frameNow(), nowMs())
    await settled()
    FakeProcessor.microphone?.error(new DOMException('The device is gone.', 'NotReadableError'))
    const take = recorder.record(0, log)
    for (let i = 0; i < 10; i++) {
      take.add(frameNow(), nowMs())
      vi.advanceTimersByTime(100)
      await settled()
    }
    await end(take)
    expect([log.kinds.at(-1), log.hasAudio]).toEqual(['stopped', false])
  })

  it.each([
    [
      'the microphone changes its rate',
      () => {
        sampleRate = 44_100
      },
    ],
    [
      'its encoder fails',
      () => {
        FakeAudioEncoder.breaksAt = FakeAudioEncoder.encoded
      },
    ],
  ])('ends where %s, and the picture goes on at once (CLIP-06)', async (_, fail) => {
    const recorder = open()
    await passWithSound(1_000, () => recorder.keep(frameNow(), nowMs()))
    const take = recorder.record(nowMs() - 500, log)
    await passWithSound(1_000, () => take.add(frameNow(), nowMs()))
    fail()
    await passWithSound(3_000, () => take.add(frameNow(), nowMs()))
    const soFar = await readClip(log.content)
    expect(soFar.video.at(-1)?.atSec).toBeGreaterThan(3)
    await end(take)
    recorder.close()
    await settled()
    const { audio, video } = await readClip(log.content)
    expect(log.kinds).toEqual(['begun', 'part', 'stopped'])
    expect([audio.length > 90, audio.length < 160, video.length > 40]).toEqual([true, true, true])
    expect({ sounds: FakeAudioData.open, frames: CountedFrame.open }).toEqual({ sounds: 0, frames: 0 })
  })

  it('is there also where a machine over its budget keeps no pre-roll', async () => {
    const recorder = open()
    recorder.keep(frameNow(), nowMs())
    recorder.setPreRoll(0)
    await passWithSound(1_000, () => undefined)
    // A microphone gives 10 ms at a time: motion is found in between.
    vi.advanceTimersByTime(5)
    const take = recorder.record(nowMs(), log)
    take.add(frameNow(), nowMs())
    await settled()
    await passWithSound(2_000, () => take.add(frameNow(), nowMs()))
    await end(take)
    expect([log.kinds.at(-1), log.hasAudio]).toEqual(['stopped', true])
    const { audio } = await readClip(log.content)
    expect([(audio[0]?.atSec ?? -1) >= 0, audio.length > 190]).toEqual([true, true])
  })
})
