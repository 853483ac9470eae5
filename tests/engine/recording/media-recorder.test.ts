import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mediaRecorder, recordingFormat } from '../../../src/engine/recording/media-recorder'
import { FakeStream } from '../../support/browser/fake-media'
import { deferred } from '../../support/deferred'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { FakeMediaRecorder, stubMediaRecorder } from '../../support/engine/fake-media-recorder'
import { settled } from '../../support/manual-clock'

describe('the recording format (REC-05)', () => {
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
  const silent = new FakeStream('video').asMediaStream
  let told: string[] = []
  let nowMs = 0
  const events = {
    onBegun: (begun: object) => told.push(`begun ${JSON.stringify(begun)}`),
    onPart: (bytes: Uint8Array<ArrayBuffer>) => told.push(`part ${new TextDecoder().decode(bytes)}`),
    onEnded: (outcome: string) => told.push(outcome),
  }
  const record = (stream = silent) => mediaRecorder(stream, () => nowMs).record(7_000, events)
  const begun = 'begun {"startedAtMs":9000,"mediaType":"video/webm","hasAudio":false}'

  beforeEach(() => {
    told = []
    nowMs = 9_000
    stubMediaRecorder()
  })
  afterEach(() => void vi.unstubAllGlobals())

  const last = () => {
    const recorder = FakeMediaRecorder.made.at(-1)
    if (recorder === undefined) throw new Error('nothing is recorded')
    return recorder
  }

  it('gives a part each second, at 1 Mbit/s, in the best format', () => {
    record()
    expect(last().options).toEqual({ mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 1_000_000 })
    expect(last().startArguments).toEqual([1_000])
  })

  it('is of its tracks at the beginning, and goes on where the microphone goes out of the stream (CLIP-06)', () => {
    const stream = new FakeStream('video', 'audio')
    const [picture, sound] = stream.tracks
    record(stream.asMediaStream)
    if (sound !== undefined) stream.removeTrack(sound)
    expect(last().stream).not.toBe(stream)
    expect(last().stream.getTracks()).toEqual([picture, sound])
    expect(last().options.mimeType).toBe('video/webm;codecs=vp8,opus')
    record(stream.asMediaStream)
    expect(last().stream.getTracks()).toEqual([picture])
    expect(last().options.mimeType).toBe('video/webm;codecs=vp8')
  })

  it('names no format where the browser supports none of ours', () => {
    FakeMediaRecorder.supported = []
    record()
    expect(last().options).not.toHaveProperty('mimeType')
  })

  it('has begun when it was started, without pre-roll, and says so before its first part (REC-05)', async () => {
    const take = record()
    nowMs = 10_000
    await settled()
    expect(told).toEqual([])
    last().give(new Blob(['one']))
    last().give(new Blob(['two']))
    await settled()
    expect(told).toEqual([begun, 'part one', 'part two'])
    take?.stop(null, nowMs)
    await settled()
    expect(told.slice(3)).toEqual(['stopped'])
  })

  it('hands on its parts in order, also where an earlier one takes longer to be read, and its end after them', async () => {
    const take = record()
    const gate = deferred<ArrayBuffer>()
    const slow = new Blob(['slow'])
    slow.arrayBuffer = () => gate.promise
    last().give(slow)
    last().give(new Blob(['quick']))
    take?.stop(null, nowMs)
    await settled()
    expect(told).toEqual([])
    gate.resolve(new TextEncoder().encode('slow').buffer)
    await settled()
    expect(told).toEqual([begun, 'part slow', 'part quick', 'stopped'])
  })

  it('says whether the stream has sound (REC-12, X-44)', async () => {
    record(new FakeStream('video', 'audio').asMediaStream)
    expect(last().options).toMatchObject({ mimeType: 'video/webm;codecs=vp8,opus' })
    last().give(new Blob(['one']))
    await settled()
    expect(told[0]).toContain('"hasAudio":true')
  })

  it('ends when the stream does, and may be stopped after that', async () => {
    const take = record()
    last().give(new Blob(['one']))
    last().stop()
    take?.stop(null, nowMs)
    await settled()
    expect(told).toEqual([begun, 'part one', 'stopped'])
  })

  it('fails where nothing came', async () => {
    const take = record()
    last().give(new Blob([]))
    take?.stop(null, nowMs)
    await settled()
    expect(told).toEqual(['no-frame'])
  })

  it('fails where the browser breaks it off; its parts so far are handed on', async () => {
    record()
    last().give(new Blob(['one']))
    last().fail()
    await settled()
    expect(told).toEqual([begun, 'part one', 'broke-off'])
  })

  it.each(['making', 'starting'] as const)('is none when %s the recorder fails', (step) => {
    FakeMediaRecorder.failsAt = step
    expect(record()).toBe(null)
  })

  it('is none in a browser without MediaRecorder', () => {
    vi.stubGlobal('MediaRecorder', undefined)
    expect(record()).toBe(null)
  })

  it('is taken for webm when the browser names no type', async () => {
    FakeMediaRecorder.supported = []
    record()
    last().give(new Blob(['one']))
    await settled()
    expect(told[0]).toBe(begun)
  })

  it('needs no frames, and closes those it is given', () => {
    const recorder = mediaRecorder(silent, () => nowMs)
    const take = recorder.record(7_000, events)
    const frames = [fakeVideoFrame(), fakeVideoFrame(), fakeVideoFrame()] as const
    recorder.keep(frames[0].frame, nowMs)
    take?.add(frames[1].frame, nowMs)
    take?.stop(frames[2].frame, nowMs)
    expect([recorder.wantsFrames, frames.map(({ isClosed }) => isClosed)]).toEqual([false, [true, true, true]])
  })
})
