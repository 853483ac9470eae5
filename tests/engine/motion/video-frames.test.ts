import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FramePath } from '../../../src/engine/motion/frame-path'
import { VideoFrames } from '../../../src/engine/motion/video-frames'
import { FrameTimeline } from '../../../src/engine/recording/frame-timeline'
import { FakeStream } from '../../support/browser/fake-media'
import { FakeFramePage, type FakeVideo } from '../../support/engine/fake-video'
import { manualClock, settled } from '../../support/manual-clock'

const direct: FramePath = { frames: 'video-frame', pacing: 'video-callback', why: '' }
const byClock: FramePath = { ...direct, pacing: 'clock' }
const canvas: FramePath = { frames: 'canvas', pacing: 'clock', why: '' }

describe('frames of a stream (ENG-03)', () => {
  let page = new FakeFramePage()
  let clock = manualClock()
  let hasFrame = true
  /** Frames that were made and not closed. */
  let openFrames = 0
  const encoded: unknown[][] = []
  const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
  const stream = new FakeStream('video').asMediaStream
  const jpegs = {
    encodeJpeg: async (...given: unknown[]) => {
      encoded.push(given)
      return jpeg
    },
  }
  const open = (path: FramePath) => new VideoFrames(stream, path, clock, jpegs)

  /** Frames of which one was looked at, the one that shows. */
  const opened = async (path: FramePath) => {
    const frames = open(path)
    const grabbed = await frames.grab()
    if (grabbed?.kind === 'frame') grabbed.frame.close()
    return frames
  }

  /** What a grab has answered so far: its kind, null, or 'waiting'. */
  const watchGrab = (frames: VideoFrames) => {
    let answer: string | null = 'waiting'
    void frames.grab().then((grabbed) => {
      answer = grabbed === null ? null : grabbed.kind
    })
    return async () => {
      await settled()
      return answer
    }
  }

  beforeEach(() => {
    page = new FakeFramePage()
    clock = manualClock()
    hasFrame = true
    openFrames = 0
    encoded.length = 0
    vi.stubGlobal('document', page)
    vi.stubGlobal(
      'VideoFrame',
      class {
        readonly source: FakeVideo
        readonly timestamp: number
        constructor(source: FakeVideo, init?: VideoFrameInit) {
          if (!hasFrame) throw new DOMException('There is no frame.', 'InvalidStateError')
          this.source = source
          this.timestamp = init?.timestamp ?? source.timestampUs
          openFrames++
        }
        close(): void {
          openFrames--
        }
      },
    )
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('are taken from a video that plays the stream, and lets it go on close', () => {
    const frames = open(direct)
    expect([page.video.srcObject === stream, page.video.isPlaying]).toEqual([true, true])
    frames.close()
    expect([page.video.srcObject, page.video.isPlaying]).toEqual([null, false])
  })

  it('say how they come, and say another way and why once they fall back to the canvas', () => {
    const frames = open(direct)
    expect(frames.path).toBe(direct)
    frames.fallBackToCanvas()
    expect(frames.path).toMatchObject({ frames: 'canvas', pacing: 'video-callback' })
    expect(frames.path.why).not.toBe(direct.why)
  })

  it('come at once: the one that shows', async () => {
    expect(await watchGrab(open(direct))()).toBe('frame')
    expect([page.video.waiting, clock.pending()]).toEqual([0, []])
  })

  it('are waited for where the one that shows was looked at already, which is closed', async () => {
    const frames = await opened(direct)
    const answer = watchGrab(frames)
    expect([await answer(), openFrames]).toEqual(['waiting', 0])
    page.video.present()
    expect([await answer(), openFrames]).toEqual(['frame', 1])
    expect([page.video.waiting, clock.pending()]).toEqual([0, []])
  })

  it('come at once again when another one shows by then', async () => {
    const frames = await opened(direct)
    page.video.present()
    expect(await watchGrab(frames)()).toBe('frame')
  })

  it('are waited for while the video has none yet', async () => {
    hasFrame = false
    const answer = watchGrab(open(direct))
    expect(await answer()).toBe('waiting')
    hasFrame = true
    page.video.present()
    expect(await answer()).toBe('frame')
  })

  it('are none at once when they are closed during the wait', async () => {
    const frames = await opened(direct)
    const answer = watchGrab(frames)
    frames.close()
    expect(await answer()).toBe(null)
    expect([page.video.waiting, clock.pending()]).toEqual([0, []])
  })

  it('come at once while the page is hidden, which presents none', async () => {
    page.turn('hidden')
    expect(await watchGrab(await opened(direct))()).toBe('frame')
  })

  it('come at once when the page is hidden during the wait', async () => {
    const answer = watchGrab(await opened(direct))
    page.turn('hidden')
    expect(await answer()).toBe('frame')
    expect([page.video.waiting, clock.pending()]).toEqual([0, []])
  })

  it('are none when the source shows no other for a second', async () => {
    const answer = watchGrab(await opened(direct))
    await clock.advance(999)
    expect(await answer()).toBe('waiting')
    await clock.advance(1)
    expect(await answer()).toBe(null)
    expect([page.video.waiting, openFrames]).toEqual([0, 0])
  })

  it.each([direct, byClock])('are none while a hidden page shows one frame for over a second', async (path) => {
    page.turn('hidden')
    const frames = await opened(path)
    page.video.present()
    const answers: unknown[] = [await watchGrab(frames)()]
    for (const ms of [1_000, 1, 4_000]) {
      await clock.advance(ms)
      answers.push(await watchGrab(frames)())
    }
    // Two were given, all others closed.
    expect([answers, openFrames]).toEqual([['frame', 'frame', null, null], 2])
    page.video.present()
    expect(await watchGrab(frames)()).toBe('frame')
  })

  it('are some in a hidden page though no timestamp ever moves and none is counted: that is no sign of a stall', async () => {
    page.turn('hidden')
    const frames = await opened(direct)
    await clock.advance(60_000)
    expect(await watchGrab(frames)()).toBe('frame')
  })

  it.each([
    ['goes on', 1, 'frame'],
    ['stops', 0, null],
  ])(
    'are told in a hidden page by the element’s count where no timestamp moved yet: it %s (ENG-13)',
    async (_, more, last) => {
      page.turn('hidden')
      page.video.frames = 1
      const frames = await opened(direct)
      const answers: unknown[] = []
      for (const ms of [300, 1_000, 1, 4_000]) {
        await clock.advance(ms)
        page.video.frames += more
        // In Chromium it runs on, whatever comes.
        page.video.currentTime += ms / 1_000
        answers.push(await watchGrab(frames)())
      }
      expect(answers).toEqual(['frame', 'frame', last, last])
      page.video.present()
      expect(await watchGrab(frames)()).toBe('frame')
    },
  )

  it('come at once where the clock paces them', async () => {
    expect(await watchGrab(await opened(byClock))()).toBe('frame')
  })

  it('are none while the video has none, also for a picture', async () => {
    hasFrame = false
    const frames = open(byClock)
    expect(await frames.grab()).toBe(null)
    expect(await frames.still(640, 0.5)).toBe(null)
    expect(encoded).toEqual([])
  })

  it('are taken to be recorded each once, and what was taken before is closed (ENG-05)', () => {
    const frames = open(direct)
    const taken = frames.takeNew()
    expect([taken !== null, frames.takeNew(), openFrames]).toEqual([true, null, 1])
    page.video.present()
    expect([frames.takeNew() !== null, openFrames]).toEqual([true, 2])
  })

  it('are told apart by the time of the element where timestamps are whole seconds, as Firefox tells them', () => {
    const frames = open(direct)
    const takenAt = (seconds: number) => {
      Object.assign(page.video, { timestampUs: Math.floor(seconds), currentTime: seconds })
      return frames.takeNew() !== null
    }
    expect([takenAt(1.03), takenAt(1.03), takenAt(1.1), takenAt(1.97), takenAt(2.04)]).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
  })

  it('carry that time then, by which a clip places them: ten a second are ten moments (WEAK-03)', () => {
    const frames = open(direct)
    const timeline = new FrameTimeline()
    const placedMs = [0, 1, 2, 3, 4, 5].map((i) => {
      const seconds = 7.05 + i / 10
      Object.assign(page.video, { timestampUs: Math.floor(seconds), currentTime: seconds })
      return timeline.place(frames.takeNew()?.timestamp ?? Number.NaN, 40_000 + 100 * i)
    })
    expect(placedMs.map(Math.round)).toEqual([40_000, 40_100, 40_200, 40_300, 40_400, 40_500])
    expect(openFrames).toBe(6)
  })

  it('are told apart by their own timestamps elsewhere, however the element’s time runs on', () => {
    const frames = open(direct)
    page.video.present()
    page.video.currentTime = 3.2
    expect(frames.takeNew()).not.toBe(null)
    page.video.currentTime = 3.3
    expect(frames.takeNew()).toBe(null)
  })

  it('are taken to be recorded whether they were checked or not, and checked though they were taken', async () => {
    const frames = await opened(direct)
    expect(frames.takeNew()).not.toBe(null)
    page.video.present()
    expect(frames.takeNew()).not.toBe(null)
    expect(await watchGrab(frames)()).toBe('frame')
  })

  it('are taken again where the one of this moment is wanted: the last of a clip', () => {
    const frames = open(direct)
    frames.takeNew()
    expect([frames.take() !== null, openFrames]).toEqual([true, 2])
  })

  it('are not taken to be recorded from a canvas, nor while there are none', () => {
    expect([open(canvas).take(), open(canvas).takeNew()]).toEqual([null, null])
    hasFrame = false
    expect([open(direct).take(), open(direct).takeNew()]).toEqual([null, null])
  })

  /** Whether a picture is made every 2.5 s, for so long. */
  const stillsFor = async (frames: VideoFrames, ms: number) => {
    const made: boolean[] = []
    for (let atMs = 0; atMs < ms; atMs += 2_500) {
      await clock.advance(2_500)
      made.push((await frames.still(640, 0.5)) !== null)
    }
    return made
  }

  it('become no picture of now once one has stood for 10 s, until another shows (ENG-13)', async () => {
    const frames = open(direct)
    await stillsFor(frames, 2_500)
    page.video.present()
    expect(await stillsFor(frames, 15_000)).toEqual([true, true, true, true, true, false])
    expect([frames.hasStalled(), openFrames]).toEqual([true, encoded.length])
    page.video.present()
    expect([frames.hasStalled(), await stillsFor(frames, 2_500)]).toEqual([false, [true]])
  })

  it.each([
    ['counted', 1, [true, true, true, true, true, false]],
    ['not counted', 0, [true, true, true, true, true, true]],
  ])('become none either from a canvas, where frames are %s', async (_, count, made) => {
    page.video.frames = count
    expect(await stillsFor(open(canvas), 15_000)).toEqual(made)
  })

  it('are missing where none ever comes', async () => {
    page.video.videoWidth = 0
    const frames = open(direct)
    frames.hasStalled()
    await clock.advance(10_001)
    expect(frames.hasStalled()).toBe(true)
  })

  it.each([
    ['no VideoFrame', canvas, false],
    ['timestamps that never move', direct, true],
  ])('stand for nothing where none is counted and there are %s, though the first comes late', async (_, path, has) => {
    Object.assign(page.video, { videoWidth: 0, videoHeight: 0 })
    hasFrame = false
    const frames = open(path)
    expect(await stillsFor(frames, 2_500)).toEqual([false])
    Object.assign(page.video, { videoWidth: 1280, videoHeight: 720 })
    hasFrame = has
    expect([await stillsFor(frames, 15_000), frames.hasStalled()]).toEqual([Array(6).fill(true), false])
  })

  it('become pictures off the main thread, in the wanted size and quality', async () => {
    expect(await open(direct).still(640, 0.5)).toBe(jpeg)
    expect(encoded).toMatchObject([[{ source: page.video }, 640, 0.5]])
  })

  it('are read from a canvas 320 pixels wide where there is no VideoFrame', async () => {
    const grabbed = await open(canvas).grab()
    expect(grabbed).toMatchObject({ kind: 'pixels', width: 320, height: 180 })
    expect(grabbed?.kind === 'pixels' && grabbed.pixels.byteLength).toBe(320 * 180 * 4)
    expect(page.canvas.drawn).toEqual([[320, 180]])
  })

  it('come from the canvas once they cannot be measured, pictures too, with their pace kept; that can be asked once', async () => {
    const frames = open(direct)
    expect([frames.fallBackToCanvas(), frames.fallBackToCanvas()]).toEqual([true, false])
    const answer = watchGrab(frames)
    expect(await answer()).toBe('waiting')
    page.video.present()
    expect(await answer()).toBe('pixels')
    expect((await frames.still(640, 0.5))?.type).toBe('image/jpeg')
    expect([page.canvas.drawn, encoded]).toEqual([
      [
        [320, 180],
        [640, 360],
      ],
      [],
    ])
  })

  it('are frames again when they leave the canvas, as they were before', async () => {
    const frames = open(byClock)
    frames.fallBackToCanvas()
    frames.leaveCanvas()
    expect([frames.path, await watchGrab(frames)()]).toEqual([byClock, 'frame'])
    expect(frames.fallBackToCanvas()).toBe(true)
  })

  it('on the canvas are none in a hidden page while the element counts none for over a second (ENG-13)', async () => {
    page.turn('hidden')
    page.video.frames = 9
    const frames = open(canvas)
    const answers: unknown[] = []
    for (const ms of [0, 1_000, 1, 4_000]) {
      await clock.advance(ms)
      page.video.currentTime += ms / 1_000
      answers.push(await watchGrab(frames)())
    }
    expect([answers, page.canvas.drawn.length]).toEqual([['pixels', 'pixels', null, null], 2])
    page.video.frames++
    expect(await watchGrab(frames)()).toBe('pixels')
  })

  it('on the canvas are some where the element never counts any', async () => {
    page.turn('hidden')
    const frames = open(canvas)
    for (const ms of [0, 60_000]) {
      await clock.advance(ms)
      expect(await watchGrab(frames)()).toBe('pixels')
    }
  })

  it('on the canvas are each that a slow camera presents', async () => {
    const frames = open({ ...canvas, pacing: 'video-callback' })
    page.video.frames = 1
    const answers: unknown[] = []
    for (const isPresented of [true, false, false, true]) {
      const answer = watchGrab(frames)
      await clock.advance(950)
      if (isPresented) {
        page.video.frames++
        page.video.present()
      }
      await clock.advance(50)
      answers.push(await answer())
    }
    expect(answers).toEqual(['pixels', null, null, 'pixels'])
  })

  it('on the canvas have nothing to fall back to', () => {
    expect(open(canvas).fallBackToCanvas()).toBe(false)
  })

  it('on the canvas are never made larger than they are', async () => {
    Object.assign(page.video, { videoWidth: 160, videoHeight: 120 })
    expect(await open(canvas).grab()).toMatchObject({ width: 160, height: 120 })
  })

  it('on the canvas become pictures there', async () => {
    const picture = await open(canvas).still(640, 0.5)
    expect(picture?.type).toBe('image/jpeg')
    expect(page.canvas.drawn).toEqual([[640, 360]])
    expect(page.canvas.encoded).toEqual([['image/jpeg', 0.5]])
    expect(encoded).toEqual([])
  })

  it('on the canvas are none before the video has a size', async () => {
    Object.assign(page.video, { videoWidth: 0, videoHeight: 0 })
    const frames = open(canvas)
    expect([await frames.grab(), await frames.still(640, 0.5)]).toEqual([null, null])
  })
})
