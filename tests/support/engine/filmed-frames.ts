import type { Clock } from '../../../src/engine/clock'
import type { FramePath } from '../../../src/engine/motion/frame-path'
import type { FrameSource, GrabbedFrame } from '../../../src/engine/motion/motion-port'
import { CountedFrame } from './counted-frames'

const FRAMES_PER_SECOND = 15

/** A camera that gives a frame fifteen times a second, by the test's clock; its timestamps count from elsewhere. */
export class FilmedFrames implements FrameSource {
  readonly path: FramePath = { frames: 'video-frame', pacing: 'clock', why: 'It is filmed.' }
  readonly #clock: Clock
  #takenUs = -1

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async grab(): Promise<GrabbedFrame | null> {
    return { kind: 'frame', frame: this.take() }
  }

  take(): VideoFrame {
    return new CountedFrame(null, { timestamp: this.#shownUs() }).asVideoFrame
  }

  takeNew(): VideoFrame | null {
    const shownUs = this.#shownUs()
    if (shownUs === this.#takenUs) return null
    this.#takenUs = shownUs
    return this.take()
  }

  async still(): Promise<Blob | null> {
    return null
  }

  hasStalled(): boolean {
    return false
  }

  fallBackToCanvas(): boolean {
    return false
  }

  leaveCanvas(): void {}

  close(): void {}

  #shownUs(): number {
    return Math.floor((this.#clock.monotonicMs() * FRAMES_PER_SECOND) / 1_000) * Math.round(1e6 / FRAMES_PER_SECOND)
  }
}
