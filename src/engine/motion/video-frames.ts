import type { Clock } from '../clock'
import type { FramePath } from './frame-path'
import type { FrameSource, GrabbedFrame, JpegPort } from './motion-port'

/** Width of the canvas that is read where there are no VideoFrames: as wide as the analysed plane at 720p. */
const CANVAS_WIDTH = 320

/** A source that shows nothing for this long has no frame to check. */
const FRAME_LIMIT_MS = 1_000

/** Frames of a stream, taken from a video element that is on no page. */
export class VideoFrames implements FrameSource {
  readonly #video: HTMLVideoElement
  #path: FramePath
  readonly #clock: Clock
  readonly #jpegs: JpegPort
  #canvas: HTMLCanvasElement | null = null

  constructor(stream: MediaStream, path: FramePath, clock: Clock, jpegs: JpegPort) {
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

  async grab(): Promise<GrabbedFrame | null> {
    if (!(await this.#presented())) return null
    return this.#path.frames === 'video-frame' ? this.#takeFrame() : this.#takePixels()
  }

  async still(maxWidth: number, quality: number): Promise<Blob | null> {
    if (this.#path.frames === 'canvas') return this.#canvasStill(maxWidth, quality)
    const taken = this.#takeFrame()
    return taken?.kind === 'frame' ? this.#jpegs.encodeJpeg(taken.frame, maxWidth, quality) : null
  }

  fallBackToCanvas(): boolean {
    if (this.#path.frames === 'canvas') return false
    this.#path = { ...this.#path, frames: 'canvas' }
    return true
  }

  close(): void {
    this.#video.pause()
    this.#video.srcObject = null
  }

  /**
   * Waits for the next presented frame while the page is visible, so that no frame is looked at twice. Hidden pages
   * present none (reference/frame-path.md): there the frame of this moment serves at once.
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
      const onVisibilityChange = () => settle(true)
      const callback = this.#video.requestVideoFrameCallback(() => settle(true))
      const cancelLimit = this.#clock.after(FRAME_LIMIT_MS, () => settle(false))
      document.addEventListener('visibilitychange', onVisibilityChange)
    })
  }

  #takeFrame(): GrabbedFrame | null {
    try {
      return { kind: 'frame', frame: new VideoFrame(this.#video) }
    } catch {
      // The element has no frame yet, or none any more.
      return null
    }
  }

  #takePixels(): GrabbedFrame | null {
    const drawn = this.#draw(CANVAS_WIDTH)
    if (drawn === null) return null
    const { width, height } = drawn.canvas
    const { data } = drawn.getImageData(0, 0, width, height)
    return { kind: 'pixels', width, height, pixels: data.buffer }
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
