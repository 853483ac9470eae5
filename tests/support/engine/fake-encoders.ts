import { vi } from 'vitest'
import { AVC_DESCRIPTION } from '../recordings'
import { CountedFrame } from './counted-frames'
import { FakeAudioData } from './fake-audio'

/** Stands where browsers have EncodedVideoChunk and EncodedAudioChunk. */
class FakeChunk {
  readonly type: 'key' | 'delta'
  readonly timestamp: number
  readonly duration = null
  readonly #bytes: Uint8Array

  constructor(type: 'key' | 'delta', timestamp: number, bytes: Uint8Array) {
    this.type = type
    this.timestamp = timestamp
    this.#bytes = bytes
  }

  get byteLength(): number {
    return this.#bytes.length
  }

  copyTo(target: Uint8Array): void {
    target.set(this.#bytes)
  }
}

class FakeEncoder extends EventTarget {
  encodeQueueSize = 0
  state: CodecState = 'unconfigured'

  configure(): void {
    this.state = 'configured'
  }

  async flush(): Promise<void> {}

  close(): void {
    this.state = 'closed'
  }
}

interface EncoderEvents {
  output(chunk: FakeChunk, meta: object): void
  error(error: DOMException): void
}

/** Makes a chunk of each frame at once: its first byte says whether it is a keyframe, the rest is made up. */
export class FakeVideoEncoder extends FakeEncoder {
  /** Codecs of which none is encoded. */
  static unable: readonly string[] = []
  /** Whether this machine encodes in hardware. */
  static hasHardware = false
  /** What is wrong with those that say they can, by how they were asked for. */
  static faults: Partial<Record<HardwareAcceleration, 'breaks' | 'hangs' | 'no-key'>> = {}
  /** What was configured, in order: codec and how it was asked for. */
  static configured: string[] = []
  /** Frames as they were encoded: their timestamps in microseconds. */
  static encodedUs: number[] = []
  /** While set, the encoder takes no frame in: its queue is full. */
  static gate: Promise<void> | null = null
  /** Frames are taken in and nothing comes out, as on a machine that has no time for it. */
  static isSilent = false
  /** Every frame keeps the encoder busy for so long; 0: not at all. */
  static takesMs = 0
  /** Encoding breaks off with so many frames. */
  static breaksAt = Number.POSITIVE_INFINITY
  readonly #events: EncoderEvents
  #config: VideoEncoderConfig | null = null

  constructor(events: EncoderEvents) {
    super()
    this.#events = events
  }

  static reset(): void {
    const idle = { gate: null, breaksAt: Number.POSITIVE_INFINITY, isSilent: false, takesMs: 0, hasHardware: false }
    Object.assign(FakeVideoEncoder, { unable: [], encodedUs: [], faults: {}, configured: [], ...idle })
  }

  static async isConfigSupported(config: VideoEncoderConfig): Promise<{ readonly supported: boolean }> {
    const isSoft = config.hardwareAcceleration !== 'prefer-hardware'
    const isAble = !FakeVideoEncoder.unable.some((start) => config.codec.startsWith(start))
    return { supported: isAble && (isSoft || FakeVideoEncoder.hasHardware) }
  }

  override configure(config?: VideoEncoderConfig): void {
    super.configure()
    this.#config = config ?? null
    FakeVideoEncoder.configured.push(`${config?.codec} ${config?.hardwareAcceleration}`)
  }

  override async flush(): Promise<void> {
    if (this.#fault === 'hangs') await new Promise(() => undefined)
  }

  get #fault() {
    return FakeVideoEncoder.faults[this.#config?.hardwareAcceleration ?? 'no-preference']
  }

  encode(frame: CountedFrame, { keyFrame = false }: { readonly keyFrame?: boolean } = {}): void {
    frame.noteUse()
    FakeVideoEncoder.encodedUs.push(frame.timestamp)
    if (this.#fault === 'breaks' || FakeVideoEncoder.encodedUs.length > FakeVideoEncoder.breaksAt) {
      throw new DOMException('The encoder broke.', 'EncodingError')
    }
    const { codec = 'vp8', width = 0, height = 0 } = this.#config ?? {}
    const isKey = keyFrame && this.#fault !== 'no-key'
    const isAvc = codec.startsWith('avc1')
    const chunk = new FakeChunk(isKey ? 'key' : 'delta', frame.timestamp, isAvc ? avcBytes(isKey) : vp8Bytes(isKey))
    if (!FakeVideoEncoder.isSilent && this.#fault !== 'hangs') {
      const description = isAvc ? { description: AVC_DESCRIPTION } : {}
      this.#events.output(chunk, { decoderConfig: { codec, codedWidth: width, codedHeight: height, ...description } })
    }
    const { gate, takesMs } = FakeVideoEncoder
    if (gate === null && takesMs === 0) return
    this.encodeQueueSize = 4
    const free = () => {
      this.encodeQueueSize = 0
      this.dispatchEvent(new Event('dequeue'))
    }
    if (gate !== null) void gate.then(free)
    else setTimeout(free, takesMs)
  }
}

/** The lowest bit of VP8 says whether it is a delta frame. */
function vp8Bytes(isKey: boolean): Uint8Array {
  return new Uint8Array(200).fill(isKey ? 0x10 : 0x11)
}

/** One unit with its length before it, as MP4 holds them. */
function avcBytes(isKey: boolean): Uint8Array {
  return Uint8Array.from([0, 0, 0, 196, isKey ? 0x65 : 0x41, ...new Array<number>(195).fill(7)])
}

/** Makes a chunk of each sound at once. */
export class FakeAudioEncoder extends FakeEncoder {
  /** The encoder fails by itself with so many sounds. */
  static breaksAt = Number.POSITIVE_INFINITY
  static encoded = 0
  /** Codecs of which none is encoded. */
  static unable: readonly string[] = []
  readonly #events: EncoderEvents
  #codec = 'opus'

  constructor(events: EncoderEvents) {
    super()
    this.#events = events
  }

  override configure(config?: AudioEncoderConfig): void {
    super.configure()
    this.#codec = config?.codec ?? 'opus'
  }

  static reset(): void {
    Object.assign(FakeAudioEncoder, { breaksAt: Number.POSITIVE_INFINITY, encoded: 0, unable: [] })
  }

  static async isConfigSupported({ codec }: AudioEncoderConfig): Promise<{ readonly supported: boolean }> {
    return { supported: !FakeAudioEncoder.unable.some((start) => codec.startsWith(start)) }
  }

  override async flush(): Promise<void> {
    if (this.state === 'closed') throw new DOMException('The encoder is closed.', 'InvalidStateError')
  }

  encode(data: FakeAudioData): void {
    if (++FakeAudioEncoder.encoded > FakeAudioEncoder.breaksAt) {
      this.close()
      this.#events.error(new DOMException('The encoder broke.', 'EncodingError'))
      return
    }
    const chunk = new FakeChunk('key', data.timestamp, new Uint8Array(40).fill(0x78))
    const { numberOfChannels, sampleRate } = data
    const codec = this.#codec
    const description = codec.startsWith('mp4a') ? AAC_DESCRIPTION : OPUS_DESCRIPTION
    this.#events.output(chunk, { decoderConfig: { codec, numberOfChannels, sampleRate, description } })
  }
}

/** Low complexity, one channel at 44.1 kHz. */
const AAC_DESCRIPTION = Uint8Array.from([0x12, 0x08])
const OPUS_DESCRIPTION = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])

/** Puts frames, sounds and encoders that count where browsers have theirs. */
export function stubEncoders(): void {
  CountedFrame.reset()
  FakeAudioData.reset()
  FakeVideoEncoder.reset()
  FakeAudioEncoder.reset()
  vi.stubGlobal('VideoFrame', CountedFrame)
  vi.stubGlobal('AudioData', FakeAudioData)
  vi.stubGlobal('VideoEncoder', FakeVideoEncoder)
  vi.stubGlobal('AudioEncoder', FakeAudioEncoder)
  vi.stubGlobal('EncodedVideoChunk', FakeChunk)
  vi.stubGlobal('EncodedAudioChunk', class {})
}
