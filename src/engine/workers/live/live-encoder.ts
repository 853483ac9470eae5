import type { PictureSize } from '../../../lib/picture-size'
import type { FromLiveEncoder } from '../../live/relay-protocol'
import type { SendPace } from '../../live/send-pace'

/**
 * Widths of what is sent through the hub: the first that fills the largest place it is shown at. Few, as each change of
 * width is another encoder.
 */
const WIDTHS = [160, 320, 480, 640] as const
const WIDEST = 640
const LEAST_WIDTH = 160
const BITS_PER_PIXEL = 0.15
const LEAST_BITRATE = 100_000

/** A new viewer, and one that lost some, has a picture within this. */
const KEY_FRAME_INTERVAL_MS = 2_000

/** Frames that wait in the encoder: behind more, a picture would be late. */
const LONGEST_QUEUE = 1

/** So long after a frame that nothing came of it hangs: whoever looks begins anew after twice as long. */
const HANG_LIMIT_MS = 4_000
/** Without a frame for longer the camera paused, and what one in the encoder waits for may be the next. */
const PAUSE_MS = 2_000

interface Candidate {
  readonly codec: string
  readonly hardwareAcceleration: HardwareAcceleration
}

/**
 * H.264 only where hardware does it; else VP8, and H.264 by the processor where there is nothing else. Clips have these two the
 * other way round, since VP8 takes twice the processor's time. Here that is 2 % of a core, as the picture is small, and one format
 * serves all who look: none of them is asked what it plays, and every browser with a decoder plays VP8.
 */
const ladder: readonly Candidate[] = [
  { codec: 'avc1.42001f', hardwareAcceleration: 'prefer-hardware' },
  { codec: 'vp8', hardwareAcceleration: 'no-preference' },
  { codec: 'avc1.42001f', hardwareAcceleration: 'no-preference' },
]

type Phase =
  | { readonly phase: 'idle' }
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly encoder: VideoEncoder; readonly wish: string; readonly codec: string }
  | { readonly phase: 'closed' }

/** Encodes the frames of one relay; reopens where picture or pace change, and with the next of the ladder where it breaks. */
export class LiveEncoder {
  readonly #post: (message: FromLiveEncoder) => void
  #ladder: readonly Candidate[] = ladder
  #phase: Phase = { phase: 'idle' }
  #isKeyWanted = true
  #keyAtMs = 0
  /** When each frame in the encoder was taken, by its timestamp. */
  readonly #takenAtMs = new Map<number, number>()
  #timestampUs = 0
  /** When the encoder was given the first of the frames that came since its last picture; null where it has none. */
  #givenAtMs: number | null = null
  #dueAtMs = 0

  constructor(post: (message: FromLiveEncoder) => void) {
    this.#post = post
  }

  /** The next frame would come late. */
  get isBusy(): boolean {
    const phase = this.#phase
    if (phase.phase === 'open') return phase.encoder.encodeQueueSize > LONGEST_QUEUE
    return phase.phase !== 'idle'
  }

  /** A frame is due. Graphics drivers hang without a word: the next of the ladder takes over, as where one breaks. */
  noteDue(): void {
    const nowMs = performance.now()
    const hasPaused = nowMs - this.#dueAtMs > PAUSE_MS
    this.#dueAtMs = nowMs
    if (this.#givenAtMs === null) return
    if (hasPaused) this.#givenAtMs = nowMs
    else if (nowMs - this.#givenAtMs >= HANG_LIMIT_MS) this.#break(new Error('The encoder of the live picture hangs.'))
  }

  askKeyFrame(): void {
    this.#isKeyWanted = true
  }

  /** Encodes nothing any more. */
  close(): void {
    this.#closeEncoder()
    this.#phase = { phase: 'closed' }
  }

  /** Takes the frame over. */
  async encode(frame: VideoFrame, takenAtMs: number, pace: SendPace, shown: PictureSize | null): Promise<void> {
    try {
      const encoder = await this.#encoderFor(frame, pace, shown)
      if (encoder === null) return
      const sinceKeyMs = takenAtMs - this.#keyAtMs
      // A clock that was set back must not leave those who lost some without the next until it has caught up.
      const keyFrame = this.#isKeyWanted || sinceKeyMs < 0 || sinceKeyMs >= KEY_FRAME_INTERVAL_MS
      if (keyFrame) this.#keyAtMs = takenAtMs
      this.#isKeyWanted = false
      this.#encodeAs(encoder, frame, takenAtMs, keyFrame)
    } catch (error) {
      this.#break(error)
    } finally {
      frame.close()
    }
  }

  /** Timestamps of our own: another stream begins anew with its. */
  #encodeAs(encoder: VideoEncoder, frame: VideoFrame, takenAtMs: number, keyFrame: boolean): void {
    this.#timestampUs = Math.max(this.#timestampUs + 1_000, Math.round(performance.now() * 1_000))
    const timed = new VideoFrame(frame, { timestamp: this.#timestampUs })
    this.#takenAtMs.set(this.#timestampUs, takenAtMs)
    this.#givenAtMs ??= performance.now()
    try {
      encoder.encode(timed, { keyFrame })
    } finally {
      timed.close()
    }
  }

  async #encoderFor(frame: VideoFrame, pace: SendPace, shown: PictureSize | null): Promise<VideoEncoder | null> {
    const size = relaySize(frame, pace, shown)
    const wish = `${size.width} x ${size.height} at ${pace.framesPerSec}`
    const before = this.#phase
    if (before.phase === 'closed' || before.phase === 'opening') return null
    if (before.phase === 'open' && before.wish === wish) return before.encoder
    this.#closeEncoder()
    this.#phase = { phase: 'opening' }
    const config = await this.#firstAble(size, pace)
    if (this.#phase.phase !== 'opening') return null
    if (config === null) {
      this.#fail('This browser encodes no live picture.')
      return null
    }
    const encoder: VideoEncoder = new VideoEncoder({
      output: (chunk) => this.#handOn(chunk),
      error: (error) => this.#break(error, encoder),
    })
    const { codec } = config
    this.#phase = { phase: 'open', encoder, wish, codec }
    encoder.configure(config)
    this.#isKeyWanted = true
    this.#post({ kind: 'format', format: { codec, ...size } })
    return encoder
  }

  async #firstAble(size: PictureSize, pace: SendPace): Promise<VideoEncoderConfig | null> {
    if (typeof VideoEncoder === 'undefined') return null
    for (const candidate of this.#ladder) {
      const config: VideoEncoderConfig = {
        ...candidate,
        ...size,
        framerate: pace.framesPerSec,
        latencyMode: 'realtime',
        bitrate: Math.max(LEAST_BITRATE, Math.round(size.width * size.height * pace.framesPerSec * BITS_PER_PIXEL)),
        // With the parameters in each key frame: a viewer that comes later needs nothing of before.
        ...(candidate.codec.startsWith('avc1') && { avc: { format: 'annexb' } }),
      }
      try {
        if ((await VideoEncoder.isConfigSupported(config)).supported === true) return config
      } catch {
        // A browser that does not know the question does not have the codec.
      }
    }
    return null
  }

  #handOn(chunk: EncodedVideoChunk): void {
    this.#givenAtMs = null
    const takenAtMs = this.#takenAtMs.get(chunk.timestamp)
    this.#takenAtMs.delete(chunk.timestamp)
    if (takenAtMs === undefined) return
    const bytes = new Uint8Array(chunk.byteLength)
    chunk.copyTo(bytes)
    this.#post({ kind: 'picture', picture: { type: chunk.type, takenAtMs, bytes } })
  }

  /** A codec that broke is not tried again by this relay. */
  #break(error: unknown, from?: VideoEncoder): void {
    const broken = this.#phase
    if (broken.phase !== 'open' || (from !== undefined && broken.encoder !== from)) return
    this.#closeEncoder()
    this.#ladder = this.#ladder.filter(({ codec }) => codec !== broken.codec)
    if (this.#ladder.length > 0) this.#phase = { phase: 'idle' }
    else this.#fail(error instanceof Error ? error.message : String(error))
  }

  #fail(message: string): void {
    this.#phase = { phase: 'closed' }
    this.#post({ kind: 'failed', message })
  }

  #closeEncoder(): void {
    if (this.#phase.phase === 'open' && this.#phase.encoder.state !== 'closed') this.#phase.encoder.close()
    this.#takenAtMs.clear()
    this.#givenAtMs = null
  }
}

/**
 * The frame's size, at most 640 wide and no wider than its largest viewer has use for, in even numbers, as H.264 needs
 * them; less where the machine has no room.
 */
function relaySize(
  frame: Pick<VideoFrame, 'displayWidth' | 'displayHeight'>,
  { shrinkBy }: SendPace,
  shown: PictureSize | null,
): PictureSize {
  const { displayWidth, displayHeight } = frame
  const wanted = shown === null ? WIDEST : Math.min(shown.width, (shown.height * displayWidth) / displayHeight)
  const wide = WIDTHS.find((width) => width >= wanted) ?? WIDEST
  const width = Math.max(Math.min(displayWidth, LEAST_WIDTH), Math.min(displayWidth, wide) / shrinkBy)
  const scale = width / displayWidth
  return { width: even(width), height: even(displayHeight * scale) }
}

function even(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2))
}
