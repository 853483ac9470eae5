import { FakePage } from '../browser/fake-wake-lock'

/** A page that makes the two elements frames are taken from. */
export class FakeFramePage extends FakePage {
  readonly video = new FakeVideo()
  readonly canvas = new FakeCanvas()

  createElement(name: 'video' | 'canvas'): FakeVideo | FakeCanvas {
    return name === 'video' ? this.video : this.canvas
  }
}

/** A video element that presents frames when the test says so. */
export class FakeVideo {
  srcObject: MediaStream | null = null
  isPlaying = false
  videoWidth = 1280
  videoHeight = 720
  /** Timestamp of the frame that shows. */
  timestampUs = 0
  /** Seconds; stands still unless a test moves it. */
  currentTime = 0
  /** Frames that came; a browser may not count those of a stream. */
  frames = 0
  readonly #callbacks = new Map<number, () => void>()
  #next = 1

  /** Frame callbacks that wait. */
  get waiting(): number {
    return this.#callbacks.size
  }

  async play(): Promise<void> {
    this.isPlaying = true
    throw new DOMException('The source was taken away.', 'AbortError')
  }

  pause(): void {
    this.isPlaying = false
  }

  requestVideoFrameCallback(callback: () => void): number {
    this.#callbacks.set(this.#next, callback)
    return this.#next++
  }

  cancelVideoFrameCallback(id: number): void {
    this.#callbacks.delete(id)
  }

  getVideoPlaybackQuality() {
    return { totalVideoFrames: this.frames }
  }

  /** Shows the next frame. */
  present(): void {
    this.timestampUs += 66_667
    const due = [...this.#callbacks.values()]
    this.#callbacks.clear()
    for (const callback of due) callback()
  }
}

/** A canvas that remembers what was drawn and gives pixels of its size. */
class FakeCanvas {
  width = 0
  height = 0
  readonly drawn: (readonly [width: number, height: number])[] = []
  /** Arguments of toBlob. */
  readonly encoded: (readonly [type: string, quality: number])[] = []

  getContext() {
    return {
      canvas: this,
      drawImage: (_video: FakeVideo, _x: number, _y: number, width: number, height: number) =>
        void this.drawn.push([width, height]),
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(width * height * 4),
      }),
    }
  }

  toBlob(callback: (blob: Blob | null) => void, type: string, quality: number): void {
    this.encoded.push([type, quality])
    callback(new Blob(['jpeg'], { type }))
  }
}
