import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RelayFeed } from '../../../src/engine/live/relay-feed'
import type { EncodedFormat, EncodedPicture } from '../../../src/engine/live/relay-protocol'
import { FakeStream } from '../../support/browser/fake-media'
import { CountedFrame } from '../../support/engine/counted-frames'
import { FakeVideoEncoder, stubEncoders } from '../../support/engine/fake-encoders'
import { FilmedStreams, LoopbackEncoder } from '../../support/live/loopback-encoder'

const full = { framesPerSec: 15, shrinkBy: 1 }
const stream = new FakeStream('video').asMediaStream

let films: FilmedStreams
let told: { formats: EncodedFormat[]; pictures: EncodedPicture[]; failures: string[] }
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  stubEncoders()
  LoopbackEncoder.made.length = 0
  films = new FilmedStreams()
  told = { formats: [], pictures: [], failures: [] }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openFeed() {
  const ports = { startEncoder: LoopbackEncoder.start, openFrames: films.open }
  return new RelayFeed(stream, full, ports, {
    onFormat: (format) => told.formats.push(format),
    onPicture: (picture) => told.pictures.push(picture),
    onFailed: (message) => told.failures.push(message),
  })
}

/** The camera gives so many pictures, 30 a second. */
async function film(count: number, of = stream) {
  for (let i = 0; i < count; i++) {
    films.film(of)
    await vi.advanceTimersByTimeAsync(33)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const keys = () => told.pictures.flatMap(({ type }, index) => (type === 'key' ? [index] : []))

describe('a relay’s picture (LIVE-56)', () => {
  it('is encoded at 15 a second at most, begins with a key frame, and every frame is closed', async () => {
    openFeed()
    await film(60)
    expect(told.formats).toEqual([{ codec: 'vp8', width: 32, height: 18 }])
    expect(told.pictures[0]?.type).toBe('key')
    expect(told.pictures.length).toBeGreaterThan(28)
    expect(told.pictures.length).toBeLessThan(32)
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })

  it('says when the camera gave it', async () => {
    openFeed()
    await film(3)
    const [first, second] = told.pictures
    expect(Date.now() - (first?.takenAtMs ?? 0)).toBeLessThan(120)
    expect((second?.takenAtMs ?? 0) - (first?.takenAtMs ?? 0)).toBe(66)
  })

  it('has a key frame every two seconds, and when somebody new looks', async () => {
    const feed = openFeed()
    await film(130)
    // 31 pictures are 2.046 s.
    expect(keys()).toEqual([0, 31, 62])
    feed.askKeyFrame()
    await film(2)
    expect(keys()).toHaveLength(4)
    await film(30)
    expect(keys()).toHaveLength(4)
  })

  it('has one every two seconds also once the clock was set back', async () => {
    openFeed()
    await film(10)
    vi.setSystemTime(Date.now() - 3_600_000)
    await film(130)
    expect(keys().length).toBeGreaterThan(2)
  })

  it('is left out where the encoder is behind, and never queued', async () => {
    FakeVideoEncoder.takesMs = 1_000
    openFeed()
    await film(60)
    expect(told.pictures.length).toBeLessThan(4)
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })

  it('is H.264 only where there is no VP8, or hardware encodes it (LIVE-52)', async () => {
    for (const machine of [{ unable: ['vp8'] }, { hasHardware: true }]) {
      FakeVideoEncoder.reset()
      Object.assign(FakeVideoEncoder, machine)
      openFeed()
      await film(4)
    }
    expect(told.formats.map(({ codec }) => codec)).toEqual(['avc1.42001f', 'avc1.42001f'])
  })

  it('comes less often and smaller where the machine or the line has no room (LIVE-54)', async () => {
    CountedFrame.width = 640
    const feed = openFeed()
    await film(4)
    feed.setPace({ framesPerSec: 7, shrinkBy: 2 })
    await film(5)
    expect(told.formats.map(({ width }) => width)).toEqual([640, 320])
    expect(told.pictures.at(-1)?.type).toBe('key')
    const before = told.pictures.length
    await film(60)
    expect(told.pictures.length - before).toBeLessThan(16)
  })

  it('is as large as its largest viewer shows it, in steps of few widths', async () => {
    CountedFrame.width = 640
    const feed = openFeed()
    for (const width of [200, 300, 321, 1_280]) {
      feed.setShown({ width, height: 1_000 })
      await film(4)
    }
    expect(told.formats.map((format) => format.width)).toEqual([320, 480, 640])
    // Upright, or low, the tighter side counts.
    feed.setShown({ width: 1_280, height: 4 })
    await film(4)
    expect(told.formats.at(-1)?.width).toBe(160)
    expect(told.pictures.at(-1)).toBeDefined()
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })

  it('goes on with the frames of a camera that was opened anew (LIVE-59)', async () => {
    const feed = openFeed()
    await film(4)
    const anew = new FakeStream('video').asMediaStream
    feed.setStream(anew)
    await film(1)
    expect([films.isRead(stream), films.isRead(anew)]).toEqual([false, true])
    const before = told.pictures.length
    await film(4, anew)
    expect(told.pictures.length).toBeGreaterThan(before)
  })

  it('costs nothing once it is closed (LIVE-58)', async () => {
    const feed = openFeed()
    await film(4)
    feed.close()
    const before = told.pictures.length
    await film(4)
    expect([LoopbackEncoder.running, told.pictures.length, told.failures]).toEqual([0, before, []])
  })

  it('opens nothing of a camera that is opened anew after its end (LIVE-58)', () => {
    const feed = openFeed()
    feed.close()
    const anew = new FakeStream('video').asMediaStream
    feed.setStream(anew)
    expect(films.isRead(anew)).toBe(false)
  })

  it('closes frames that are on their way when it ends (LIVE-68)', async () => {
    const feed = openFeed()
    await film(4)
    films.film(stream)
    films.film(stream)
    feed.close()
    await vi.advanceTimersByTimeAsync(50)
    expect([CountedFrame.open, CountedFrame.misused, LoopbackEncoder.running]).toEqual([0, 0, 0])
  })

  it('ends its worker also where the stream does not end', async () => {
    vi.spyOn(films, 'open').mockImplementation(() => ({
      kind: 'stream',
      readable: new ReadableStream<VideoFrame>(),
      close: () => undefined,
    }))
    openFeed().close()
    await vi.advanceTimersByTimeAsync(900)
    expect(LoopbackEncoder.running).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(LoopbackEncoder.running).toBe(0)
  })
})

describe('a relay that cannot be encoded', () => {
  it('says so where the browser encodes nothing, and ends its worker', async () => {
    FakeVideoEncoder.unable = ['vp8', 'avc1']
    openFeed()
    await film(4)
    expect([told.failures.length, LoopbackEncoder.running]).toEqual([1, 0])
    expect(CountedFrame.open).toBe(0)
  })

  it('tries another codec where one breaks', async () => {
    FakeVideoEncoder.breaksAt = 3
    openFeed()
    await film(7)
    FakeVideoEncoder.breaksAt = Number.POSITIVE_INFINITY
    await film(6)
    expect(told.formats.map(({ codec }) => codec)).toEqual(['vp8', 'avc1.42001f'])
    expect([told.failures, CountedFrame.open, CountedFrame.misused]).toEqual([[], 0, 0])
  })

  it.each([
    ['takes no more frames', new Promise<void>(() => undefined)],
    ['takes them all', null],
  ])('tries another codec where hardware hangs, and %s', async (_, gate) => {
    Object.assign(FakeVideoEncoder, { hasHardware: true, faults: { 'prefer-hardware': 'hangs' }, gate })
    openFeed()
    await film(116)
    expect(told.formats.map(({ codec }) => codec)).toEqual(['avc1.42001f'])
    FakeVideoEncoder.gate = null
    await film(12)
    expect(told.formats.map(({ codec }) => codec)).toEqual(['avc1.42001f', 'vp8'])
    expect([told.pictures[0]?.type, told.failures, CountedFrame.open]).toEqual(['key', [], 0])
  })

  it('keeps the codec of one that is slow, or is given nothing for a while', async () => {
    FakeVideoEncoder.takesMs = 3_000
    openFeed()
    await film(200)
    // Some give a picture only once they have the next frame.
    FakeVideoEncoder.takesMs = 0
    await vi.advanceTimersByTimeAsync(3_000)
    FakeVideoEncoder.isSilent = true
    await film(4)
    FakeVideoEncoder.isSilent = false
    await vi.advanceTimersByTimeAsync(20_000)
    await film(10)
    expect([told.formats.length, told.failures]).toEqual([1, []])
  })

  it('says so where the worker dies', () => {
    openFeed()
    LoopbackEncoder.made[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'It died.' }))
    expect([told.failures, LoopbackEncoder.running]).toEqual([['It died.'], 0])
  })
})

describe('a browser that gives no frames of a track', () => {
  it('is asked for each frame by the worker, whose timers nothing holds back', async () => {
    const taken: CountedFrame[] = []
    let isClosed = false
    films.open = () => ({
      kind: 'element',
      frames: {
        take: () => {
          const frame = new CountedFrame()
          taken.push(frame)
          return frame.asVideoFrame
        },
        close: () => {
          isClosed = true
        },
      },
    })
    const feed = openFeed()
    for (let i = 0; i < 30; i++) {
      await vi.advanceTimersByTimeAsync(67)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(told.pictures.length).toBeGreaterThan(25)
    expect(taken.length).toBeLessThan(33)
    feed.close()
    expect([CountedFrame.open, CountedFrame.misused, isClosed]).toEqual([0, 0, true])
  })
})
