import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bestRecorder } from '../../../src/engine/recording/best-recorder'
import { FakeStream } from '../../support/browser/fake-media'
import { CountedFrame } from '../../support/engine/counted-frames'
import { FakeVideoEncoder } from '../../support/engine/fake-encoders'
import { FakeFrames } from '../../support/engine/fake-frames'
import { FakeMediaRecorder, stubMediaRecorder } from '../../support/engine/fake-media-recorder'
import { startRecorderChain, TakeLog } from '../../support/engine/recorder-chain'
import { manualClock, settled } from '../../support/manual-clock'

let chain = startRecorderChain()
let frames = new FakeFrames()
/** How clips are made, as it was told. */
let told: string[] = []

beforeEach(() => {
  chain = startRecorderChain()
  frames = new FakeFrames()
  told = []
  frames.isOnCanvas = false
  stubMediaRecorder()
})
afterEach(() => void vi.unstubAllGlobals())

const open = (...kinds: ('video' | 'audio')[]) =>
  bestRecorder(new FakeStream(...kinds).asMediaStream, frames, 5_000, chain.recorders, manualClock(), {
    isMp4Taken: false,
    onMaking: (making) => told.push(making.by),
  })

/** Who records the next take. */
const recordsBy = (recorder: ReturnType<typeof open>) => {
  recorder.record(0, new TakeLog())
  return FakeMediaRecorder.made.length > 0 ? 'browser' : 'frames'
}

describe('the best recorder of a browser (CLIP-10)', () => {
  it('encodes frames where it can', () => {
    const recorder = open('video')
    expect([recorder.wantsFrames, recordsBy(recorder)]).toEqual([true, 'frames'])
  })

  it('is the browser’s where frames come from a canvas, also from when they do', () => {
    const recorder = open('video')
    frames.isOnCanvas = true
    expect([recorder.wantsFrames, recordsBy(recorder)]).toEqual([false, 'browser'])
  })

  it('tells once that the browser records, and again after frames could be encoded in between (CODEC-05)', () => {
    const recorder = open('video')
    const look = (isOnCanvas: boolean) => {
      frames.isOnCanvas = isOnCanvas
      return recorder.wantsFrames
    }
    for (const isOnCanvas of [false, true, true]) look(isOnCanvas)
    expect(told).toEqual(['browser'])
    for (const isOnCanvas of [false, true]) look(isOnCanvas)
    expect(told).toEqual(['browser', 'browser'])
  })

  it('is the browser’s where there is no VideoEncoder', () => {
    vi.stubGlobal('VideoEncoder', undefined)
    const recorder = open('video')
    expect([recorder.wantsFrames, recordsBy(recorder)]).toEqual([false, 'browser'])
  })

  it('is the browser’s where there is sound and nothing to read it with', () => {
    vi.stubGlobal('MediaStreamTrackProcessor', undefined)
    expect(recordsBy(open('video', 'audio'))).toBe('browser')
  })

  it('encodes frames and sound where that can be read', () => {
    vi.stubGlobal(
      'MediaStreamTrackProcessor',
      class {
        readonly readable = new ReadableStream()
      },
    )
    expect(recordsBy(open('video', 'audio'))).toBe('frames')
  })

  it('is the browser’s from when the encoders turned out to be unable', async () => {
    FakeVideoEncoder.unable = ['vp', 'avc']
    CountedFrame.width = 38
    const recorder = open('video')
    const log = new TakeLog()
    recorder.record(0, log)?.stop(new CountedFrame().asVideoFrame, 0)
    for (let i = 0; i < 20; i++) await settled()
    expect([log.kinds, recorder.wantsFrames, recordsBy(recorder)]).toEqual([['failed'], false, 'browser'])
  })

  it('tells how frames are encoded again after ten minutes, and not before it was known (CODEC-05, LESS-10)', async () => {
    const nowMs = vi.spyOn(performance, 'now')
    /** The encoders fail, and are looked at again ten minutes later. */
    const wait = (recorder: ReturnType<typeof open>, startMs: number) => {
      nowMs.mockReturnValue(startMs)
      for (let i = 0; i < 3; i++) {
        chain.recorders.channel()
        chain.workers.at(-1)?.crash()
      }
      expect(recorder.wantsFrames).toBe(false)
      nowMs.mockReturnValue(startMs + 600_000)
      return recorder.wantsFrames
    }
    const recorder = open('video')
    expect([wait(recorder, 1_000_000), told]).toEqual([true, ['browser']])
    const log = new TakeLog()
    const take = recorder.record(0, log)
    take?.add(new CountedFrame().asVideoFrame, 0)
    take?.stop(null, 100)
    for (let i = 0; i < 20; i++) await settled()
    expect(told).toEqual(['browser', 'encoder'])
    expect([wait(recorder, 3_000_000), recorder.wantsFrames, told]).toEqual([
      true,
      true,
      ['browser', 'encoder', 'browser', 'encoder'],
    ])
    nowMs.mockRestore()
  })

  it('closes a frame to be kept where the browser records', () => {
    vi.stubGlobal('VideoEncoder', undefined)
    open('video').keep(new CountedFrame().asVideoFrame, 0)
    expect([CountedFrame.open, chain.workers.length]).toEqual([0, 0])
  })

  it('passes on how much pre-roll is wanted', () => {
    const recorder = open('video')
    recorder.setPreRoll(0)
    recorder.keep(new CountedFrame().asVideoFrame, 0)
    expect([CountedFrame.open, chain.workers.length]).toEqual([0, 0])
  })
})
