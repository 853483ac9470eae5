import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClipMaking, CodecVerdict } from '../../../src/engine/recording/clip-codec'
import type { TakeSize } from '../../../src/engine/recording/recorder-port'
import { RecorderWorkerClient } from '../../../src/engine/recording/recorder-worker-client'
import { WebCodecsRecorder } from '../../../src/engine/recording/webcodecs-recorder'
import type { WorkerLike } from '../../../src/engine/worker-channel'
import { remux } from '../../../src/engine/workers/remux'
import { FakeStream } from '../../support/browser/fake-media'
import { CountedFrame } from '../../support/engine/counted-frames'
import { decoderOfHalves } from '../../support/engine/decoder-of-halves'
import { FakeAudioData } from '../../support/engine/fake-audio'
import { FakeAudioEncoder, FakeVideoEncoder, stubEncoders } from '../../support/engine/fake-encoders'
import { LoopbackRecorder } from '../../support/engine/loopback-recorder'
import { TakeLog } from '../../support/engine/recorder-chain'
import { settled } from '../../support/manual-clock'
import { readClip } from '../../support/read-clip'

const FRAME_MS = 1_000 / 15

/** Kept from one start of the app to the next. */
let kept: CodecVerdict[] = []
let workers: LoopbackRecorder[] = []
let makings: ClipMaking[] = []
let isMp4Taken = true
let recorders: RecorderWorkerClient

function start(): void {
  const startWorker = () => {
    const worker = new LoopbackRecorder()
    workers.push(worker)
    return worker as unknown as WorkerLike
  }
  recorders = new RecorderWorkerClient(startWorker, () => undefined, {
    read: () => kept,
    keep: (verdict) => void kept.push(verdict),
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  stubEncoders()
  vi.stubGlobal('navigator', { userAgent: 'Browser 1' })
  kept = []
  workers = []
  makings = []
  isMp4Taken = true
  start()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(...kinds: ('video' | 'audio')[]) {
  return new WebCodecsRecorder(recorders, new FakeStream('video', ...kinds).asMediaStream, 5_000, {
    get isMp4Taken() {
      return isMp4Taken
    },
    onMaking: (making) => makings.push(making),
  })
}

const frameAt = (atMs: number) => new CountedFrame(null, { timestamp: Math.round(atMs * 1_000) }).asVideoFrame

async function pass(ms: number) {
  vi.advanceTimersByTime(ms)
  await settled()
}

/** A clip of so many seconds. */
async function film(recorder: WebCodecsRecorder, seconds: number, fromMs = 10_000, size?: TakeSize): Promise<TakeLog> {
  const log = new TakeLog()
  const take = recorder.record(fromMs, log, size)
  for (let i = 0; i < 15 * seconds; i++) {
    take.add(frameAt(fromMs + i * FRAME_MS), fromMs + i * FRAME_MS)
    await pass(FRAME_MS)
  }
  take.stop(null, fromMs + seconds * 1_000)
  for (let i = 0; i < 20 && !log.hasEnded; i++) await pass(25)
  return log
}

const codecsOf = () => makings.map((making) => (making.by === 'encoder' ? making.codec : 'browser'))

describe('a clip for a provider that takes MP4 (CODEC-01)', () => {
  it('is MP4 with H.264, written as it is filmed; closed, its index stands in front and it begins with a keyframe', async () => {
    const log = await film(open(), 5)
    expect([log.kinds, log.mediaType]).toEqual([['begun', 'part', 'stopped'], 'video/mp4'])
    const closed = await remux(log.content)
    expect(closed).toMatchObject({ mediaType: 'video/mp4', hasAudio: false, durationMs: 5_000 })
    const { video, videoCodec } = await readClip(closed?.content ?? new Blob())
    expect([videoCodec, video.length, video[0]?.type, video[0]?.atSec]).toEqual(['avc', 75, 'key', 0])
    const boxes = Buffer.from((await closed?.content.arrayBuffer()) ?? new ArrayBuffer(0)).toString('latin1')
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })

  it('is on the disk but for its last 2 s, wherever it ends (CLIP-07)', async () => {
    const log = new TakeLog()
    const take = open().record(0, log)
    for (let i = 0; i < 8 * 15; i++) {
      take.add(frameAt(i * FRAME_MS), i * FRAME_MS)
      await pass(FRAME_MS)
      const written = await remux(log.content)
      const lostMs = i * FRAME_MS - (written?.durationMs ?? 0)
      expect({ i, isLost: lostMs > 2_000 }).toEqual({ i, isLost: false })
    }
  })

  it('goes on where the machine encodes so slowly that a second of it takes longer than an encoder may hang (CODEC-04)', async () => {
    const log = new TakeLog()
    const take = open().record(0, log)
    for (let i = 0; i < 20 * 15; i++) {
      if (i === 30) FakeVideoEncoder.takesMs = 700
      take.add(frameAt(i * FRAME_MS), i * FRAME_MS)
      await pass(FRAME_MS)
    }
    expect([log.mediaType, log.hasEnded, workers[0]?.isTerminated]).toEqual(['video/mp4', false, false])
  })

  it('is webm where the provider does not say so, and no encoder is tried', async () => {
    isMp4Taken = false
    const log = await film(open(), 1)
    expect([log.mediaType, kept, codecsOf()]).toEqual(['video/webm', [], ['vp8']])
    expect((await readClip(log.content)).videoCodec).toBe('vp8')
  })

  it('becomes MP4 with the next clip once the provider says so', async () => {
    isMp4Taken = false
    const recorder = open()
    expect((await film(recorder, 1)).mediaType).toBe('video/webm')
    isMp4Taken = true
    expect((await film(recorder, 1, 20_000)).mediaType).toBe('video/mp4')
  })

  it('is tried for before there is motion, and by the first clip where nothing was kept', async () => {
    const recorder = open()
    recorder.keep(frameAt(0), 0)
    await pass(300)
    for (const atMs of [300, 600]) {
      recorder.keep(frameAt(atMs), atMs)
      await pass(300)
    }
    expect([kept.length, codecsOf()]).toEqual([1, ['h264-software']])
    await film(open(), 1)
    expect(kept.length).toBe(1)
    expect([CountedFrame.misused]).toEqual([0])
  })

  it('is webm while a trial takes longer than a second: no clip waits for it', async () => {
    FakeVideoEncoder.faults = { 'prefer-software': 'hangs' }
    const log = new TakeLog()
    const take = open().record(0, log)
    for (let i = 0; i < 24; i++) {
      take.add(frameAt(i * FRAME_MS), i * FRAME_MS)
      await pass(FRAME_MS)
    }
    expect([log.kinds, log.mediaType]).toEqual([['begun', 'part'], 'video/webm'])
    take.stop(null, 24 * FRAME_MS)
    for (let i = 0; i < 20 && !log.hasEnded; i++) await pass(25)
    expect((await readClip(log.content)).video.length).toBe(24)
  })
})

describe('a machine on which no encoder passes its trial (CODEC-02)', () => {
  it('leaves its clips to the browser’s own recorder: none of those is used after all', async () => {
    FakeVideoEncoder.faults = { 'prefer-software': 'no-key', 'no-preference': 'no-key' }
    const log = await film(open(), 1)
    expect([log.kinds, log.failure, recorders.isAble]).toEqual([['failed'], 'no-format', false])
    expect(kept).toMatchObject([{ codec: null, passedOver: [{}, {}, { codec: 'vp8', why: 'wrong-picture' }] }])
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })
})

it('a clip that has half the size says so, and one that keeps its size does not (LESS-10)', async () => {
  isMp4Taken = false
  vi.stubGlobal(
    'VideoDecoder',
    decoderOfHalves(() => true),
  )
  const recorder = open()
  await film(recorder, 1, 10_000, 'half')
  CountedFrame.width = 640
  await film(recorder, 1, 20_000, 'half')
  await film(recorder, 1, 30_000)
  expect(makings.map((making) => making.by === 'encoder' && making.isHalved)).toEqual([false, true, false])
})

describe('an encoder that breaks off in a clip (CODEC-04)', () => {
  it('leaves what was filmed, and the next clip is made by another', async () => {
    const recorder = open()
    await film(recorder, 1)
    FakeVideoEncoder.breaksAt = FakeVideoEncoder.encodedUs.length + 45
    const broken = await film(recorder, 5, 20_000)
    expect([broken.kinds, broken.failure]).toEqual([['begun', 'part', 'failed'], 'broke-off'])
    expect((await remux(broken.content))?.durationMs).toBeGreaterThan(1_500)
    FakeVideoEncoder.breaksAt = Number.POSITIVE_INFINITY
    const next = await film(recorder, 1, 30_000)
    expect([next.kinds.at(-1), next.mediaType, codecsOf()]).toEqual(['stopped', 'video/webm', ['h264-software', 'vp8']])
    expect(kept.at(-1)).toMatchObject({ codec: 'vp8', passedOver: [{}, { codec: 'h264-software', why: 'broke-off' }] })
  })

  it('and hangs with its worker is not given to the next worker, where it is hardware', async () => {
    FakeVideoEncoder.hasHardware = true
    const recorder = open()
    await film(recorder, 1)
    const log = new TakeLog()
    recorder.record(20_000, log)
    workers[0]?.crash()
    expect(log.failure).toBe('no-answer')
    const next = await film(recorder, 1, 30_000)
    expect([next.mediaType, codecsOf().at(-1)]).toEqual(['video/mp4', 'h264-software'])
  })
})

describe('what was found of a browser (CODEC-03)', () => {
  it('is known to the next start, which tries nothing', async () => {
    await film(open(), 1)
    const tried = FakeVideoEncoder.configured.length
    start()
    const log = await film(open(), 1)
    expect([log.mediaType, kept.length, FakeVideoEncoder.configured.length - tried]).toEqual(['video/mp4', 1, 1])
  })
})

describe('the sound of an MP4 clip (CODEC-01)', () => {
  let microphone: ReadableStreamDefaultController<AudioData> | null = null
  let sampleRate = 48_000

  beforeEach(() => {
    vi.stubGlobal(
      'MediaStreamTrackProcessor',
      class {
        readonly readable = new ReadableStream<AudioData>({
          start: (controller) => {
            microphone = controller
          },
        })
      },
    )
  })

  /** What players say of Opus in MP4. */
  const play = (supported: boolean) =>
    vi.stubGlobal('navigator', {
      userAgent: 'Browser 1',
      mediaCapabilities: { decodingInfo: async () => ({ supported }) },
    })

  /** A clip of 2 s with sound. */
  async function filmWithSound(): Promise<TakeLog> {
    const recorder = open('audio')
    const hear = () => {
      const timestamp = Math.round(performance.now() * 1_000)
      microphone?.enqueue(new FakeAudioData({ timestamp, sampleRate }).asAudioData)
    }
    const frameNow = () => frameAt(performance.now())
    recorder.keep(frameNow(), performance.now())
    for (let i = 0; i < 50; i++) {
      hear()
      await pass(10)
    }
    const log = new TakeLog()
    const take = recorder.record(performance.now(), log)
    for (let i = 0; i < 200; i++) {
      hear()
      if (i % 7 === 0) take.add(frameNow(), performance.now())
      await pass(10)
    }
    take.stop(frameNow(), performance.now())
    for (let i = 0; i < 20 && !log.hasEnded; i++) await pass(25)
    recorder.close()
    await settled()
    return log
  }

  it('is AAC where that is encoded, whatever else plays', async () => {
    sampleRate = 44_100
    play(true)
    const log = await filmWithSound()
    expect([log.kinds.at(-1), log.mediaType, log.hasAudio]).toEqual(['stopped', 'video/mp4', true])
    const closed = await remux(log.content)
    const { audio, audioCodec, video } = await readClip(closed?.content ?? new Blob())
    expect([audioCodec, audio.length > 150, video.length > 20]).toEqual(['aac', true, true])
    expect([FakeAudioData.open, CountedFrame.open]).toEqual([0, 0])
  })

  it('is Opus where no AAC is encoded and the browser plays that', async () => {
    // What a browser encodes is asked once for each rate.
    sampleRate = 32_000
    FakeAudioEncoder.unable = ['mp4a']
    play(true)
    const log = await filmWithSound()
    expect([log.kinds.at(-1), log.mediaType, log.hasAudio]).toEqual(['stopped', 'video/mp4', true])
    const { audio, audioCodec, video } = await readClip((await remux(log.content))?.content ?? new Blob())
    expect([audioCodec, audio.length > 150, video.length > 20]).toEqual(['opus', true, true])
    expect([FakeAudioData.open, CountedFrame.open]).toEqual([0, 0])
  })

  it('makes the clip webm where nobody could hear it in MP4', async () => {
    sampleRate = 32_000
    FakeAudioEncoder.unable = ['mp4a']
    play(false)
    const log = await filmWithSound()
    expect([log.mediaType, log.hasAudio, codecsOf().at(-1)]).toEqual(['video/webm', true, 'vp8'])
    expect((await readClip(log.content)).audio.length).toBeGreaterThan(150)
  })
})
