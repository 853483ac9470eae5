/** Stands where browsers have AudioData: 10 ms of silence that counts who closes it. */
export class FakeAudioData {
  static made = 0
  static closed = 0

  readonly format = 'f32-planar'
  readonly sampleRate: number
  readonly numberOfFrames: number
  readonly numberOfChannels = 1
  readonly duration = 10_000
  readonly timestamp: number
  isClosed = false

  constructor({ timestamp, sampleRate = 48_000 }: { readonly timestamp: number; readonly sampleRate?: number }) {
    this.timestamp = timestamp
    this.sampleRate = sampleRate
    this.numberOfFrames = sampleRate / 100
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
    return new FakeAudioData({ timestamp: this.timestamp, sampleRate: this.sampleRate })
  }

  /** Harmless a second time, as the browser's. */
  close(): void {
    if (!this.isClosed) FakeAudioData.closed++
    this.isClosed = true
  }
}
