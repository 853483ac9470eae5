import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CodecVerdict } from '../../../../src/engine/recording/clip-codec'
import { trialConfig, videoEncoding } from '../../../../src/engine/workers/clip-format'
import { CodecChoice } from '../../../../src/engine/workers/codecs/codec-choice'
import { copyFrame } from '../../../../src/engine/workers/frame-ring'
import { CountedFrame } from '../../../support/engine/counted-frames'
import { FakeVideoEncoder, stubEncoders } from '../../../support/engine/fake-encoders'
import { settled } from '../../../support/manual-clock'

const size = { width: 32, height: 18 }
const HARD = 'avc1.64001e prefer-hardware'
const SOFT = 'avc1.64001e prefer-software'
const VP8 = 'vp8 no-preference'

let told: CodecVerdict[] = []
let choice = new CodecChoice(() => undefined)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: 1_000_000 })
  vi.stubGlobal('navigator', { userAgent: 'Browser 1' })
  stubEncoders()
  told = []
  choice = new CodecChoice((verdict) => told.push(verdict))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const picture = () => copyFrame(new CountedFrame().asVideoFrame, 0)
const choose = (at = size) => choice.of(at, picture)
const configured = () => FakeVideoEncoder.configured

describe('the encoder of clips (CODEC-02)', () => {
  it('is the graphics hardware where it works: nothing else is tried', async () => {
    FakeVideoEncoder.hasHardware = true
    expect(await choose()).toMatchObject({ ...size, browser: 'Browser 1', codec: 'h264-hardware', passedOver: [] })
    expect(configured()).toEqual([HARD])
  })

  it('is H.264 by the processor where there is none', async () => {
    expect(await choose()).toMatchObject({
      codec: 'h264-software',
      passedOver: [{ codec: 'h264-hardware', why: 'not-there' }],
      holdsUntilMs: null,
    })
    expect(configured()).toEqual([SOFT])
  })

  it.each([
    ['breaks', 'broke-off'],
    ['no-key', 'wrong-picture'],
  ] as const)('is not one that says it can and %s', async (fault, why) => {
    FakeVideoEncoder.hasHardware = true
    FakeVideoEncoder.faults = { 'prefer-hardware': fault }
    const verdict = await choose()
    expect(verdict).toMatchObject({ codec: 'h264-software', passedOver: [{ codec: 'h264-hardware', why }] })
    expect(configured()).toEqual([HARD, SOFT])
  })

  it('is not one that hangs: after 2 s the next is tried, and the first again after 10 min', async () => {
    FakeVideoEncoder.hasHardware = true
    FakeVideoEncoder.faults = { 'prefer-hardware': 'hangs' }
    const choosing = choose()
    await settled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await choosing).toMatchObject({
      codec: 'h264-software',
      passedOver: [{ codec: 'h264-hardware', why: 'too-slow' }],
    })
    FakeVideoEncoder.faults = {}
    expect(await choose()).toMatchObject({ codec: 'h264-software' })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await choose()).toMatchObject({ codec: 'h264-hardware' })
  })

  it('is VP8 where no H.264 works, and none where nothing does', async () => {
    FakeVideoEncoder.unable = ['avc']
    expect(await choose()).toMatchObject({ codec: 'vp8', passedOver: [{ why: 'not-there' }, { why: 'not-there' }] })
    expect(configured()).toEqual([VP8])
    FakeVideoEncoder.unable = ['avc', 'vp8']
    expect(await choose({ width: 64, height: 36 })).toMatchObject({ codec: null })
  })

  it('is not one whose pictures this browser does not play, or that shows another picture', async () => {
    FakeVideoEncoder.hasHardware = true
    const decoder = { isPlaying: true, width: 32 }
    vi.stubGlobal('VideoDecoder', decoderOf(decoder))
    vi.stubGlobal('EncodedVideoChunk', class {})
    expect(await choose()).toMatchObject({ codec: 'h264-hardware' })
    decoder.width = 30
    expect(await choose({ width: 64, height: 36 })).toMatchObject({
      codec: null,
      passedOver: [{ why: 'wrong-picture' }, {}, {}],
    })
    decoder.isPlaying = false
    expect(await choose({ width: 128, height: 72 })).toMatchObject({ passedOver: [{ why: 'not-played' }, {}, {}] })
  })

  it('is asked for what a clip asks for: 1 Mbit/s of VP8 at 720p, 86 % of that of H.264 (CLIP-05, CODEC-01)', () => {
    const hd = { width: 1280, height: 720 }
    expect(trialConfig('vp8', hd)).toMatchObject({ codec: 'vp8', bitrate: 1_000_000, latencyMode: 'realtime' })
    const h264 = { codec: 'avc1.64001f', bitrate: 860_000, hardwareAcceleration: 'prefer-software' }
    expect(trialConfig('h264-software', hd)).toMatchObject(h264)
    const format = {
      container: 'mp4',
      mediaType: 'video/mp4',
      video: 'avc',
      audio: null,
      tried: 'h264-software',
    } as const
    const { codec: fullCodecString, hardwareAcceleration } = h264
    expect(videoEncoding(format, hd)).toMatchObject({ codec: 'avc', fullCodecString, hardwareAcceleration })
  })

  it('closes every frame of its trials', async () => {
    FakeVideoEncoder.hasHardware = true
    FakeVideoEncoder.faults = { 'prefer-hardware': 'breaks' }
    await choose()
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })

  it('is tried with the next picture where there was none', async () => {
    expect(await choice.of(size, async () => null)).toBeNull()
    expect(await choose()).toMatchObject({ codec: 'h264-software' })
  })
})

describe('what a trial found (CODEC-03)', () => {
  it('holds for all cameras of one size, which are tried together, and is told once', async () => {
    await Promise.all([choose(), choose()])
    await choose()
    expect([configured().length, told.length]).toEqual([1, 1])
    await choose({ width: 64, height: 36 })
    expect(told.map(({ width }) => width)).toEqual([32, 64])
  })

  it('is taken from an earlier start of the same browser, and not from another version of it', async () => {
    await choose()
    const [kept] = told
    if (kept === undefined) throw new Error('nothing was told')
    FakeVideoEncoder.hasHardware = true
    const later = new CodecChoice(() => undefined)
    later.know([kept])
    expect(await later.of(size, picture)).toEqual(kept)
    const updated = new CodecChoice(() => undefined)
    updated.know([{ ...kept, browser: 'Browser 0' }])
    expect(await updated.of(size, picture)).toMatchObject({ codec: 'h264-hardware' })
  })

  it('is of the whole version where the browser tells that, and of its user agent where it does not', async () => {
    let version = '156.0.8078.79'
    const told = async () => ({ fullVersionList: [{ brand: 'Chromium', version }] })
    const listen = (getHighEntropyValues: () => Promise<object>) =>
      vi.stubGlobal('navigator', { userAgent: 'Browser 1', userAgentData: { getHighEntropyValues } })
    listen(told)
    const kept = await choose()
    expect(kept?.browser).toBe('Chromium 156.0.8078.79')
    FakeVideoEncoder.hasHardware = true
    const later = async () => {
      const next = new CodecChoice(() => undefined)
      if (kept !== null) next.know([kept])
      return next.of(size, picture)
    }
    expect(await later()).toEqual(kept)
    version = '156.0.8078.80'
    expect(await later()).toMatchObject({ browser: 'Chromium 156.0.8078.80', codec: 'h264-hardware' })
    listen(() => Promise.reject(new Error('A policy of the page.')))
    expect(await later()).toMatchObject({ browser: 'Browser 1' })
    listen(async () => ({}))
    expect(await later()).toMatchObject({ browser: 'Browser 1' })
  })

  it('is over when the encoder breaks off in a clip: for a day another is taken', async () => {
    FakeVideoEncoder.hasHardware = true
    await choose()
    choice.noteBroken('h264-hardware')
    expect(await choose()).toMatchObject({
      codec: 'h264-software',
      passedOver: [{ codec: 'h264-hardware', why: 'broke-off' }],
      holdsUntilMs: 1_000_000 + 86_400_000,
    })
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(await choose()).toMatchObject({ codec: 'h264-hardware' })
  })
})

/** Shows a frame of a width for each chunk. */
function decoderOf(decoder: { readonly isPlaying: boolean; readonly width: number }) {
  return class {
    static async isConfigSupported() {
      return { supported: decoder.isPlaying }
    }

    state = 'configured'
    readonly #output: (frame: unknown) => void

    constructor({ output }: { output: (frame: unknown) => void }) {
      this.#output = output
    }

    configure(): void {}

    decode(): void {
      const close = () => undefined
      this.#output({ displayWidth: decoder.width, displayHeight: 18, close, allocationSize: () => 0 })
    }

    async flush(): Promise<void> {}

    close(): void {}
  }
}
