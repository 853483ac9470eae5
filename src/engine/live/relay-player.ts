import type { Cancel } from '../clock'
import type { FrameStream, PictureDecoder, PictureFigures, ReceiverPorts, RelayedPicture } from './receiver-ports'
import type { EncodedFormat } from './relay-protocol'

export interface RelayEvents {
  /** The first picture is here, or pictures come again; the stream stays the player's. */
  onFlow(stream: MediaStream): void
  /** No picture came for RELAY_STALL_MS; they may come again. */
  onStall(): void
  /** What comes cannot be begun in the middle: the camera must send a whole picture. */
  onKeyWanted(): void
  /** This browser cannot decode it. */
  onUnable(): void
  onFigures(figures: PictureFigures): void
}

/** Whole pictures come every two seconds. */
export const RELAY_STALL_MS = 3_000
/** A decoder that is so far behind goes on at the next whole picture. */
const MAX_WAITING = 8
const FIGURES_MS = 1_000
/** A clock that is off by more says nothing of a delay. */
const MAX_DELAY_MS = 10_000
/** How often a decoder may break before it counts as one that does not know the format. */
const MAX_FAILURES = 3

type Flow = { readonly phase: 'waiting' } | { readonly phase: 'flowing' } | { readonly phase: 'closed' }

/** Shows what the hub hands on: decodes the chunks of one relay into a stream. */
export class RelayPlayer {
  readonly #hubAheadMs: () => number
  readonly #ports: ReceiverPorts
  readonly #events: RelayEvents
  #format: EncodedFormat | null = null
  #decoder: PictureDecoder | null = null
  #frames: FrameStream | null = null
  #isKeyAwaited = true
  #failures = 0
  #flow: Flow = { phase: 'waiting' }
  #shown: { readonly sinceMs: number; readonly frames: number } | null = null
  #delayMs: number | null = null
  #cancelStall: Cancel = () => undefined

  constructor(hubAheadMs: () => number, ports: ReceiverPorts, events: RelayEvents) {
    this.#hubAheadMs = hubAheadMs
    this.#ports = ports
    this.#events = events
  }

  /** What the chunks hold from now on. */
  setFormat(format: EncodedFormat): void {
    this.#format = format
    this.#failures = 0
    this.#dropDecoder()
  }

  take(picture: RelayedPicture): void {
    if (this.#flow.phase === 'closed' || this.#format === null) return
    if (this.#isKeyAwaited && picture.type !== 'key') return
    const decoder = this.#decoder ?? this.#open(this.#format)
    if (decoder === null) return
    if (decoder.waiting >= MAX_WAITING && picture.type !== 'key') {
      this.#isKeyAwaited = true
      return
    }
    this.#isKeyAwaited = false
    try {
      decoder.decode(picture)
    } catch {
      this.#onBroken(decoder)
    }
  }

  close(): void {
    this.#flow = { phase: 'closed' }
    this.#cancelStall()
    this.#dropDecoder()
    this.#frames?.close()
    this.#frames = null
  }

  #open(format: EncodedFormat): PictureDecoder | null {
    const { openDecoder } = this.#ports
    if (openDecoder === null) {
      this.#events.onUnable()
      return null
    }
    const decoder = openDecoder(format, {
      onFrame: (frame) => {
        if (this.#decoder === decoder) this.#show(frame)
        else frame.close()
      },
      onError: () => this.#onBroken(decoder),
    })
    this.#decoder = decoder
    return decoder
  }

  #onBroken(decoder: PictureDecoder): void {
    if (this.#decoder !== decoder) return
    this.#dropDecoder()
    this.#failures++
    if (this.#failures >= MAX_FAILURES) this.#events.onUnable()
    else this.#events.onKeyWanted()
  }

  #dropDecoder(): void {
    const decoder = this.#decoder
    this.#decoder = null
    this.#isKeyAwaited = true
    decoder?.close()
  }

  #show(frame: VideoFrame): void {
    const nowMs = this.#ports.nowMs()
    const delayMs = nowMs + this.#hubAheadMs() - frame.timestamp / 1_000
    this.#delayMs = delayMs >= 0 && delayMs <= MAX_DELAY_MS ? delayMs : null
    this.#frames ??= this.#ports.openFrameStream()
    this.#frames.write(frame)
    this.#failures = 0
    this.#count(nowMs)
    this.#cancelStall()
    this.#cancelStall = this.#ports.after(RELAY_STALL_MS, () => {
      this.#flow = { phase: 'waiting' }
      this.#events.onStall()
    })
    if (this.#flow.phase !== 'waiting') return
    this.#flow = { phase: 'flowing' }
    this.#events.onFlow(this.#frames.stream)
  }

  #count(nowMs: number): void {
    const shown = this.#shown
    // A clock that was set back would tell nothing until it has caught up.
    if (shown === null || nowMs < shown.sinceMs) {
      this.#shown = { sinceMs: nowMs, frames: 0 }
      return
    }
    const frames = shown.frames + 1
    const passedMs = nowMs - shown.sinceMs
    if (passedMs < FIGURES_MS) {
      this.#shown = { ...shown, frames }
      return
    }
    this.#shown = { sinceMs: nowMs, frames: 0 }
    this.#events.onFigures({ delayMs: this.#delayMs, framesPerSecond: (frames / passedMs) * 1_000 })
  }
}
