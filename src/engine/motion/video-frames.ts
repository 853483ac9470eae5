import type { Clock } from '../clock'
import { canvasPathOf, type FramePath } from './frame-path'
import type { FrameSource, GrabbedFrame, JpegPort } from './motion-port'

/** Width of the canvas that is read where there are no VideoFrames: as wide as the analysed plane at 720p. */
const CANVAS_WIDTH = 320

/** A source that shows nothing for this long has no frame to check. */
const FRAME_LIMIT_MS = 1_000

/** A picture that stands for longer is none of now: no camera is so slow. */
const STALL_LIMIT_MS = 10_000

/** The frame that was checked last. */
interface GrabbedMoment {
  readonly timestampUs: number
  /** When it was first grabbed. */
  readonly sinceMs: number
  /** Whether its timestamps ever moved: else one that stands says nothing by itself. */
  readonly canStall: boolean
}

/** What showed at a look, and since which one it is the same. */
interface ShownMoment {
  /** null: nothing. */
  readonly timestampUs: number | null
  /** How many frames the element had counted. */
  readonly frames: number
  /** Whether there was no picture yet. */
  readonly isEmpty: boolean
  readonly sinceMs: number
  /** Whether it would be another if a frame had come. */
  readonly canStall: boolean
}

/** Frames of a stream, taken from a video element that is on no page. */
export class VideoFrames implements FrameSource {
  readonly #video: HTMLVideoElement
  /** How frames come unless it fell back. */
  readonly #ownPath: FramePath
  #path: FramePath
  readonly #clock: Clock
  readonly #jpegs: JpegPort
  #canvas: HTMLCanvasElement | null = null
  #lastGrabbed: GrabbedMoment | null = null
  /** How many frames the element had counted, and since when it is seen to count no more. */
  #counted = { frames: 0, sinceMs: 0 }
  #shown: ShownMoment | null = null
  /** Moment of the frame that was taken last to be recorded, in microseconds. */
  #takenUs: number | null = null
  /** Ends the wait for a frame, if there is one. */
  #endWait: (hasFrame: boolean) => void = () => undefined

  /** `clock` limits waits for a frame. These end when the page is hidden, so that the page's own timers serve. */
  constructor(stream: MediaStream, path: FramePath, clock: Clock, jpegs: JpegPort) {
    this.#ownPath = path
    this.#path = path
    this.#clock = clock
    this.#jpegs = jpegs
    this.#video = document.createElement('video')
    this.#video.muted = true
    this.#video.playsInline = true
    this.#video.srcObject = stream
    // Rejects only when the source is taken away again, which `close` does.
    this.#video.play().catch(() => undefined)
  }

  get path(): FramePath {
    return this.#path
  }

  /**
   * The frame of this moment, or the next one if that was grabbed already. Waiting for a presented frame every time
   * would have the page render for it: 0.8 % of a core per camera instead of 0.1 (README, "Paths that were measured").
   */
  async grab(): Promise<GrabbedFrame | null> {
    if (this.#path.frames === 'canvas') {
      return (await this.#presented()) && !this.#hasCountStopped() ? this.#takePixels() : null
    }
    const shown = this.#takeFrame()
    if (shown !== null && shown.timestamp !== this.#lastGrabbed?.timestampUs) return this.#noteGrabbed(shown)
    shown?.close()
    const next = (await this.#presented()) ? this.#takeFrame() : null
    if (next === null || !this.#isStalled(next)) return next === null ? null : this.#noteGrabbed(next)
    next.close()
    return null
  }

  take(): VideoFrame | null {
    return this.#path.frames === 'canvas' ? null : this.#takeFrame()
  }

  takeNew(): VideoFrame | null {
    const frame = this.take()
    if (frame === null) return null
    const momentUs = this.#momentUsOf(frame)
    if (momentUs === this.#takenUs) {
      frame.close()
      return null
    }
    this.#takenUs = momentUs
    return momentUs === frame.timestamp ? frame : stampedAnew(frame, momentUs)
  }

  async still(maxWidth: number, quality: number): Promise<Blob | null> {
    if (this.hasStalled()) return null
    if (this.#path.frames === 'canvas') return this.#canvasStill(maxWidth, quality)
    const frame = this.#takeFrame()
    return frame === null ? null : this.#jpegs.encodeJpeg(frame, maxWidth, quality)
  }

  hasStalled(): boolean {
    const before = this.#shown
    const frame = this.#takeFrame()
    const timestampUs = frame?.timestamp ?? null
    frame?.close()
    const { totalVideoFrames: frames } = this.#video.getVideoPlaybackQuality()
    const isEmpty = this.#video.videoWidth === 0
    const nowMs = this.#clock.monotonicMs()
    if (before?.timestampUs === timestampUs && before.frames === frames && before.isEmpty === isEmpty) {
      return before.canStall && nowMs - before.sinceMs > STALL_LIMIT_MS
    }
    // Where no timestamp ever moves and none is counted, one that stands says nothing.
    const hasMoved = before !== null && before.timestampUs !== null && before.timestampUs !== timestampUs
    const canStall = frames > 0 || hasMoved || isEmpty
    this.#shown = { timestampUs, frames, isEmpty, sinceMs: nowMs, canStall }
    return false
  }

  fallBackToCanvas(): boolean {
    if (this.#path.frames === 'canvas') return false
    this.#path = canvasPathOf(this.#path)
    return true
  }

  leaveCanvas(): void {
    this.#path = this.#ownPath
  }

  close(): void {
    this.#endWait(false)
    this.#video.pause()
    this.#video.srcObject = null
  }

  /**
   * Waits for the next presented frame while the page is visible, so that no frame is grabbed twice. Hidden pages
   * present none: there whatever shows serves at once, until it stands for too long.
   */
  #presented(): Promise<boolean> {
    if (this.#path.pacing === 'clock' || document.visibilityState === 'hidden') return Promise.resolve(true)
    return new Promise((resolve) => {
      const settle = (hasFrame: boolean) => {
        this.#video.cancelVideoFrameCallback(callback)
        document.removeEventListener('visibilitychange', onVisibilityChange)
        cancelLimit()
        resolve(hasFrame)
      }
      this.#endWait = settle
      const onVisibilityChange = () => settle(true)
      const callback = this.#video.requestVideoFrameCallback(() => settle(true))
      const cancelLimit = this.#clock.after(FRAME_LIMIT_MS, () => settle(false))
      document.addEventListener('visibilitychange', onVisibilityChange)
    })
  }

  #noteGrabbed(frame: VideoFrame): GrabbedFrame {
    const { timestamp: timestampUs } = frame
    if (timestampUs !== this.#lastGrabbed?.timestampUs) {
      this.#lastGrabbed = { timestampUs, sinceMs: this.#clock.monotonicMs(), canStall: this.#lastGrabbed !== null }
    }
    return { kind: 'frame', frame }
  }

  /**
   * Firefox (153, measured) tells the timestamp of a video element's frame in whole seconds: a clip would have one frame a
   * second. There the element's own time tells frames apart; it runs on between two of them, so that one may be taken twice.
   */
  #momentUsOf({ timestamp }: VideoFrame): number {
    const { currentTime: seconds } = this.#video
    return timestamp === Math.floor(seconds) ? seconds * 1_000_000 : timestamp
  }

  /** Not at once: Firefox tells timestamps in whole seconds, and a repeat of the moment is a frame to check there. */
  #isStalled({ timestamp }: VideoFrame): boolean {
    const last = this.#lastGrabbed
    if (last === null || timestamp !== last.timestampUs) return false
    return last.canStall ? this.#clock.monotonicMs() - last.sinceMs > FRAME_LIMIT_MS : this.#hasCountStopped()
  }

  /**
   * For where timestamps tell nothing: pixels of a canvas, and a stream that may have stalled at its first frame. The
   * element's time does not tell either: in Chromium (hidden page, measured) it runs on without frames. A browser that counts
   * none is not asked.
   */
  #hasCountStopped(): boolean {
    const { totalVideoFrames: frames } = this.#video.getVideoPlaybackQuality()
    const nowMs = this.#clock.monotonicMs()
    if (frames !== this.#counted.frames) this.#counted = { frames, sinceMs: nowMs }
    return frames > 0 && nowMs - this.#counted.sinceMs > FRAME_LIMIT_MS
  }

  #takeFrame(): VideoFrame | null {
    try {
      return new VideoFrame(this.#video)
    } catch {
      // The element has no frame yet, or none any more.
      return null
    }
  }

  #takePixels(): GrabbedFrame | null {
    const drawn = this.#draw(CANVAS_WIDTH)
    if (drawn === null) return null
    const { width, height } = drawn.canvas
    try {
      const { data } = drawn.getImageData(0, 0, width, height)
      return { kind: 'pixels', width, height, pixels: data.buffer }
    } catch {
      // The browser found no memory for the pixels.
      return null
    }
  }

  #canvasStill(maxWidth: number, quality: number): Promise<Blob | null> {
    const drawn = this.#draw(maxWidth)
    if (drawn === null) return Promise.resolve(null)
    return new Promise((resolve) => drawn.canvas.toBlob(resolve, 'image/jpeg', quality))
  }

  #draw(maxWidth: number): CanvasRenderingContext2D | null {
    const { videoWidth, videoHeight } = this.#video
    if (videoWidth === 0 || videoHeight === 0) return null
    const scale = Math.min(1, maxWidth / videoWidth)
    this.#canvas ??= document.createElement('canvas')
    this.#canvas.width = Math.max(1, Math.round(videoWidth * scale))
    this.#canvas.height = Math.max(1, Math.round(videoHeight * scale))
    const context = this.#canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(this.#video, 0, 0, this.#canvas.width, this.#canvas.height)
    return context
  }
}

/** The clip places its frames by their timestamps: of those that stand for a second, all but three would be left out. */
function stampedAnew(frame: VideoFrame, momentUs: number): VideoFrame {
  const stamped = new VideoFrame(frame, { timestamp: Math.round(momentUs) })
  frame.close()
  return stamped
}
