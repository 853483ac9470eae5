/** Stands where browsers have AudioData: 10 ms of silence that counts who closes it. */
export class FakeAudioData {
  static made = 0
  static closed = 0

  readonly format = 'f32-planar'
  readonly sampleRate = 48_000
  readonly numberOfFrames = 480
  readonly numberOfChannels = 1
  readonly duration = 10_000
  readonly timestamp: number
  isClosed = false

  constructor({ timestamp }: { readonly timestamp: number }) {
    this.timestamp = timestamp
    FakeAudioData.made++
  }

  static reset(): void {
    FakeAudioData.made = 0
    FakeAudioData.closed = 0
  }

  static get open(): number {
    return FakeAudioData.made - FakeAudioData.closed
  }

  get asAudioData(): AudioData {
    return this as unknown as AudioData
  }

  allocationSize(): number {
    return 4 * this.numberOfFrames
  }

  copyTo(): void {
    if (this.isClosed) throw new DOMException('It was closed.', 'InvalidStateError')
  }

  clone(): FakeAudioData {
    return new FakeAudioData({ timestamp: this.timestamp })
  }

  /** Harmless a second time, as the browser's. */
  close(): void {
    if (!this.isClosed) FakeAudioData.closed++
    this.isClosed = true
  }
}
