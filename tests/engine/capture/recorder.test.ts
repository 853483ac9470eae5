import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordingFormat, startMediaRecorder } from '../../../src/engine/capture/recorder'
import { FakeStream } from '../../support/fake-media'
import { FakeMediaRecorder } from '../../support/fake-media-recorder'
import { settled } from '../../support/manual-clock'

describe('the recording format (spec 9, REC-05)', () => {
  const supporting =
    (...types: string[]) =>
    (type: string) =>
      types.includes(type)

  it('is webm with VP8 where the browser records it, with Opus where there is sound', () => {
    expect(recordingFormat(false, () => true)).toBe('video/webm;codecs=vp8')
    expect(recordingFormat(true, () => true)).toBe('video/webm;codecs=vp8,opus')
  })

  it('is any webm where VP8 is missing', () => {
    const isSupported = supporting('video/webm', 'video/mp4')
    expect([recordingFormat(false, isSupported), recordingFormat(true, isSupported)]).toEqual([
      'video/webm',
      'video/webm',
    ])
  })

  it('is mp4 only where there is no webm', () => {
    const isSupported = supporting('video/mp4')
    expect([recordingFormat(false, isSupported), recordingFormat(true, isSupported)]).toEqual([
      'video/mp4',
      'video/mp4',
    ])
  })

  it('is left to the browser where none of them is supported', () => {
    expect(recordingFormat(false, () => false)).toBe(null)
  })
})

describe('a recording through MediaRecorder', () => {
  const stream = new FakeStream('video').asMediaStream

  beforeEach(() => {
    FakeMediaRecorder.reset()
    vi.stubGlobal('MediaRecorder', FakeMediaRecorder)
  })
  afterEach(() => void vi.unstubAllGlobals())

  const last = () => {
    const recorder = FakeMediaRecorder.made.at(-1)
    if (recorder === undefined) throw new Error('nothing is recorded')
    return recorder
  }

  it('starts without a time slice, at 1 Mbit/s, in the best format', () => {
    startMediaRecorder(stream)
    expect(last().options).toEqual({ mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 1_000_000 })
    expect(last().startArguments).toEqual([])
  })

  it('names no format where the browser supports none of ours', () => {
    FakeMediaRecorder.supported = []
    startMediaRecorder(stream)
    expect(last().options).not.toHaveProperty('mimeType')
  })

  it('yields all its parts as one webm, its type without parameters (REC-05)', async () => {
    const recorder = startMediaRecorder(stream)
    last().give(new Blob(['one']))
    last().give(new Blob(['two']))
    recorder?.stop()
    const recording = await recorder?.finished
    expect(recording).toMatchObject({ mediaType: 'video/webm', hasAudio: false })
    expect(recording?.content.type).toBe('video/webm')
    expect(await recording?.content.text()).toBe('onetwo')
  })

  it('says whether the stream has sound (REC-12, X-44)', async () => {
    const recorder = startMediaRecorder(new FakeStream('video', 'audio').asMediaStream)
    expect(last().options).toMatchObject({ mimeType: 'video/webm;codecs=vp8,opus' })
    last().give(new Blob(['one']))
    recorder?.stop()
    expect(await recorder?.finished).toMatchObject({ hasAudio: true })
  })

  it('yields what it has when the stream ends by itself, and may be stopped after that', async () => {
    const recorder = startMediaRecorder(stream)
    last().give(new Blob(['one']))
    last().stop()
    recorder?.stop()
    expect(await (await recorder?.finished)?.content.text()).toBe('one')
  })

  it('does not finish before it is stopped', async () => {
    const recorder = startMediaRecorder(stream)
    const finished = vi.fn()
    void recorder?.finished.then(finished)
    last().give(new Blob(['one']))
    await settled()
    expect(finished).not.toHaveBeenCalled()
  })

  it('yields nothing when nothing came', async () => {
    const recorder = startMediaRecorder(stream)
    last().give(new Blob([]))
    recorder?.stop()
    expect(await recorder?.finished).toBe(null)
  })

  it.each(['making', 'starting'] as const)('is none when %s the recorder fails', (step) => {
    FakeMediaRecorder.failsAt = step
    expect(startMediaRecorder(stream)).toBe(null)
  })

  it('is none in a browser without MediaRecorder', () => {
    vi.stubGlobal('MediaRecorder', undefined)
    expect(startMediaRecorder(stream)).toBe(null)
  })

  it('is taken for webm when the browser names no type', async () => {
    FakeMediaRecorder.supported = []
    const recorder = startMediaRecorder(stream)
    last().give(new Blob(['one']))
    recorder?.stop()
    expect(await recorder?.finished).toMatchObject({ mediaType: 'video/webm' })
  })
})
