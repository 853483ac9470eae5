import type { FramePath } from '../../../src/engine/motion/frame-path'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import type { FrameSource, GrabbedFrame, MotionPort } from '../../../src/engine/motion/motion-port'
import { FrameChecker } from '../../../src/engine/workers/frame-checker'
import { type Deferred, deferred } from '../deferred'

/** A frame that knows whether it was closed. */
export interface FakeVideoFrame {
  readonly frame: VideoFrame
  readonly isClosed: boolean
  readonly clones: readonly FakeVideoFrame[]
}

/** What the worker needs of a frame; `bytes` are what copyTo writes, its first plane `strideBytes` wide. */
export interface FrameContent {
  readonly format: string | null
  readonly width: number
  readonly height: number
  readonly bytes?: Uint8Array
  readonly strideBytes?: number
  /** copyTo rejects. */
  readonly isUnreadable?: boolean
  /** copyTo takes until then. */
  readonly copyGate?: Promise<void>
}

export function fakeVideoFrame(content: FrameContent = { format: 'I420', width: 4, height: 4 }): FakeVideoFrame {
  const { format, width, height, bytes = new Uint8Array(width * height), strideBytes = width } = content
  const clones: FakeVideoFrame[] = []
  const fake = {
    isClosed: false,
    clones,
    timestamp: 0,
    format,
    codedWidth: width,
    codedHeight: height,
    displayWidth: width,
    displayHeight: height,
    visibleRect: { width, height },
    colorSpace: { toJSON: () => ({ matrix: 'bt709' }) },
    allocationSize: () => bytes.length,
    copyTo: async (target: Uint8Array | ArrayBuffer) => {
      if (content.isUnreadable) throw new DOMException('The frame was closed.', 'InvalidStateError')
      await content.copyGate
      const memory = target instanceof ArrayBuffer ? new Uint8Array(target) : target
      memory.set(bytes)
      return [{ offset: 0, stride: strideBytes }]
    },
    clone: () => {
      const clone = fakeVideoFrame(content)
      clones.push(clone)
      return clone.frame
    },
    close: () => {
      fake.isClosed = true
    },
  }
  return Object.assign(fake, { frame: fake as unknown as VideoFrame })
}

/** A scene of one row of grey pixels that the test paints. */
export class FakeFrames implements FrameSource {
  /** Grey of each pixel, 0 to 255. */
  greys: readonly number[] = new Array<number>(64).fill(100)
  /** Motion that goes on: every other frame is brighter by so many greys. */
  flicker = 0
  /** What `still` answers. */
  picture: Blob | null = new Blob(['jpeg'], { type: 'image/jpeg' })
  readonly stills: { readonly maxWidth: number; readonly quality: number }[] = []
  grabs = 0
  isClosed = false
  /** Until set, frames are of a kind that only the GPU knows, which no worker can read. */
  isOnCanvas = true
  get path(): FramePath {
    const frames = this.isOnCanvas ? 'canvas' : 'video-frame'
    return { frames, pacing: 'clock', why: `Frames come by ${frames}.` }
  }

  /** While set, no frame comes out. */
  isDark = false
  /** While set, one picture stands. */
  isStalled = false
  /** While set, frames wait for it. */
  gate: Promise<void> | null = null
  #stillGate: Deferred<void> | null = null

  /** Every pixel changes by so many greys. */
  changeBy(amount: number): void {
    this.greys = this.greys.map((grey) => grey + amount)
  }

  /** Pictures take long, until `letStillsGo`. */
  holdStills(): void {
    this.#stillGate = deferred()
  }

  letStillsGo(): void {
    this.#stillGate?.resolve()
    this.#stillGate = null
  }

  async grab(): Promise<GrabbedFrame | null> {
    this.grabs++
    if (this.gate !== null) await this.gate
    if (this.isDark) return null
    if (!this.isOnCanvas) return { kind: 'frame', frame: this.#opaqueFrame() }
    const added = this.grabs % 2 === 0 ? this.flicker : 0
    const pixels = Uint8Array.from(this.greys.flatMap((grey) => [grey + added, grey + added, grey + added, 255]))
    return { kind: 'pixels', width: this.greys.length, height: 1, pixels: pixels.buffer }
  }

  take(): VideoFrame | null {
    return this.isOnCanvas || this.isDark ? null : this.#opaqueFrame()
  }

  /** Every frame is a new one. */
  takeNew(): VideoFrame | null {
    return this.take()
  }

  async still(maxWidth: number, quality: number): Promise<Blob | null> {
    this.stills.push({ maxWidth, quality })
    await this.#stillGate?.promise
    return this.picture
  }

  hasStalled(): boolean {
    return this.isStalled
  }

  fallBackToCanvas(): boolean {
    if (this.isOnCanvas) return false
    this.isOnCanvas = true
    return true
  }

  leaveCanvas(): void {
    this.isOnCanvas = false
  }

  close(): void {
    this.isClosed = true
  }

  #opaqueFrame(): VideoFrame {
    return fakeVideoFrame({ format: null, width: this.greys.length, height: 1 }).frame
  }
}

/** The worker's measuring, with the real kernels, in this thread. */
export interface KernelMotion extends MotionPort {
  /** The cameras that have a slot. */
  readonly opened: ReadonlySet<string>
  /** While set, answers that are made already wait for it. */
  answerGate: Promise<void> | null
  /** While set, there is no answer from the worker. */
  isLost: boolean
}

export function kernelMotion(loaded: LoadedKernels): KernelMotion {
  const checker = new FrameChecker(loaded)
  const opened = new Set<string>()
  const motion: KernelMotion = {
    opened,
    answerGate: null,
    isLost: false,
    open(cameraId, options) {
      opened.add(cameraId)
      checker.open(cameraId, options)
    },
    configure: (cameraId, options) => checker.configure(cameraId, options),
    close(cameraId) {
      opened.delete(cameraId)
      checker.close(cameraId)
    },
    async check(cameraId, grabbed) {
      if (motion.isLost) return { kind: 'lost' }
      const result =
        grabbed.kind === 'frame'
          ? await checker.frame(cameraId, grabbed.frame)
          : checker.pixels(cameraId, grabbed.width, grabbed.height, grabbed.pixels)
      await motion.answerGate
      return result
    },
  }
  return motion
}
