/** VideoFrames of a small grey picture that counts who closes them. */
export class CountedFrame {
  static made = 0
  static closed = 0
  /** Closed a second time, or used after that. */
  static misused = 0
  /** copyTo rejects. */
  static isUnreadable = false
  /** Of what is shown. */
  static width = 32

  static #tests = 0

  /** Every frame of a camera is another one. */
  readonly timestamp: number
  readonly duration = null
  readonly colorSpace = { toJSON: () => ({ matrix: 'bt709' }) }
  readonly format = 'I420'
  readonly codedWidth = 32
  readonly codedHeight = 18
  get displayWidth(): number {
    return CountedFrame.width
  }

  readonly displayHeight = 18
  readonly visibleRect = { width: 32, height: 18 }
  #isClosed = false
  /** A test before this one may still have had it: what becomes of it then is none of this one's. */
  readonly #test = CountedFrame.#tests

  /** Of a camera, of another frame or of copied bytes. */
  constructor(source?: unknown, { timestamp }: { readonly timestamp?: number } = {}) {
    if (source instanceof CountedFrame) source.noteUse()
    this.timestamp = timestamp ?? Math.round(1000 * performance.now()) + (CountedFrame.made % 100)
    CountedFrame.made++
  }

  static reset(): void {
    CountedFrame.#tests++
    Object.assign(CountedFrame, { made: 0, closed: 0, misused: 0, isUnreadable: false, width: 32 })
  }

  static get open(): number {
    return CountedFrame.made - CountedFrame.closed
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get asVideoFrame(): VideoFrame {
    return this as unknown as VideoFrame
  }

  /** As the browser's: throws where it was closed. */
  clone(): CountedFrame {
    if (this.#isClosed) throw new DOMException('It was closed.', 'InvalidStateError')
    return new CountedFrame(this, { timestamp: this.timestamp })
  }

  allocationSize({ format }: VideoFrameCopyToOptions = {}): number {
    return format === 'RGBA' ? 4 * 32 * 18 : (32 * 18 * 3) / 2
  }

  async copyTo(target: Uint8Array | Uint8ClampedArray | ArrayBuffer): Promise<PlaneLayout[]> {
    this.noteUse()
    if (CountedFrame.isUnreadable) throw new DOMException('No such format.', 'NotSupportedError')
    const bytes = target instanceof ArrayBuffer ? new Uint8Array(target) : target
    bytes.fill(CountedFrame.made % 200, 0, 32 * 18)
    return [{ offset: 0, stride: 32 }]
  }

  /** Something reads the frame. */
  noteUse(): void {
    if (this.#isClosed) CountedFrame.misused++
  }

  close(): void {
    if (this.#isClosed) CountedFrame.misused++
    else if (this.#test === CountedFrame.#tests) CountedFrame.closed++
    this.#isClosed = true
  }
}

/** A canvas in the worker that draws counted frames, or cannot. */
export class CountingCanvas {
  static fails: 'drawing' | 'encoding' | null = null
  /** How many frames were open when each JPEG was begun. */
  static readonly openWhileEncoding: number[] = []
  /** As what each was asked for. */
  static readonly asked: (ImageEncodeOptions | undefined)[] = []

  static reset(): void {
    CountingCanvas.fails = null
    CountingCanvas.openWhileEncoding.length = 0
    CountingCanvas.asked.length = 0
  }

  getContext() {
    const draw = () => {
      if (CountingCanvas.fails === 'drawing') throw new DOMException('No.', 'InvalidStateError')
    }
    return {
      createImageData: (width: number, height: number) => ({
        width,
        height,
        data: new Uint8ClampedArray(4 * width * height),
      }),
      putImageData: draw,
      drawImage: (source: CountedFrame | CountingCanvas) => {
        if (source instanceof CountedFrame) source.noteUse()
        draw()
      },
    }
  }

  async convertToBlob(options?: ImageEncodeOptions): Promise<Blob> {
    CountingCanvas.asked.push(options)
    CountingCanvas.openWhileEncoding.push(CountedFrame.open)
    if (CountingCanvas.fails === 'encoding') throw new DOMException('No.', 'EncodingError')
    return new Blob(['jpeg'], { type: 'image/jpeg' })
  }
}
