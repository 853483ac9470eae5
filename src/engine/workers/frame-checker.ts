import type { DetectionOptions } from '../motion/detection'
import { FrameDetector } from '../motion/frame-detector'
import type { LoadedKernels } from '../motion/kernels'
import type { FrameLayout } from '../motion/measure'
import type { CheckResult } from '../motion/motion-port'
import { Slots } from '../motion/slots'

/** Formats whose first plane is luma (WebCodecs, VideoPixelFormat). */
const lumaFormats: ReadonlySet<string> = new Set(['I420', 'I420A', 'I422', 'I422A', 'I444', 'I444A', 'NV12'])
const redFirstFormats: ReadonlySet<string> = new Set(['RGBA', 'RGBX'])
const blueFirstFormats: ReadonlySet<string> = new Set(['BGRA', 'BGRX'])

/** Copies frames into their camera's slot and measures them there. */
export class FrameChecker {
  readonly #loaded: LoadedKernels
  readonly #slots = new Slots()
  readonly #detectors = new Map<string, FrameDetector>()
  /** Cameras for which there was no memory: it is asked for again with each of their frames, as another may have left. */
  readonly #waiting = new Map<string, DetectionOptions>()

  constructor(loaded: LoadedKernels) {
    this.#loaded = loaded
  }

  open(cameraId: string, options: DetectionOptions): void {
    const detector = FrameDetector.create(this.#loaded, this.#slots.take(cameraId), options)
    if (detector === null) {
      this.#slots.give(cameraId)
      this.#waiting.set(cameraId, options)
    } else {
      this.#waiting.delete(cameraId)
      this.#detectors.set(cameraId, detector)
    }
  }

  configure(cameraId: string, options: DetectionOptions): void {
    if (this.#waiting.has(cameraId)) this.#waiting.set(cameraId, options)
    this.#detectors.get(cameraId)?.configure(options)
  }

  close(cameraId: string): void {
    this.#waiting.delete(cameraId)
    this.#detectors.delete(cameraId)
    this.#slots.give(cameraId)
  }

  /** The caller closes the frame. */
  async frame(cameraId: string, frame: VideoFrame): Promise<CheckResult> {
    const detector = this.#detectorOf(cameraId)
    if (detector === undefined || frame.format === null) return { kind: 'unmeasurable' }
    const area = detector.frameArea()
    let first: PlaneLayout | undefined
    try {
      ;[first] = await frame.copyTo(area)
    } catch {
      // Plain memory that grew for another camera meanwhile leaves the old view empty: the next frame has a new one.
      if (area.byteLength === 0) return { kind: 'nothing' }
      // The frame does not fit, or the browser does not copy into such memory.
      return { kind: 'unmeasurable' }
    }
    // Closed while its frame was copied: the slot may be another camera's by now, who starts with a frame of its own.
    if (this.#detectors.get(cameraId) !== detector) return { kind: 'nothing' }
    const layout = first === undefined ? null : layoutOf(frame, first.stride)
    return layout === null ? { kind: 'unmeasurable' } : detector.check(layout)
  }

  pixels(cameraId: string, width: number, height: number, pixels: ArrayBuffer): CheckResult {
    const detector = this.#detectorOf(cameraId)
    if (detector === undefined) return { kind: 'unmeasurable' }
    const area = detector.frameArea()
    if (pixels.byteLength > area.byteLength) return { kind: 'unmeasurable' }
    area.set(new Uint8Array(pixels))
    return detector.check({ kind: 'pixels', width, height, isRedFirst: true })
  }

  #detectorOf(cameraId: string): FrameDetector | undefined {
    const options = this.#waiting.get(cameraId)
    if (options !== undefined) this.open(cameraId, options)
    return this.#detectors.get(cameraId)
  }
}

/** null for formats whose samples are not bytes. */
function layoutOf(frame: VideoFrame, strideBytes: number): FrameLayout | null {
  // copyTo writes the visible part of the frame.
  const width = frame.visibleRect?.width ?? frame.codedWidth
  const height = frame.visibleRect?.height ?? frame.codedHeight
  const format = frame.format ?? ''
  if (lumaFormats.has(format)) return { kind: 'luma', width, height, strideBytes }
  const isRedFirst = redFirstFormats.has(format)
  return isRedFirst || blueFirstFormats.has(format) ? { kind: 'pixels', width, height, isRedFirst } : null
}
