/** VideoFrames of a small grey picture that counts who closes them. */
export class CountedFrame {
  static made = 0
  static closed = 0
  /** Closed a second time, or used after that. */
  static misused = 0
  /** copyTo rejects. */
  static isUnreadable = false

  /** Every frame is another one. */
  readonly timestamp = CountedFrame.made
  readonly format = 'I420'
  readonly codedWidth = 32
  readonly codedHeight = 18
  readonly displayWidth = 32
  readonly displayHeight = 18
  readonly visibleRect = { width: 32, height: 18 }
  #isClosed = false

  constructor() {
    CountedFrame.made++
  }

  static reset(): void {
    Object.assign(CountedFrame, { made: 0, closed: 0, misused: 0, isUnreadable: false })
  }

  static get open(): number {
    return CountedFrame.made - CountedFrame.closed
  }

  async copyTo(target: Uint8Array): Promise<PlaneLayout[]> {
    this.noteUse()
    if (CountedFrame.isUnreadable) throw new DOMException('No such format.', 'NotSupportedError')
    target.fill(CountedFrame.made % 200, 0, 32 * 18)
    return [{ offset: 0, stride: 32 }]
  }

  /** Something reads the frame. */
  noteUse(): void {
    if (this.#isClosed) CountedFrame.misused++
  }

  close(): void {
    if (this.#isClosed) CountedFrame.misused++
    else CountedFrame.closed++
    this.#isClosed = true
  }
}

/** A canvas in the worker that draws counted frames, or cannot. */
export class CountingCanvas {
  static fails: 'drawing' | 'encoding' | null = null

  getContext() {
    return {
      drawImage: (frame: CountedFrame) => {
        frame.noteUse()
        if (CountingCanvas.fails === 'drawing') throw new DOMException('No.', 'InvalidStateError')
      },
    }
  }

  async convertToBlob(): Promise<Blob> {
    if (CountingCanvas.fails === 'encoding') throw new DOMException('No.', 'EncodingError')
    return new Blob(['jpeg'], { type: 'image/jpeg' })
  }
}
